import type { Response } from 'express';
import type { AdmitTerms } from '../admit/admit.ts';
import type { Count } from '../../stores/rate-counters.ts';

/** What is left of the rate, as clients of these addresses read it. */
export const DOOR_TERMS: AdmitTerms = { setRateHeaders };

function setRateHeaders(
  response: Response,
  requestsPerMinute: number,
  { remaining, resetSeconds }: Count,
): void {
  response.setHeader('X-RateLimit-Limit-Requests', String(requestsPerMinute));
  response.setHeader('X-RateLimit-Remaining-Requests', String(remaining));
  response.setHeader('X-RateLimit-Reset-Requests', `${resetSeconds}s`);
}
