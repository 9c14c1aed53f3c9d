import type { ErrorReply, FaultCode, WireFault } from '../contract.ts';
import { FAULTS } from '../errors.ts';

export interface Fault {
  readonly code: FaultCode;
  readonly retryable: boolean;
  /** The provider's wish, at least 0; the caller of this bounds it by the deadline. */
  readonly retryAfterMs?: number;
  /** HTTP status of the reply; absent where none came. */
  readonly providerStatus?: number;
  /** The provider's own code or type, of a closed alphabet. */
  readonly providerCode?: string;
}

/** A provider may ask for at most this; a longer wish is cut to it. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * What an error reply means, from its status and headers, and from what the plugin read in its body.
 * The headers are the convention of the official SDKs: `x-should-retry`, `retry-after-ms`, `retry-after`.
 */
export function classifyFault(reply: ErrorReply, hint: WireFault | undefined): Fault {
  const code = hint?.code ?? codeOfStatus(reply.status);
  const told = reply.headers['x-should-retry'];
  const retryable = hint?.retryable ?? (told === 'true' || (told !== 'false' && FAULTS[code].retryable));
  return bounded({ code, retryable }, hint?.retryAfterMs ?? readRetryAfter(reply.headers));
}

/** The fault a plugin read in a reply of status 200. */
export function inBandFault({ code, retryable = FAULTS[code].retryable, retryAfterMs }: WireFault): Fault {
  return bounded({ code, retryable }, retryAfterMs);
}

function bounded(fault: Fault, retryAfterMs: number | undefined): Fault {
  if (retryAfterMs === undefined) return fault;
  return { ...fault, retryAfterMs: Math.min(MAX_RETRY_AFTER_MS, Math.max(0, retryAfterMs)) };
}

function codeOfStatus(status: number): FaultCode {
  if (status === 401 || status === 402 || status === 403) return 'provider_auth';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 409) return 'unavailable';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status >= 500) return 'unavailable';
  // A redirect is never followed: the key must not travel to another host.
  if (status >= 300 && status < 400) return 'malformed_reply';
  return 'rejected';
}

/** Milliseconds, or undefined where neither header holds a usable figure. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = decimal(headers['retry-after-ms']);
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const header = headers['retry-after'];
  const seconds = decimal(header);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  const server = Date.parse(headers['date'] ?? '');
  const date = header === undefined || !header.endsWith('GMT') ? Number.NaN : Date.parse(header);
  // An HTTP date is measured against the provider's own clock, so that ours need not agree with it.
  return Number.isNaN(date) || Number.isNaN(server) ? undefined : date - server;
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** A fault with the retryability its code has by default. */
export function faultOf(code: FaultCode): Fault {
  return { code, retryable: FAULTS[code].retryable };
}
