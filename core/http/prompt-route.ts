import type { RequestHandler } from 'express';
import { EndingSource } from '../pipeline/ending.ts';
import type { PromptJob, PromptServices, PromptWatcher } from '../pipeline/prompt-job.ts';
import { runPrompt } from '../pipeline/run-prompt.ts';
import { toResult } from '../pipeline/to-result.ts';
import type { Upstream } from '../pipeline/upstream.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import type { Span, Tracing } from '../tracing/span.ts';
import { admit, type Exchange } from './admit.ts';
import { openEventStream, wantsEventStream, type EventStream } from './event-stream.ts';
import { claimOf, readIdempotencyKey } from './idempotency.ts';
import type { LimitRateServices } from './limit-rate.ts';
import { readPrompt, type ReadPromptServices } from './read-prompt.ts';

/** What a request keeps from its beginning to its end, whatever is swapped in meanwhile. */
export interface RequestServing extends LoadedRegistry {
  readonly upstream: Upstream;
}

export interface PromptRouteServices
  extends Omit<PromptServices, 'registry' | 'upstream'>, ReadPromptServices, LimitRateServices {
  /** For an answer that is given at once. */
  readonly current: () => LoadedRegistry;
  /** Runs a request on the registry and the connections of this moment. */
  readonly use: (work: (serving: RequestServing) => Promise<void>) => Promise<void>;
  readonly tracing: Tracing;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, (exchange) => {
    const span = openSpan(exchange, services.tracing);
    return services.use((serving) => answerPrompt({ ...exchange, span }, serving, services));
  });
}

interface TracedExchange extends Exchange {
  readonly span: Span;
}

/** Only what was admitted is traced: whoever has no key fills no collector. */
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

async function answerPrompt(
  exchange: TracedExchange,
  serving: RequestServing,
  services: PromptRouteServices,
): Promise<void> {
  const key = readIdempotencyKey(exchange.request);
  const prompt = await readPrompt(exchange, serving, services);
  const gone = new EndingSource();
  // After the answer it would tell nobody anything.
  exchange.response.on('close', () => exchange.response.writableFinished || gone.end());
  const job = {
    prompt,
    account: exchange.caller.account,
    idempotency: key === undefined ? null : await claimOf(key, prompt),
    abandoned: gone,
    span: exchange.span,
  };
  const { registry, upstream } = serving;
  const answer = wantsEventStream(exchange.request) ? answerWithEvents : answerWhole;
  await answer(exchange, job, { ...services, registry, upstream });
}

type UnwatchedJob = Omit<PromptJob, 'watcher'>;

async function answerWhole(
  { response }: Exchange,
  job: UnwatchedJob,
  services: PromptServices,
): Promise<void> {
  const { json, replayed } = await runPrompt({ ...job, watcher: UNWATCHED }, services);
  if (replayed) response.set(REPLAYED);
  // Express would look up the type and hash the body anew for every answer.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(json);
}

const UNWATCHED: PromptWatcher = { reserved: () => {}, result: () => {}, evaluation: () => {} };
const REPLAYED = { 'Idempotency-Replayed': 'true' };

async function answerWithEvents(
  { response }: Exchange,
  job: UnwatchedJob,
  services: PromptServices,
): Promise<void> {
  let stream: EventStream | undefined;
  const watcher: PromptWatcher = {
    // Until the hold stands an error is still a plain problem with its own status.
    reserved: () => {
      stream = openEventStream(response);
    },
    result: (checked, index) => stream?.send('result', JSON.stringify({ index, result: toResult(checked) })),
    evaluation: (evaluation) => stream?.send('evaluation', JSON.stringify(evaluation)),
  };
  const { json, replayed } = await runPrompt({ ...job, watcher }, services);
  if (replayed) {
    response.set(REPLAYED);
    stream = openEventStream(response);
  }
  stream?.send('done', json);
  stream?.end();
}
