import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Account, Ledger } from '../../ledger/ledger.ts';
import { GatewayError } from '../../errors.ts';
import { parseApiKey } from '../../stores/api-key.ts';

export interface Caller {
  readonly account: Account;
  /** Stands for the key in counters; the key itself is kept nowhere. */
  readonly keyId: string;
}

/**
 * The account behind `Authorization: Bearer`. Runs before the body is read.
 * @throws GatewayError 401, the same for a missing, malformed, unknown and revoked key; 503 where keys cannot be looked up.
 */
export async function authenticate(request: Request, ledger: Ledger): Promise<Caller> {
  const headers = request.headersDistinct['authorization'];
  const header = headers?.length === 1 ? headers[0] : undefined;
  const token = /^bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? '')?.[1];
  const key = token === undefined ? undefined : parseApiKey(token);
  if (key === undefined) throw unauthorized();
  const account = await ledger.authenticate(key.hash).catch((cause: unknown) => {
    throw new GatewayError('unavailable', {
      detail: 'API keys cannot be checked now.',
      headers: { 'Retry-After': '1' },
      cause,
    });
  });
  if (account === undefined) throw unauthorized();
  return { account, keyId: hash('sha256', key.hash).slice(0, 32) };
}

function unauthorized(): GatewayError {
  return new GatewayError('unauthorized', {
    detail: 'Send "Authorization: Bearer <key>" with a key made by "assay key create".',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
