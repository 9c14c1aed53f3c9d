import type { FaultCode } from '../contract.ts';

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case; of a repeated header the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where the body is not JSON. */
  readonly body: unknown;
}

/** The call did not come back with a reply: no connection, no answer in time, a cut or oversized body. */
export class TransportError extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, cause: unknown) {
    super(`upstream: ${code}`, { cause });
    this.name = 'TransportError';
    this.code = code;
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
  return cause instanceof TransportError ? cause : new TransportError(transportFault(cause), cause);
}

/** What undici's error means for the call. */
function transportFault(error: unknown): FaultCode {
  if (!(error instanceof Error)) return 'unavailable';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  if (TIMEOUT_CODES.has(code)) return 'timeout';
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'malformed_reply' : 'unavailable';
}
