import type { Response } from 'express';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { EarlierReply } from '../../pipeline/earlier-reply.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../pipeline/follow/position.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import { jsonInTurns } from '../../text/json-pieces.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { problemJson } from '../answer/error-handler.ts';
import { EventAnswer } from '../answer/event-answer.ts';
import { followWithEvents } from '../answer/event-stream.ts';
import { setPromptLogId, stateOf } from '../answer/answer-state.ts';
import { sendJson, writeTurn } from '../answer/write-pieces.ts';
import { closeRequest, openRequest, type RouteServices, type RequestTerms } from '../run/open-request.ts';
import { answerHead, chooseAnswer, type ChooseTerms } from './answer/chosen-answer.ts';
import { compatErrorOf, compatErrorOfFault, compatErrorOfUnjudged, sendCompatError } from './compat-error.ts';
import type { CompatApi } from './formats/compat-api.ts';
import { CompatStream, type Ending } from './compat-stream.ts';

/** What is told of a request beside its answer. */
export interface CompatAnswerTerms extends ChooseTerms {
  readonly api: CompatApi;
}

/**
 * Runs a request and answers it in its dialect. A stream's status waits for the first word, and not for long: what fails
 * before is told with a status of its own, by which clients decide whether to try again.
 * @returns what is still to be sent where the request was answered before.
 * @throws as `runPrompt`; in a stream that has begun its error has been told.
 */
export async function runCompat(
  admittedRequest: AdmittedRequest,
  services: RouteServices,
  terms: RequestTerms,
  told: CompatAnswerTerms,
): Promise<EarlierReply | undefined> {
  const { response } = admittedRequest;
  const { heartbeatMs, running } = services;
  const context = openRequest(admittedRequest, services, terms);
  const { prompt, account } = context;
  // An answer that is judged, or checked against a schema, is known at the end: nothing of it leaves before.
  const isLive =
    told.terms.stream && prompt.request.response_schema === undefined && told.panel === undefined;
  const log = isLive ? new AnswerLog(running.paceOf(account.id)) : null;
  context.log = log;
  let streaming: Streaming | undefined;
  try {
    const answer = await runPrompt(context, ({ promptLogId }) => {
      setPromptLogId(response, promptLogId);
      if (told.terms.stream) streaming = beginStream(response, log, { promptLogId, told, heartbeatMs });
    });
    if (answer.replayed) return answer.reply;
    await tell(response, endingOf(answer.response, told), { told, streaming });
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
 * Tells an answer that was given before, in the form that is asked for now.
 * @param heartbeatMs between comments of a stream, milliseconds.
 */
export async function tellEarlier(
  response: Response,
  answered: PromptResponse,
  { told, heartbeatMs }: { readonly told: CompatAnswerTerms; readonly heartbeatMs: number },
): Promise<void> {
  const { promptLogId } = answered;
  const streaming = told.terms.stream
    ? beginStream(response, null, { promptLogId, told, heartbeatMs })
    : undefined;
  await tell(response, endingOf(answered, told), { told, streaming });
}

interface Streaming {
  readonly answer: EventAnswer;
  /** Tells the rest; of a log once its last event comes. */
  readonly end: (ending: Ending) => void;
}

function beginStream(
  response: Response,
  log: AnswerLog | null,
  {
    promptLogId,
    told,
    heartbeatMs,
  }: { readonly promptLogId: string; readonly told: CompatAnswerTerms; readonly heartbeatMs: number },
): Streaming {
  const { api, terms } = told;
  const stream = new CompatStream(api.stream(answerHead(promptLogId, terms)));
  // Judging takes a while, so its stream begins at once.
  const holdsStatus = told.panel === undefined;
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

function endingOf(answered: PromptResponse, told: CompatAnswerTerms): Ending {
  const chosen = chooseAnswer(answered, told);
  if ('unjudged' in chosen) return { error: compatErrorOfUnjudged(chosen.unjudged) };
  return 'error' in chosen
    ? { error: compatErrorOfFault(chosen.error, told.api.promptField) }
    : { answer: chosen };
}

async function tell(
  response: Response,
  ending: Ending,
  { told, streaming }: { readonly told: CompatAnswerTerms; readonly streaming: Streaming | undefined },
): Promise<void> {
  if ('error' in ending && streaming?.answer.isOpen !== true) {
    streaming?.answer.stop();
    stateOf(response).isProvidersFault = true;
    sendCompatError(response, ending.error);
  } else if (streaming !== undefined) streaming.end(ending);
  else if ('answer' in ending)
    sendJson(response, await jsonInTurns(told.api.whole(ending.answer), () => writeTurn(response)));
}
