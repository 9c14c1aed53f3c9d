import type { UnavailableBecause } from '../faults.ts';
import { RefusedAddressError } from './connect/refuse-address.ts';

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
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return BECAUSE[code] ?? (TLS.test(code) ? 'tls' : undefined);
}
