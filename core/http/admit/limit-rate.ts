import type { Response } from 'express';
import { GatewayError } from '../../errors.ts';
import type { Metrics } from '../../metrics.ts';
import type { Admission, Count, RateCounters } from '../../stores/rate-counters.ts';
import type { Caller } from './authenticate.ts';

export interface LimitRateServices {
  readonly counters: RateCounters;
  /** Whether requests pass while they cannot be counted. */
  readonly countersWhenDown: 'open' | 'closed';
  readonly metrics: Metrics;
}

/**
 * Counts the request against its key's limits and says so in the `RateLimit` fields
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws GatewayError 429 with `Retry-After`; 503 where it cannot be counted and the operator wants it counted.
 */
export async function limitRate(
  caller: Caller,
  response: Response,
  services: LimitRateServices,
): Promise<Admission> {
  const admission = await services.counters.admit(caller.keyId, caller.account);
  response.setHeader('RateLimit-Policy', `"minute";q=${caller.account.requestsPerMinute};w=60`);
  if (admission.count === undefined) await passUncounted(admission, services);
  else refuseBeyond(admission.count, caller, { response, metrics: services.metrics });
  return admission;
}

async function passUncounted(admission: Admission, services: LimitRateServices): Promise<void> {
  const closed = services.countersWhenDown === 'closed';
  services.metrics.rateUncounted.inc({ answer: closed ? 'unavailable' : 'passed' });
  if (!closed) return;
  await admission.release();
  throw new GatewayError('unavailable', {
    detail: 'Requests cannot be counted now.',
    headers: { 'Retry-After': '1' },
  });
}

function refuseBeyond(
  { refusedBy, remaining, resetSeconds }: Count,
  { account }: Caller,
  { response, metrics }: { readonly response: Response; readonly metrics: Metrics },
): void {
  response.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
  if (refusedBy === undefined) return;
  metrics.rateLimited.inc({ limit: refusedBy });
  const perMinute = refusedBy === 'requests_per_minute';
  throw new GatewayError('rate-limited', {
    detail: perMinute
      ? `This key may send ${account.requestsPerMinute} requests a minute. Wait for the time in Retry-After.`
      : `This key may have ${account.requestsInFlight} requests in flight. Wait until one has ended.`,
    headers: { 'Retry-After': perMinute ? String(resetSeconds) : '1' },
  });
}
