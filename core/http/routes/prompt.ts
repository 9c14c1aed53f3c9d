import type { Response } from 'express';
import { OPERATIONS } from '../../api/operations.ts';
import type { PromptStatus } from '../../generated/prompt-status.ts';
import { type EarlierReply, findEarlierReply, RequestInFlight } from '../../pipeline/earlier-reply.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { eventOf } from '../../pipeline/follow/event-bytes.ts';
import { BEGINNING } from '../../pipeline/follow/position.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import { NO_SPAN } from '../../tracing/span.ts';
import type { AdmittedRequest, HandlerOf } from '../admit/admit.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { problemJson } from '../answer/error-handler.ts';
import { followWithEvents, sendEvents } from '../answer/event-stream.ts';
import { sendJson, setJsonHeaders, writePieces } from '../answer/write-pieces.ts';
import {
  checkCompareParts,
  checkParts,
  claimOf,
  readIdempotencyKey,
  readParts,
} from '../read/read-prompt.ts';
import { prefersAsync, wantsEventStream } from '../read/answer-form.ts';
import {
  closeRequest,
  type HttpSnapshot,
  openRequest,
  openSpan,
  type RouteServices,
  sendQuote,
} from '../run/open-request.ts';
import { findRecord, statusOf } from './record/find-record.ts';

/** An address whose POST runs models or judges. */
interface RunningAddress {
  readonly path: string;
  /** Turns the parts of the body into the prompt to run. @throws GatewayError 400 naming every wrong field. */
  readonly check: typeof checkParts;
}

/** Sends one prompt to many models. */
export const PROMPT: RunningAddress = { path: OPERATIONS.prompt.path, check: checkParts };
/** Has judges compare answers that the caller sends, so no model is run for them. */
export const COMPARE: RunningAddress = { path: OPERATIONS.compare.path, check: checkCompareParts };

/**
 * Handles an admitted request: reads and checks the body, then runs it, or answers again if its idempotency key was
 * used.
 */
export function promptRoute(address: RunningAddress, services: RouteServices): HandlerOf['rate'] {
  return async (admittedRequest) => {
    const { request, bodyShare } = admittedRequest;
    const isAsync = request.headers['prefer'] !== undefined && prefersAsync(request);
    let earlier: EarlierReply | undefined;
    try {
      earlier = await services.withSnapshot((snapshot) =>
        answerPrompt(admittedRequest, { address, services, snapshot, isAsync }),
      );
    } catch (error) {
      if (!isAsync || !(error instanceof RequestInFlight)) throw error;
      return await acceptAgain(admittedRequest, error.requestId, services);
    }
    if (earlier === undefined) return;
    // The request's body is no longer in memory, however slowly the client reads.
    bodyShare.release();
    if (isAsync) await acceptAgain(admittedRequest, earlier.requestId, services);
    else await replay(admittedRequest, earlier);
  };
}

interface PromptCall {
  readonly address: RunningAddress;
  readonly services: RouteServices;
  readonly snapshot: HttpSnapshot;
  readonly isAsync: boolean;
}

/**
 * Reads and runs a prompt, and sends its answer in the form that the client asked for.
 * @returns the first answer to this idempotency key, for `promptRoute` to send; undefined if this run has sent its own.
 */
async function answerPrompt(
  admittedRequest: AdmittedRequest,
  { address, services, snapshot, isAsync }: PromptCall,
): Promise<EarlierReply | undefined> {
  const { request, response, caller } = admittedRequest;
  const { tracing, limits, running, heartbeatMs } = services;
  const { headers } = request;
  const span = tracing === undefined ? NO_SPAN : openSpan(admittedRequest, address.path, tracing);
  const key = headers['idempotency-key'] === undefined ? undefined : readIdempotencyKey(request);
  const parts = await readParts(admittedRequest, services, { wantsDigest: key !== undefined });
  const path = address === PROMPT ? undefined : address.path;
  const idempotency = key === undefined ? null : claimOf(key, parts.digest ?? '', path);
  // Only a list that names a text type can prefer events, so most requests skip the parse.
  const wantsEvents = /text\//i.test(headers.accept ?? '') && wantsEventStream(request);
  let context: RequestContext | undefined;
  try {
    const prompt = address.check(parts, snapshot, limits);
    context = openRequest(admittedRequest, services, { snapshot, prompt, idempotency, isAsync, span });
    const log = isAsync || wantsEvents ? new AnswerLog(running.paceOf(caller.account.id)) : null;
    context.answerLog = log;
    const { forgetClient } = context;
    const answer = await runPrompt(context, (started) => {
      setPromptLogId(response, started.promptLogId);
      if (isAsync) {
        forgetClient?.();
        acceptPrompt(response, { ...started, state: 'running' });
      } else if (log !== null) {
        // The stream begins only now, so that an error before the hold is a plain problem with its own status.
        followWithEvents(response, log, { position: BEGINNING, heartbeatMs });
      }
    });
    if (answer.replayed) return answer.reply;
    if (log === null) sendJson(response, answer.body);
    else log.end('done', answer.body);
    return undefined;
  } catch (error) {
    // If the status has been sent, the problem comes as an event; the error handler logs it.
    context?.answerLog?.end('error', [Buffer.from(problemJson(error))]);
    return await findEarlierReply(error, caller.account.id, idempotency, services);
  } finally {
    if (context !== undefined) closeRequest(context, response);
  }
}

/** Answers 202 with the address of the request's record (RFC 9110, 15.3.3). */
function acceptPrompt(response: Response, status: PromptStatus): void {
  setPromptLogId(response, status.promptLogId);
  response
    .status(202)
    .set({
      Location: `/api/v1/prompts/${status.promptLogId}`,
      'Preference-Applied': 'respond-async',
      'Cache-Control': 'no-store',
    })
    .json(status);
}

/** Answers 202 to a repetition, with the address of the first request and its state. */
async function acceptAgain(
  { response, caller }: AdmittedRequest,
  requestId: string,
  { ledger }: RouteServices,
): Promise<void> {
  const record = await findRecord(requestId, caller, ledger);
  response.setHeader('Idempotency-Replayed', 'true');
  acceptPrompt(response, statusOf(record));
}

/** Sends an earlier answer as fast as the client reads it, so that an unread answer keeps only one piece in memory. */
async function replay(
  { request, response }: AdmittedRequest,
  { requestId, bytes, pieces }: EarlierReply,
): Promise<void> {
  setPromptLogId(response, requestId);
  response.setHeader('Idempotency-Replayed', 'true');
  if (wantsEventStream(request))
    return await sendEvents(response, eventOf({ id: '1', name: 'done' }, pieces));
  setJsonHeaders(response);
  response.setHeader('Content-Length', String(bytes));
  await writePieces(response, pieces);
}

/**
 * Answers with the hold that the same body would take at an address that runs it. A quote counts against the rate and
 * is free.
 */
export function quoteRoute({ check }: RunningAddress, services: RouteServices): HandlerOf['rate'] {
  return (admittedRequest) =>
    services.withSnapshot(async (snapshot) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false });
      const prompt = check(parts, snapshot, services.limits);
      await sendQuote(admittedRequest, prompt, { snapshot, services });
    });
}
