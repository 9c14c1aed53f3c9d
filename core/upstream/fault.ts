import type { ErrorReply, FaultCode, WireFault } from '../contract.ts';
import { FAULTS, type UnavailableBecause } from '../faults.ts';
import { unavailableBecause } from './unavailable-because.ts';

export interface Fault {
  readonly code: FaultCode;
  readonly retryable: boolean;
  /** From the provider's `Retry-After`, at least 0; whoever waits bounds it by the deadline. */
  readonly retryAfterMs?: number;
  /** HTTP status of the reply; absent where none came. */
  readonly providerStatus?: number;
  /** The provider's own code or type, of a closed alphabet. */
  readonly providerCode?: string;
  /** Of an `unavailable`. */
  readonly because?: UnavailableBecause;
  /** Of a `timeout`: the request's own `timeout_seconds`, where they ended it. */
  readonly ownTimeoutSeconds?: number;
}

/** The longest `Retry-After` that is taken; longer ones are capped. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * What an error reply means, from its status and headers, and from what the plugin read in its body.
 * The headers are the convention of the official SDKs: `x-should-retry`, `retry-after-ms`, `retry-after`.
 */
export function classifyFault(reply: ErrorReply, hint: WireFault | undefined): Fault {
  const code = hint?.code ?? codeOfStatus(reply.status);
  const header = reply.headers['x-should-retry'];
  const retryable = hint?.retryable ?? (header === 'true' || (header !== 'false' && FAULTS[code].retryable));
  return withRetryAfter({ code, retryable }, hint?.retryAfterMs ?? readRetryAfter(reply.headers));
}

/** The fault a plugin read in a reply of status 200. */
export function inBandFault({ code, retryable = FAULTS[code].retryable, retryAfterMs }: WireFault): Fault {
  return withRetryAfter({ code, retryable }, retryAfterMs);
}

function withRetryAfter(reported: Fault, retryAfterMs: number | undefined): Fault {
  const fault: Fault = reported.code === 'unavailable' ? { ...reported, because: 'failed' } : reported;
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

/** A provider that is not asked, or a run that the gateway could not finish. */
export function unavailable(because: UnavailableBecause): Fault {
  return { ...faultOf('unavailable'), because };
}

/** The call did not come back with a reply: no connection, no answer in time, a cut or oversized body. */
export class TransportError extends Error {
  readonly code: FaultCode;
  readonly fault: Fault;

  /** @param isFinal another attempt would end the same way. */
  constructor(code: FaultCode, cause: unknown, isFinal = false) {
    super(`upstream: ${code}`, { cause });
    this.name = 'TransportError';
    this.code = code;
    const because = code === 'unavailable' ? unavailableBecause(cause) : undefined;
    this.fault = {
      ...faultOf(code),
      ...(isFinal && { retryable: false }),
      ...(because !== undefined && { because }),
    };
  }
}

/** The gateway reads no further: the reply is larger than is read, or its JSON is. The next one would be too. */
export class ReplyTooLarge extends TransportError {
  constructor(cause?: unknown) {
    super('malformed_reply', cause, true);
    this.name = 'ReplyTooLarge';
  }
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
]);

/** Whatever kept a call from its reply; what is one already stays as it is. */
export function asTransportError(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  return codeOf(cause) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
    ? new ReplyTooLarge(cause)
    : new TransportError(transportFault(cause), cause);
}

/** What undici's error means for the call. */
function transportFault(error: unknown): FaultCode {
  if (!(error instanceof Error)) return 'unavailable';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return TIMEOUT_CODES.has(codeOf(error)) ? 'timeout' : 'unavailable';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
