import type { Result } from '../../generated/prompt-response.ts';
import type { AskModelsResult } from '../../generated/tool-results.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import type { PromptStarted } from '../../pipeline/follow/answer-events.ts';
import type { Prompt } from '../../pipeline/plan/request-context.ts';
import { problemJson } from '../answer/error-handler.ts';
import { runRegistered, watchedJob } from '../run/run-registered.ts';
import { placed, tellAnswer } from './told-answer.ts';
import { turnOf, type Progress, type ToolCall } from './tool.ts';

/**
 * Runs a request for a tool. From the hold on a client that leaves ends nothing: its answer is kept as that of a request
 * that runs asynchronously, and `get_prompt` reads it. Progress is told once what it tells of is durable.
 * @throws as `runPrompt`.
 */
export async function runTold(call: ToolCall, prompt: Prompt): Promise<AskModelsResult> {
  const { admittedRequest, services, serving, span } = call;
  const log = new AnswerLog(prompt.texts, services.running.paces.of(admittedRequest.caller.account.id));
  const given = { serving, prompt, idempotency: null, isAsync: true, log, span };
  const job = watchedJob(admittedRequest, services, given);
  call.whenCancelled(() => job.stop.stop());
  const onStarted = (started: PromptStarted): void => {
    job.forgetClient();
    if (call.tell !== undefined) tellSteps(started, { log, prompt, tell: call.tell });
  };
  return await runRegistered(admittedRequest.response, job, onStarted, async (run) => {
    try {
      const answer = await run;
      // No key, so nothing is repeated.
      if (answer.replayed) throw new Error('a request without a key was answered before');
      log.end('done', answer.body);
      const { promptLogId, creditsUsed, results, evaluations, ranking = [] } = answer.response;
      const from = { results: placed(results), evaluations, texts: prompt.texts };
      const rest = await tellAnswer({ ...from, nextTurn: () => turnOf(call) });
      return { promptLogId, creditsUsed, ...rest, ranking: [...ranking] };
    } catch (error) {
      log.end('error', [Buffer.from(problemJson(error))]);
      throw error;
    }
  });
}

/** Tells of the hold, then counts results and evaluations as they come. */
function tellSteps(
  { promptLogId, creditsHeld }: PromptStarted,
  {
    log,
    prompt: { request, given },
    tell,
  }: {
    readonly log: AnswerLog;
    readonly prompt: Prompt;
    readonly tell: (progress: Progress) => void;
  },
): void {
  const { models, judges = [] } = request;
  const compared = given?.length ?? models.length;
  const total = models.length + (judges.length * compared * (compared - 1)) / 2;
  let done = 0;
  tell({ done, total, message: `Started as ${promptLogId}; ${creditsHeld} credits are held.` });
  const step = (message: string): void => {
    done += 1;
    tell({ done, total, message });
  };
  log.watch({
    result: (index, result) => step(`${result.modelId} (${index}) ${outcomeOf(result)}`),
    evaluation: ({ judge, a, b, winner }) =>
      step(`${judge.modelId} compared ${a.index} and ${b.index}: ${winner ?? 'no verdict'}`),
  });
}

function outcomeOf({ error, latencyMs, tokensOut }: Result): string {
  return error === undefined
    ? `answered in ${Math.round(latencyMs)} ms with ${tokensOut} tokens`
    : `failed: ${error.code}`;
}
