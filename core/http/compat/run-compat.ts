import type { Response } from 'express';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { EarlierReply } from '../../pipeline/earlier-reply.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../pipeline/follow/position.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import { jsonInTurns } from '../../text/plain-json.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { problemJson } from '../answer/error-handler.ts';
import { EventAnswer } from '../answer/event-answer.ts';
import { followWithEvents } from '../answer/event-stream.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { sendJson, writeTurn } from '../answer/write-pieces.ts';
import { closeRequest, openRequest, type RouteServices, type RequestOptions } from '../run/open-request.ts';
import { answerHead, chooseAnswer, type ChoiceContext, type Ending } from './answer/chosen-answer.ts';
import { compatErrorOf, sendCompatError } from './compat-error.ts';
import type { CompatApi } from './formats/compat-api.ts';
import { CompatStream } from './compat-stream.ts';

/** How a request is answered in its dialect. */
export interface AnswerContext extends ChoiceContext {
  readonly api: CompatApi;
}

/**
 * Runs a request and answers it in its dialect. The status of a stream waits a short time for the first word, so that an
 * earlier failure gets an error status, which tells clients whether to retry.
 * @returns the stored answer, for `compatRoute` to send, if the request was answered before.
 * @throws as `runPrompt`. If the stream has begun, the error has been sent in it already.
 */
export async function runCompat(
  admittedRequest: AdmittedRequest,
  services: RouteServices,
  options: RequestOptions,
  answerContext: AnswerContext,
): Promise<EarlierReply | undefined> {
  const { response } = admittedRequest;
  const { heartbeatMs, running } = services;
  const context = openRequest(admittedRequest, services, options);
  const { prompt, account } = context;
  // A judged answer, or one that is checked against a schema, is only known at the end, so it cannot be streamed.
  const isLive =
    answerContext.options.stream &&
    prompt.request.response_schema === undefined &&
    answerContext.panel === undefined;
  const log = isLive ? new AnswerLog(running.paceOf(account.id)) : null;
  context.answerLog = log;
  let streaming: Streaming | undefined;
  try {
    const answer = await runPrompt(context, ({ promptLogId: requestId }) => {
      setPromptLogId(response, requestId);
      if (answerContext.options.stream)
        streaming = beginStream(response, log, { requestId, answerContext, heartbeatMs });
    });
    if (answer.replayed) return answer.reply;
    await sendEnding(response, answer.response, answerContext, streaming);
    log?.end('done', answer.body);
    return undefined;
  } catch (error) {
    if (streaming?.answer.isOpen === true) streaming.end({ error: compatErrorOf(error) });
    else streaming?.answer.stop();
    log?.end('error', [Buffer.from(problemJson(error))]);
    throw error;
  } finally {
    closeRequest(context, response);
  }
}

/**
 * Sends a stored answer again, streamed or whole as this request asks.
 * @param heartbeatMs the time between comments of a stream, in milliseconds.
 */
export async function sendEarlier(
  response: Response,
  promptResponse: PromptResponse,
  { answerContext, heartbeatMs }: { readonly answerContext: AnswerContext; readonly heartbeatMs: number },
): Promise<void> {
  const { promptLogId: requestId } = promptResponse;
  const streaming = answerContext.options.stream
    ? beginStream(response, null, { requestId, answerContext, heartbeatMs })
    : undefined;
  await sendEnding(response, promptResponse, answerContext, streaming);
}

interface Streaming {
  readonly answer: EventAnswer;
  /** Sends the rest. A stream that follows a log does so once the last event arrives. */
  readonly end: (ending: Ending) => void;
}

function beginStream(
  response: Response,
  log: AnswerLog | null,
  {
    requestId,
    answerContext,
    heartbeatMs,
  }: { readonly requestId: string; readonly answerContext: AnswerContext; readonly heartbeatMs: number },
): Streaming {
  const { api, options } = answerContext;
  const stream = new CompatStream(api.stream(answerHead(requestId, options)));
  // Judging takes a while, so the stream of a panel begins at once.
  const holdsStatus = answerContext.panel === undefined;
  if (log === null) {
    const answer = new EventAnswer(response, { heartbeatMs, holdsStatus });
    if (!holdsStatus) answer.comment();
    const end = (ending: Ending): void => {
      stream.ending = ending;
      answer.send(stream.end());
      answer.end();
    };
    return { answer, end };
  }
  const frame = stream.frame.bind(stream);
  const form = { frame, holdsStatus, isWhole: true };
  const answer = followWithEvents(response, log, { position: BEGINNING, heartbeatMs, form });
  return { answer, end: (ending) => (stream.ending = ending) };
}

async function sendEnding(
  response: Response,
  promptResponse: PromptResponse,
  answerContext: AnswerContext,
  streaming: Streaming | undefined,
): Promise<void> {
  const { api } = answerContext;
  const ending = chooseAnswer(promptResponse, answerContext, api.promptField);
  if ('error' in ending && streaming?.answer.isOpen !== true) {
    streaming?.answer.stop();
    response.assay.isProvidersFault = true;
    sendCompatError(response, ending.error);
  } else if (streaming !== undefined) streaming.end(ending);
  else if ('answer' in ending)
    sendJson(response, await jsonInTurns(api.whole(ending.answer), () => writeTurn(response)));
}
