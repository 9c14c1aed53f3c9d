import type { RequestHandler } from 'express';
import type { PromptJob, PromptServices, PromptWatcher } from '../pipeline/prompt-job.ts';
import { runPrompt } from '../pipeline/run-prompt.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import { admit, type Exchange } from './admit.ts';
import { openEventStream, wantsEventStream, type EventStream } from './event-stream.ts';
import { claimOf, readIdempotencyKey } from './idempotency.ts';
import type { LimitRateServices } from './limit-rate.ts';
import { readPrompt, type ReadPromptServices } from './read-prompt.ts';

export interface PromptRouteServices
  extends Omit<PromptServices, 'registry'>, ReadPromptServices, LimitRateServices {
  /** The registry of this moment; a request keeps the one it began with. */
  readonly current: () => LoadedRegistry;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return admit(services, async (exchange) => {
    const loaded = services.current();
    const key = readIdempotencyKey(exchange.request);
    const prompt = await readPrompt(exchange, loaded, services);
    const gone = new AbortController();
    // Aborting after the answer would tell nobody anything.
    exchange.response.on('close', () => exchange.response.writableFinished || gone.abort());
    const job = {
      prompt,
      account: exchange.caller.account,
      idempotency: key === undefined ? null : await claimOf(key, prompt),
      abandoned: gone.signal,
    };
    const answer = wantsEventStream(exchange.request) ? answerWithEvents : answerWhole;
    await answer(exchange, job, { ...services, registry: loaded.registry });
  });
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
    result: (result, index) => stream?.send('result', JSON.stringify({ index, result })),
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
