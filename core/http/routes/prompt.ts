import type { RequestHandler, Response } from 'express';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import { GatewayError } from '../../errors.ts';
import type { EarlierReply } from '../../pipeline/earlier-reply.ts';
import type { PromptJob, PromptServices, PromptWatcher } from '../../pipeline/prompt-job.ts';
import { findEarlierReply } from '../../pipeline/reserve-prompt.ts';
import { runPrompt } from '../../pipeline/run-prompt.ts';
import { toResult } from '../../pipeline/call/to-result.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { spliceTexts } from '../../text/splice-texts.ts';
import type { Span, Tracing } from '../../tracing/span.ts';
import type { RequestParts } from '../../workers/read-request.ts';
import { admit, type AdmitServices, type Exchange } from '../admit/admit.ts';
import { problemJson } from '../answer/error-handler.ts';
import { openEventStream, sendOneEvent, wantsEventStream, type EventStream } from '../answer/event-stream.ts';
import { claimOf, readIdempotencyKey } from '../read/idempotency.ts';
import { checkParts, readParts, type ReadPromptServices } from '../read/read-prompt.ts';
import { sendPieces, writePieces } from '../answer/write-pieces.ts';

/** What a request keeps from its beginning to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly upstream: Upstream;
}

export interface PromptRouteServices
  extends Omit<PromptServices, 'registry' | 'upstream'>, ReadPromptServices, AdmitServices {
  /** For an answer that is given at once. */
  readonly current: () => LoadedRegistry;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: <T>(work: (serving: RequestServing) => Promise<T>) => Promise<T>;
  readonly tracing: Tracing;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, async (exchange) => {
    const span = openSpan(exchange, services.tracing);
    const earlier = await services.use((serving) => answerPrompt({ ...exchange, span }, serving, services));
    if (earlier === undefined) return;
    // The request's body is no longer in memory, however slowly the client reads.
    exchange.body.release();
    await replay(exchange, earlier);
  });
}

interface TracedExchange extends Exchange {
  readonly span: Span;
}

/** Requests without a valid key are not traced. */
function openSpan({ request, response }: Exchange, tracing: Tracing): Span {
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
  exchange: TracedExchange,
  serving: RequestServing,
  services: PromptRouteServices,
): Promise<EarlierReply | undefined> {
  const key = readIdempotencyKey(exchange.request);
  const parts = await readParts(exchange, services, { wantsDigest: key !== undefined });
  const claim = key === undefined ? null : claimOf(key, parts.digest ?? '');
  try {
    return await answerAnew(exchange, { parts, claim }, { serving, services });
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'validation-failed';
    if (claim === null || !isRefused) throw error;
    // What was answered once is answered again, though the model has another name or a limit is lower by now.
    const earlier = await findEarlierReply(exchange.caller.account.id, claim, services);
    if (earlier === undefined) throw error;
    return earlier;
  }
}

interface ReadRequest {
  readonly parts: RequestParts;
  readonly claim: IdempotencyClaim | null;
}

async function answerAnew(
  exchange: TracedExchange,
  { parts, claim }: ReadRequest,
  { serving, services }: { readonly serving: RequestServing; readonly services: PromptRouteServices },
): Promise<EarlierReply | undefined> {
  const prompt = checkParts(parts, serving, services.limits);
  const job = {
    prompt,
    account: exchange.caller.account,
    idempotency: claim,
    abandoned: exchange.gone,
    span: exchange.span,
  };
  const { registry, upstream } = serving;
  const answer = wantsEventStream(exchange.request) ? answerWithEvents : answerWhole;
  return await answer(exchange, job, { ...services, registry, upstream });
}

type UnwatchedJob = Omit<PromptJob, 'watcher'>;

async function answerWhole(
  { response }: Exchange,
  job: UnwatchedJob,
  services: PromptServices,
): Promise<EarlierReply | undefined> {
  const answer = await runPrompt({ ...job, watcher: null }, services);
  if (answer.replayed) return answer.reply;
  setJsonHeaders(response);
  sendPieces(response, answer.body);
  return undefined;
}

function setJsonHeaders(response: Response): void {
  // Express would look up the type and hash the body anew for every answer.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
}

/** Sends an earlier answer as fast as the client reads it, so that one nobody reads holds one piece in memory. */
async function replay({ request, response }: Exchange, { bytes, pieces }: EarlierReply): Promise<void> {
  response.setHeader('Idempotency-Replayed', 'true');
  if (wantsEventStream(request)) return await sendOneEvent(response, 'done', pieces);
  setJsonHeaders(response);
  response.setHeader('Content-Length', String(bytes));
  await writePieces(response, pieces);
}

async function answerWithEvents(
  { response }: Exchange,
  job: UnwatchedJob,
  services: PromptServices,
): Promise<EarlierReply | undefined> {
  let stream: EventStream | undefined;
  const watcher: PromptWatcher = {
    // Until the hold stands an error is still a plain problem with its own status.
    reserved: () => {
      stream = openEventStream(response);
    },
    result: (checked, index) => {
      const json = JSON.stringify({ index, result: toResult(checked) });
      stream?.send('result', spliceTexts(json, job.prompt.texts));
    },
    evaluation: (evaluation) =>
      stream?.send('evaluation', spliceTexts(JSON.stringify(evaluation), job.prompt.texts)),
  };
  try {
    const answer = await runPrompt({ ...job, watcher }, services);
    if (answer.replayed) return answer.reply;
    stream?.send('done', answer.body);
    return undefined;
  } catch (error) {
    // The status has been sent, so the problem comes as an event; the error handler logs it.
    stream?.send('error', [Buffer.from(problemJson(error))]);
    throw error;
  } finally {
    stream?.end();
  }
}
