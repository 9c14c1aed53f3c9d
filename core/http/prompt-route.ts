import type { Request, RequestHandler, Response } from 'express';
import type { Limits } from '../config.ts';
import type { Attachment } from '../contract.ts';
import { GatewayError } from '../errors.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import type { Prompt } from '../pipeline/ask-model.ts';
import type { PromptServices, PromptWatcher } from '../pipeline/prompt-job.ts';
import { runPrompt } from '../pipeline/run-prompt.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import type { RateCounters } from '../stores/rate-counters.ts';
import type { RequestFile } from '../workers/read-request.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { checkLimits } from './check-limits.ts';
import { openEventStream, wantsEventStream, type EventStream } from './event-stream.ts';
import { limitRate } from './limit-rate.ts';
import { readBody } from './read-body.ts';

export interface PromptRouteServices extends Omit<PromptServices, 'registry'> {
  /** The registry of this moment; a request keeps the one it began with. */
  readonly current: () => LoadedRegistry;
  readonly counters: RateCounters;
  readonly limits: Limits;
}

/** POST /api/v1/prompt. The order is the contract's: key, rate, body, shape, limits, money, models. */
export function promptRoute(services: PromptRouteServices): RequestHandler {
  return async function prompt(request, response) {
    const caller = await authenticate(request, services.ledger);
    const admission = await limitRate(caller, response, services);
    try {
      const loaded = services.current();
      const body = await readBody(request, response, services.limits.bodyBytes);
      const prompt = await readPrompt(body, loaded, services);
      checkLimits(prompt, services.limits);
      await answer({ request, response, caller, prompt }, { ...services, registry: loaded.registry });
    } finally {
      await admission.release();
    }
  };
}

/** @throws GatewayError 400 naming every wrong field. */
async function readPrompt(
  body: Uint8Array<ArrayBuffer>,
  loaded: LoadedRegistry,
  services: PromptRouteServices,
): Promise<Prompt> {
  const read = await services.pool.readRequest(body);
  if ('problems' in read) {
    const isShape = read.problems.some(({ code }) => code === 'base64');
    throw new GatewayError(isShape ? 'validation-failed' : 'malformed-json', { errors: read.problems });
  }
  const { value } = read.parts;
  if (!loaded.isPromptRequest(value)) {
    throw new GatewayError('validation-failed', { errors: loaded.promptRequestProblems(value) });
  }
  return { request: value, attachments: attachmentsOf(value, read.parts.files) };
}

function attachmentsOf(request: PromptRequest, files: readonly RequestFile[]): readonly Attachment[] {
  return files.map(({ index, base64, sizeBytes }) => {
    const { name = '', type = '' } = request.attachments?.[index] ?? {};
    return { name, mediaType: type.toLowerCase(), base64, sizeBytes };
  });
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
  readonly prompt: Prompt;
}

async function answer(
  { request, response, caller, prompt }: Exchange,
  services: PromptServices,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const job = { prompt, account: caller.account, abandoned: gone.signal };
  if (!wantsEventStream(request)) {
    response.set('Cache-Control', 'no-store').json(await runPrompt({ ...job, watcher: UNWATCHED }, services));
    return;
  }
  let stream: EventStream | undefined;
  const watcher: PromptWatcher = {
    // Until the hold stands an error is still a plain problem with its own status.
    reserved: () => {
      stream = openEventStream(response);
    },
    result: (result, index) => stream?.send('result', { index, result }),
    evaluation: (evaluation) => stream?.send('evaluation', evaluation),
  };
  const done = await runPrompt({ ...job, watcher }, services);
  stream?.send('done', done);
  stream?.end();
}

const UNWATCHED: PromptWatcher = { reserved: () => {}, result: () => {}, evaluation: () => {} };
