import type { RequestHandler, Response } from 'express';
import type { CompatTerms } from '../../dialects/translated-prompt.ts';
import { GatewayError } from '../../errors.ts';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import { type EarlierReply, findEarlierReply } from '../../pipeline/earlier-reply.ts';
import type { Count } from '../../stores/rate-counters.ts';
import { NO_SPAN, type Span } from '../../tracing/span.ts';
import { admit, type AdmittedRequest, type AdmitTerms } from '../admit/admit.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { claimOf, readIdempotencyKey, readParts } from '../read/read-prompt.ts';
import {
  type Estimate,
  openSpan,
  type RequestServing,
  type RouteServices,
  sendQuote,
} from '../run/open-request.ts';
import { readEarlier } from './answer/read-earlier.ts';
import { checkCompatTerms, inTermsOf, termsIn } from './ask/check-compat-terms.ts';
import type { CompatApi } from './formats/compat-api.ts';
import { runCompat, tellEarlier } from './run-compat.ts';

/**
 * An address of another dialect: its body becomes a prompt request, which runs as any other, and the answer is told in
 * the dialect. The order is that of `POST /api/v1/prompt`.
 */
export function compatRoute(api: CompatApi, services: RouteServices): RequestHandler {
  const answer = async (admittedRequest: AdmittedRequest): Promise<void> => {
    const { tracing } = services;
    const span = tracing === undefined ? NO_SPAN : openSpan(admittedRequest, api.path, tracing);
    const compatCall = { api, services, admittedRequest, span };
    const earlier = await services.use((serving) => answerKnock(compatCall, serving));
    if (earlier === undefined) return;
    const { reply, terms } = earlier;
    const { response } = admittedRequest;
    const answered = await readEarlier(reply, admittedRequest, services.pool);
    setPromptLogId(response, reply.promptLogId);
    response.setHeader('Idempotency-Replayed', 'true');
    const panel = services.current().panels.find(({ id }) => id === terms.model);
    const told = { api, terms, warnings: [], panel };
    await tellEarlier(response, answered, { told, heartbeatMs: services.heartbeatMs });
  };
  return admit(services, answer, termsOf(api));
}

interface CompatCall {
  readonly api: CompatApi;
  readonly services: RouteServices;
  readonly admittedRequest: AdmittedRequest;
  readonly span: Span;
}

interface EarlierAnswer {
  readonly reply: EarlierReply;
  readonly terms: CompatTerms;
}

/** @returns what is still to be sent where the request was answered before. */
async function answerKnock(
  { api, services, admittedRequest, span }: CompatCall,
  serving: RequestServing,
): Promise<EarlierAnswer | undefined> {
  const { request, caller } = admittedRequest;
  const key = readIdempotencyKey(request);
  const { dialect } = api;
  const parts = await readParts(admittedRequest, services, { wantsDigest: key !== undefined, dialect });
  const terms = termsIn(parts);
  const idempotency = key === undefined ? null : claimOf(key, parts.digest ?? '');
  try {
    const { prompt, ...chosen } = checkCompatTerms(parts, terms, { serving, limits: services.limits });
    const told = { api, terms, ...chosen };
    const run = { serving, prompt, idempotency, isAsync: false, span };
    const reply = await runCompat(admittedRequest, services, run, told).catch((error: unknown) => {
      throw inTermsOf(error, terms);
    });
    return reply === undefined ? undefined : { reply, terms };
  } catch (error) {
    const reply = await earlierInstead(error, idempotency, { accountId: caller.account.id, services });
    return { reply, terms };
  }
}

/** What was answered once is answered again, though the model has another name or a limit is lower by now. */
async function earlierInstead(
  error: unknown,
  idempotency: IdempotencyClaim | null,
  { accountId, services }: { readonly accountId: number; readonly services: RouteServices },
): Promise<EarlierReply> {
  const isRefused = error instanceof GatewayError && error.code === 'validation-failed';
  if (idempotency === null || !isRefused) throw error;
  const earlier = await findEarlierReply(accountId, idempotency, services);
  if (earlier === undefined) throw error;
  return earlier;
}

/** What the same body would hold, as `POST /api/v1/prompt/quote` answers, or another estimate of it. */
export function compatQuoteRoute(
  api: CompatApi,
  services: RouteServices,
  estimate?: Estimate,
): RequestHandler {
  const { dialect } = api;
  const answer = (admittedRequest: AdmittedRequest): Promise<void> =>
    services.use(async (serving) => {
      const parts = await readParts(admittedRequest, services, { wantsDigest: false, dialect });
      const terms = termsIn(parts);
      const { prompt } = checkCompatTerms(parts, terms, { serving, limits: services.limits });
      await sendQuote(admittedRequest, prompt, { serving, services }, estimate).catch((error: unknown) => {
        throw inTermsOf(error, terms);
      });
    });
  return admit(services, answer, termsOf(api));
}

/** What is left of the rate is told as clients of these addresses read it. */
function termsOf({ keyHeader }: CompatApi): AdmitTerms {
  return { setRateHeaders, ...(keyHeader !== undefined && { keyHeader }) };
}

function setRateHeaders(
  response: Response,
  requestsPerMinute: number,
  { remaining, resetSeconds }: Count,
): void {
  response.setHeader('X-RateLimit-Limit-Requests', String(requestsPerMinute));
  response.setHeader('X-RateLimit-Remaining-Requests', String(remaining));
  response.setHeader('X-RateLimit-Reset-Requests', `${resetSeconds}s`);
}
