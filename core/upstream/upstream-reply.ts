import type { FaultCode } from '../contract.ts';
import { faultOf, type Fault } from './classify-fault.ts';

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case; of a repeated header the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where the body is not JSON. */
  readonly body: unknown;
}

/** A reply with any other status says by it what happened. */
export function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299;
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
    this.fault = isFinal ? { code, retryable: false } : faultOf(code);
  }
}

/** The reply is larger than is read, or its JSON is; the next one would be too. */
export function replyTooLarge(cause?: unknown): TransportError {
  return new TransportError('malformed_reply', cause, true);
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
    ? replyTooLarge(cause)
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
