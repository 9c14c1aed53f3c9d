import type { RequestHandler, Response } from 'express';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics.ts';
import { GatewayError } from '../../errors.ts';
import type { EarlierReply } from '../../pipeline/earlier-reply.ts';
import { keepsNothing } from '../../pipeline/plan-prompt.ts';
import type { PromptServices } from '../../pipeline/plan/request-context.ts';
import type { PromptStarted } from '../../pipeline/follow/answer-events.ts';
import { AnswerLog } from '../../pipeline/follow/answer-log.ts';
import { BEGINNING } from '../../pipeline/follow/position.ts';
import type { PromptJob } from '../../pipeline/prompt-job.ts';
import { RequestInFlight } from '../../pipeline/request-in-flight.ts';
import { findEarlierReply } from '../../pipeline/reserve-prompt.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import type { RunningRequests } from '../../pipeline/running/running-requests.ts';
import { StopSource } from '../../upstream/stop-signal.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { admit, type AdmitServices, type AdmittedRequest } from '../admit/admit.ts';
import { acceptPrompt } from '../answer/accept-prompt.ts';
import { problemJson } from '../answer/error-handler.ts';
import { followWithEvents, sendOneEvent, wantsEventStream } from '../answer/event-stream.ts';
import {
  checkParts,
  claimOf,
  readIdempotencyKey,
  readParts,
  type ReadPromptServices,
} from '../read/read-prompt.ts';
import { prefersAsync } from '../read/prefers-async.ts';
import { givePromptLogId, requestIdOf } from '../answer/request-identity.ts';
import { sendPieces, writePieces } from '../answer/write-pieces.ts';
import { askLedger } from './ask-ledger.ts';
import { statusOf } from './record/find-record.ts';

/** What a request keeps from its beginning to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly upstream: Upstream;
}

export interface PromptRouteServices extends PromptServices, ReadPromptServices, AdmitServices {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
  readonly pool: WorkerPool;
  /** For an answer that is given at once. */
  readonly current: () => RequestServing;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: <T>(work: (serving: RequestServing) => Promise<T>) => Promise<T>;
  readonly tracing: Tracing;
  readonly running: RunningRequests;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, async (admittedRequest) => {
    const span = openSpan(admittedRequest, services.tracing);
    const isAsync = prefersAsync(admittedRequest.request);
    let earlier: EarlierReply | undefined;
    try {
      earlier = await services.use((serving) => answerPrompt(admittedRequest, span, { serving, services }));
    } catch (error) {
      if (!isAsync || !(error instanceof RequestInFlight)) throw error;
      return await acceptAgain(admittedRequest, error.promptLogId, services);
    }
    if (earlier === undefined) return;
    // The request's body is no longer in memory, however slowly the client reads.
    admittedRequest.body.release();
    if (isAsync) await acceptAgain(admittedRequest, earlier.promptLogId, services);
    else await replay(admittedRequest, earlier);
  });
}

/** A repetition of a request that runs or has ended is told where that is. */
async function acceptAgain(
  { response, caller }: AdmittedRequest,
  promptLogId: string,
  { ledger }: PromptRouteServices,
): Promise<void> {
  const record = await askLedger(ledger.findRequest(caller.account.id, promptLogId));
  if (record === undefined) throw new Error('the ledger lost the request of an idempotency key');
  response.setHeader('Idempotency-Replayed', 'true');
  acceptPrompt(response, statusOf(record));
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
    const isAsync = prefersAsync(request);
    const stop = new StopSource();
    const job: WatchedJob = {
      services,
      serving,
      prompt,
      account: caller.account,
      idempotency,
      correlationId: requestIdOf(response),
      isAsync,
      stop,
      forgetClient: clientSignal.whenStopped(() => stop.stop()),
      clientSignal: stop,
      log: isAsync || wantsEventStream(request) ? new AnswerLog(prompt.texts) : null,
      span,
    };
    return await runAndAnswer(response, job);
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'validation-failed';
    if (idempotency === null || !isRefused) throw error;
    // What was answered once is answered again, though the model has another name or a limit is lower by now.
    const earlier = await findEarlierReply(caller.account.id, idempotency, services);
    if (earlier === undefined) throw error;
    return earlier;
  }
}

/** A request with what stops it. */
interface WatchedJob extends Omit<PromptJob, 'onStarted'> {
  readonly services: PromptRouteServices;
  readonly stop: StopSource;
  /** From then on a client that leaves stops nothing. */
  readonly forgetClient: () => void;
}

/** @returns what is still to be sent where the request was answered before. */
async function runAndAnswer(response: Response, job: WatchedJob): Promise<EarlierReply | undefined> {
  const { log, stop, isAsync, forgetClient, account, services } = job;
  let ended = (): void => {};
  const onStarted = (started: PromptStarted): void => {
    const { promptLogId } = started;
    givePromptLogId(response, promptLogId);
    const running = { promptLogId, accountId: account.id, keepsNothing: keepsNothing(job), log };
    ended = services.running.add({ ...running, cancel: () => stop.stop() });
    if (isAsync) {
      forgetClient();
      acceptPrompt(response, { ...started, state: 'running' });
    } else if (log !== null) {
      // Until the hold stands an error is still a plain problem with its own status.
      followWithEvents(response, log, BEGINNING);
    }
  };
  try {
    const answer = await runPrompt({ ...job, onStarted });
    if (answer.replayed) return answer.reply;
    if (log === null) {
      setJsonHeaders(response);
      sendPieces(response, answer.body);
    } else log.end('done', answer.body);
    return undefined;
  } catch (error) {
    // The status has been sent, so the problem comes as an event; the error handler logs it.
    log?.end('error', [Buffer.from(problemJson(error))]);
    throw error;
  } finally {
    ended();
  }
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
