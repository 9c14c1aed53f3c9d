import type { Request, RequestHandler, Response } from 'express';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics.ts';
import { GatewayError } from '../../errors.ts';
import type { EarlierReply } from '../../pipeline/earlier-reply.ts';
import type { PromptServices } from '../../pipeline/plan/request-context.ts';
import type { PromptStarted } from '../../pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../pipeline/follow/position.ts';
import type { PromptJob } from '../../pipeline/prompt-job.ts';
import { findEarlierReply } from '../../pipeline/reserve-prompt.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { admit, type AdmitServices, type AdmittedRequest } from '../admit/admit.ts';
import { problemJson } from '../answer/error-handler.ts';
import { followWithEvents, sendOneEvent } from '../answer/event-stream.ts';
import {
  checkParts,
  claimOf,
  readIdempotencyKey,
  readParts,
  type ReadPromptServices,
} from '../read/read-prompt.ts';
import { givePromptLogId, requestIdOf } from '../answer/request-identity.ts';
import { sendPieces, writePieces } from '../answer/write-pieces.ts';

/** What a request keeps from its beginning to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly upstream: Upstream;
}

export interface PromptRouteServices extends PromptServices, ReadPromptServices, AdmitServices {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
  readonly pool: WorkerPool;
  /** For an answer that is given at once. */
  readonly current: () => LoadedRegistry;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: <T>(work: (serving: RequestServing) => Promise<T>) => Promise<T>;
  readonly tracing: Tracing;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, async (admittedRequest) => {
    const span = openSpan(admittedRequest, services.tracing);
    const earlier = await services.use((serving) =>
      answerPrompt(admittedRequest, span, { serving, services }),
    );
    if (earlier === undefined) return;
    // The request's body is no longer in memory, however slowly the client reads.
    admittedRequest.body.release();
    await replay(admittedRequest, earlier);
  });
}

/** Requests without a valid key are not traced. */
function openSpan({ request, response }: AdmittedRequest, tracing: Tracing): Span {
  const span = tracing.request(request.headers, {
    'http.request.method': 'POST',
    'http.route': '/api/v1/prompt',
  });
  if (!span.isRecording) return span;
  response.on('close', () => {
    span.set({ 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) span.fail(String(response.statusCode));
    span.end();
  });
  return span;
}

/** @returns what is still to be sent where the request was answered before. */
async function answerPrompt(
  admittedRequest: AdmittedRequest,
  span: Span,
  { serving, services }: { readonly serving: RequestServing; readonly services: PromptRouteServices },
): Promise<EarlierReply | undefined> {
  const { request, response, caller, clientSignal } = admittedRequest;
  const key = readIdempotencyKey(request);
  const parts = await readParts(admittedRequest, services, { wantsDigest: key !== undefined });
  const idempotency = key === undefined ? null : claimOf(key, parts.digest ?? '');
  try {
    const prompt = checkParts(parts, serving, services.limits);
    const job: PromptJob = {
      services,
      serving,
      prompt,
      account: caller.account,
      idempotency,
      correlationId: requestIdOf(response),
      onStarted: ({ promptLogId }) => givePromptLogId(response, promptLogId),
      clientSignal,
      log: null,
      span,
    };
    if (wantsEventStream(request)) return await answerWithEvents(response, job);
    const answer = await runPrompt(job);
    if (answer.replayed) return answer.reply;
    setJsonHeaders(response);
    sendPieces(response, answer.body);
    return undefined;
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'validation-failed';
    if (idempotency === null || !isRefused) throw error;
    // What was answered once is answered again, though the model has another name or a limit is lower by now.
    const earlier = await findEarlierReply(caller.account.id, idempotency, services);
    if (earlier === undefined) throw error;
    return earlier;
  }
}

function wantsEventStream(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

function setJsonHeaders(response: Response): void {
  // Express would look up the type and hash the body anew for every answer.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
}

/** Sends an earlier answer as fast as the client reads it, so that one nobody reads holds one piece in memory. */
async function replay(
  { request, response }: AdmittedRequest,
  { promptLogId, bytes, pieces }: EarlierReply,
): Promise<void> {
  givePromptLogId(response, promptLogId);
  response.setHeader('Idempotency-Replayed', 'true');
  if (wantsEventStream(request)) return await sendOneEvent(response, 'done', pieces);
  setJsonHeaders(response);
  response.setHeader('Content-Length', String(bytes));
  await writePieces(response, pieces);
}

async function answerWithEvents(response: Response, job: PromptJob): Promise<EarlierReply | undefined> {
  const log = new AnswerLog(job.prompt.texts);
  const onStarted = (started: PromptStarted): void => {
    job.onStarted(started);
    // Until the hold stands an error is still a plain problem with its own status.
    followWithEvents(response, log, BEGINNING);
  };
  try {
    const answer = await runPrompt({ ...job, onStarted, log });
    if (answer.replayed) return answer.reply;
    log.end('done', answer.body);
    return undefined;
  } catch (error) {
    // The status has been sent, so the problem comes as an event; the error handler logs it.
    log.end('error', [Buffer.from(problemJson(error))]);
    throw error;
  }
}
