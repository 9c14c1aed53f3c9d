import type { ErrorReply, FaultCode, WireFault } from '../contract.ts';
import { FAULTS, type UnavailableBecause } from '../faults.ts';
import { RefusedAddressError } from './connect/refuse-address.ts';

/** Why a call failed, in the terms of the API. */
export interface Fault {
  readonly code: FaultCode;
  readonly retryable: boolean;
  /** The provider's `Retry-After`, at least 0 and capped at one hour. `pauseBeforeRetry` decides whether to wait. */
  readonly retryAfterMs?: number;
  /** The HTTP status of the reply; absent if none came. */
  readonly providerStatus?: number;
  /** The provider's own code or type, limited to a closed alphabet. */
  readonly providerCode?: string;
  /** Why the provider is unavailable, for that code. */
  readonly because?: UnavailableBecause;
  /** The request's own `timeout_seconds`, if they caused a `timeout`. */
  readonly ownTimeoutSeconds?: number;
}

/** Upper bound of `Retry-After`. Longer ones are capped. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Finds the fault of an error reply from its status and headers, and from the fault that the plugin read in its body. The
 * headers are those that official SDKs use: `x-should-retry`, `retry-after-ms`, `retry-after`.
 */
export function classifyFault(reply: ErrorReply, hint: WireFault | undefined): Fault {
  const code = hint?.code ?? codeOfStatus(reply.status);
  const header = reply.headers['x-should-retry'];
  const retryable = hint?.retryable ?? (header === 'true' || (header !== 'false' && FAULTS[code].retryable));
  return withRetryAfter({ code, retryable }, hint?.retryAfterMs ?? readRetryAfter(reply.headers));
}

/** The fault that a plugin read in a reply with the status 200. */
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
  // A redirect is never followed, because the key must not reach another host.
  if (status >= 300 && status < 400) return 'malformed_reply';
  return 'rejected';
}

/** Milliseconds; undefined if neither header has a usable figure. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = decimal(headers['retry-after-ms']);
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const header = headers['retry-after'];
  const seconds = decimal(header);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  const server = Date.parse(headers['date'] ?? '');
  const date = header === undefined || !header.endsWith('GMT') ? Number.NaN : Date.parse(header);
  // An HTTP date is compared with the provider's own clock, which may differ from ours.
  return Number.isNaN(date) || Number.isNaN(server) ? undefined : date - server;
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** A fault that is retryable if its code is so by default. */
export function faultOf(code: FaultCode): Fault {
  return { code, retryable: FAULTS[code].retryable };
}

/** A fault for a call that is not sent, or that the gateway could not finish. */
export function unavailable(because: UnavailableBecause): Fault {
  return { ...faultOf('unavailable'), because };
}

/** A call without a whole reply: no connection, no answer in time, or a body that is cut or too large. */
export class TransportError extends Error {
  readonly code: FaultCode;
  readonly fault: Fault;

  /** @param isFinal whether another attempt would fail in the same way. */
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

/** The reply or its JSON exceeds a bound. It is final, because the next reply would be as large. */
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

/** Makes a `TransportError` of any error of a call. One that is a `TransportError` already is returned as it is. */
export function asTransportError(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  return new TransportError(TIMEOUT_CODES.has(codeOf(cause)) ? 'timeout' : 'unavailable', cause);
}

/** Whether TCP gave up a connection whose peer had stopped answering. It has the code of a clock of the gateway. */
export function isLostByTcp({ cause }: TransportError): boolean {
  return codeOf(cause) === 'ETIMEDOUT';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** By the system's error codes, as Node and undici pass them on. */
const BECAUSE: Readonly<Record<string, UnavailableBecause>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  EAI_NODATA: 'name_unknown',
  EAI_FAIL: 'name_unknown',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EMFILE: 'no_files',
  ENFILE: 'no_files',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  UND_ERR_SOCKET: 'cut',
  STREAM_CUT: 'cut',
  EPROTO: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};
/** OpenSSL's codes for an invalid certificate, and Node's codes for other TLS errors. */
const TLS = /^(?:(?:CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERROR_IN_C|ERR_TLS|ERR_SSL)_)/;

/** Why the connection to the provider failed or was lost; undefined if the cause does not say. */
export function unavailableBecause(cause: unknown): UnavailableBecause | undefined {
  if (cause instanceof RefusedAddressError) return 'refused_address';
  const code = codeOf(cause);
  return BECAUSE[code] ?? (TLS.test(code) ? 'tls' : undefined);
}
