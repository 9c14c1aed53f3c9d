import type { Result } from '../../generated/prompt-response.ts';
import type { AskModelsResult } from '../../generated/tool-results.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import type { PromptStarted } from '../../pipeline/follow/answer-events.ts';
import type { Prompt } from '../../pipeline/request-context.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import { problemJson } from '../answer/error-handler.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { closeRequest, openRequest } from '../run/open-request.ts';
import { withIndexes, toolAnswer } from './tool-answer.ts';
import type { Progress, ToolCall } from './tool.ts';

/**
 * Runs a request for a tool. Once the hold is durable, the request continues even if its client leaves. Its answer is
 * stored like that of an asynchronous request, and `get_prompt` reads it. Progress is reported once it is durable.
 * @throws as `runPrompt`.
 */
export async function runForTool(call: ToolCall, prompt: Prompt): Promise<AskModelsResult> {
  const { admittedRequest, services, snapshot, span } = call;
  const options = { snapshot, prompt, idempotency: null, isAsync: true, span };
  const context = openRequest(admittedRequest, services, options);
  const log = new AnswerLog(services.running.paceOf(context.account.id));
  context.answerLog = log;
  call.cancelSignal.whenStopped(() => context.cancelSignal.stop());
  try {
    const answer = await runPrompt(context, (started) => {
      setPromptLogId(admittedRequest.response, started.promptLogId);
      context.forgetClient?.();
      if (call.reportProgress !== undefined)
        reportSteps(started, { log, prompt, reportProgress: call.reportProgress });
    });
    // Without an idempotency key no earlier answer can be found.
    if (answer.replayed) throw new Error('a request without a key was answered before');
    log.end('done', answer.body);
    const { promptLogId, creditsUsed, results, evaluations, ranking = [], judging } = answer.response;
    const rest = toolAnswer(withIndexes(results, ranking), evaluations);
    const output = { promptLogId, creditsUsed, ...rest, ranking: [...ranking] };
    return judging === undefined ? output : { ...output, judging };
  } catch (error) {
    log.end('error', [Buffer.from(problemJson(error))]);
    throw error;
  } finally {
    closeRequest(context, admittedRequest.response);
  }
}

/** Reports the hold, then each result and evaluation as it comes. */
function reportSteps(
  { promptLogId, creditsHeld }: PromptStarted,
  {
    log,
    prompt: { request, givenAnswers },
    reportProgress,
  }: {
    readonly log: AnswerLog;
    readonly prompt: Prompt;
    readonly reportProgress: (progress: Progress) => void;
  },
): void {
  const { models, judges = [], fuse } = request;
  const fusedCount = fuse === undefined ? 0 : 1;
  const answerCount = (givenAnswers?.length ?? models.length) + fusedCount;
  const total = models.length + fusedCount + (judges.length * answerCount * (answerCount - 1)) / 2;
  let doneSteps = 0;
  reportProgress({
    done: doneSteps,
    total,
    message: `Started as ${promptLogId}; ${creditsHeld} credits are held.`,
  });
  const step = (message: string): void => {
    doneSteps += 1;
    reportProgress({ done: doneSteps, total, message });
  };
  log.watch({
    result: (index, result) => step(`${result.modelId} (${index}) ${outcomeOf(result)}`),
    evaluation: ({ status, judge, a, b, winner }) =>
      step(
        status === 'skipped'
          ? `${judge.modelId} need not compare ${a.index} and ${b.index}`
          : `${judge.modelId} compared ${a.index} and ${b.index}: ${winner ?? 'no verdict'}`,
      ),
  });
}

function outcomeOf({ error, latencyMs, tokensOut }: Result): string {
  return error === undefined
    ? `answered in ${Math.round(latencyMs)} ms with ${tokensOut} tokens`
    : `failed: ${error.code}`;
}
