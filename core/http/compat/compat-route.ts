import type { Response } from 'express';
import type { CompatOptions } from '../../dialects/translated-prompt.ts';
import { GatewayError } from '../../errors.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import { type EarlierReply, findEarlierReply } from '../../pipeline/earlier-reply.ts';
import { takeOrRefuse } from '../../stores/account-shares.ts';
import type { Count } from '../../stores/rate-counters.ts';
import { NO_SPAN } from '../../tracing/span.ts';
import { type AdmittedRequest, type HandlerOf, whenClosed } from '../admit/admit.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { claimOf, readIdempotencyKey, readParts } from '../read/read-prompt.ts';
import {
  type Estimate,
  openSpan,
  type HttpSnapshot,
  type RouteServices,
  sendQuote,
} from '../run/open-request.ts';
import { checkCompatPrompt, translateError, compatOptionsOf } from './ask/check-compat-prompt.ts';
import type { CompatApi } from './formats/compat-api.ts';
import { runCompat, sendEarlier } from './run-compat.ts';

/**
 * Handles an address of another dialect. It translates the body to a prompt request, runs that as any other, and sends
 * the answer in the dialect. The steps come in the same order as for `POST /api/v1/prompt`.
 */
export function compatRoute(api: CompatApi, services: RouteServices): HandlerOf['rate'] {
  return async (admittedRequest) => {
    const earlier = await services.withSnapshot((snapshot) =>
      answerCall(admittedRequest, api, services, snapshot),
    );
    if (earlier === undefined) return;
    const { reply, options } = earlier;
    const { response } = admittedRequest;
    const promptResponse = await readEarlier(reply, admittedRequest, services);
    setPromptLogId(response, reply.requestId);
    response.setHeader('Idempotency-Replayed', 'true');
    const panel = services.current().panels.find(({ id }) => id === options.model);
    const answerContext = { api, options, warnings: [], panel };
    await sendEarlier(response, promptResponse, { answerContext, heartbeatMs: services.heartbeatMs });
  };
}

interface EarlierAnswer {
  readonly reply: EarlierReply;
  readonly options: CompatOptions;
}

/** @returns the stored answer, for `compatRoute` to send, if the request was answered before. */
async function answerCall(
  admittedRequest: AdmittedRequest,
  api: CompatApi,
  services: RouteServices,
  snapshot: HttpSnapshot,
): Promise<EarlierAnswer | undefined> {
  const { request, caller } = admittedRequest;
  const { tracing, limits } = services;
  const { dialect } = api;
  const span = tracing === undefined ? NO_SPAN : openSpan(admittedRequest, api.path, tracing);
  const key = readIdempotencyKey(request);
  const parts = await readParts(admittedRequest, services, { wantsDigest: key !== undefined, dialect });
  const options = compatOptionsOf(parts);
  const idempotency = key === undefined ? null : claimOf(key, parts.digest ?? '');
  try {
    const { prompt, ...selection } = checkCompatPrompt(parts, options, { snapshot, limits });
    const answerContext = { api, options, ...selection };
    const run = { snapshot, prompt, idempotency, isAsync: false, span };
    const reply = await runCompat(admittedRequest, services, run, answerContext).catch((error: unknown) => {
      throw translateError(error, options);
    });
    return reply === undefined ? undefined : { reply, options };
  } catch (error) {
    const reply = await findEarlierReply(error, caller.account.id, idempotency, services);
    return { reply, options };
  }
}

/**
 * Reads a stored answer to send it again in the dialect of this request. Its bytes count against the memory budget until
 * the response is closed. A long answer is parsed on a thread.
 * @throws GatewayError 503 if the memory budget is used up, or the stored answer cannot be read to its end.
 */
async function readEarlier(
  { bytes, pieces }: EarlierReply,
  { response, bodyShare, caller }: AdmittedRequest,
  { bodies, pool }: RouteServices,
): Promise<PromptResponse> {
  bodyShare.release();
  const share = bodies.share(caller.account.id);
  whenClosed(response, () => share.release());
  takeOrRefuse(share, bytes);
  // Not from the shared pool, because the buffer is transferred to the thread.
  const whole = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const piece of pieces) {
    whole.set(piece, length);
    length += piece.byteLength;
  }
  const read = await pool.parseStored(whole, caller.account.id);
  if (read === 'too_large' || !isResponse(read.value))
    throw new GatewayError('result-not-retained', {
      detail: 'The stored answer cannot be sent in this form.',
    });
  return read.value;
}

/** Whether the text is an answer. The gateway wrote it, so a look at two fields is enough. */
function isResponse(value: unknown): value is PromptResponse {
  return typeof value === 'object' && value !== null && 'results' in value && 'promptLogId' in value;
}

/** Answers with the hold that the same body would take, as `POST /api/v1/prompt/quote` does, or with another estimate. */
export function compatQuoteRoute(
  api: CompatApi,
  services: RouteServices,
  estimate?: Estimate,
): HandlerOf['rate'] {
  const { dialect } = api;
  return (admittedRequest) =>
    services.withSnapshot(async (snapshot) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false, dialect });
      const options = compatOptionsOf(parts);
      const { prompt } = checkCompatPrompt(parts, options, { snapshot, limits: services.limits });
      await sendQuote(admittedRequest, prompt, { snapshot, services }, estimate).catch((error: unknown) => {
        throw translateError(error, options);
      });
    });
}

/** The dialects' clients read the rate limit from headers of their own. */
export function setCompatRateHeaders(
  response: Response,
  requestsPerMinute: number,
  { remaining, resetSeconds }: Count,
): void {
  response.setHeader('X-RateLimit-Limit-Requests', String(requestsPerMinute));
  response.setHeader('X-RateLimit-Remaining-Requests', String(remaining));
  response.setHeader('X-RateLimit-Reset-Requests', `${resetSeconds}s`);
}
