import type { Response } from 'express';
import { GatewayError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Admission, RateCounters } from '../stores/rate-counters.ts';
import type { Caller } from './authenticate.ts';

/**
 * Counts the request against its key's limits and says so in the `RateLimit` fields
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws GatewayError 429 with `Retry-After`.
 */
export async function limitRate(
  caller: Caller,
  response: Response,
  services: { readonly counters: RateCounters; readonly metrics: Metrics },
): Promise<Admission> {
  const admission = await services.counters.admit(caller.keyId, caller.account);
  const fields = {
    'RateLimit-Policy': `"minute";q=${admission.limit};w=60`,
    RateLimit: `"minute";r=${admission.remaining};t=${admission.resetSeconds}`,
  };
  response.set(fields);
  if (admission.refusedBy === undefined) return admission;
  services.metrics.rateLimited.inc({ limit: admission.refusedBy });
  const perMinute = admission.refusedBy === 'requests_per_minute';
  throw new GatewayError('rate-limited', {
    detail: perMinute
      ? `This key may send ${admission.limit} requests a minute. Wait for the time in Retry-After.`
      : `This key may have ${caller.account.requestsInFlight} requests in flight. Wait until one has ended.`,
    headers: { 'Retry-After': perMinute ? String(admission.resetSeconds) : '1' },
  });
}
