import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Account, Ledger } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import { parseApiKey } from '../stores/api-key.ts';

export interface Caller {
  readonly account: Account;
  /** Stands for the key in counters; the key itself is kept nowhere. */
  readonly keyId: string;
}

export type Authenticate = (request: Request) => Promise<Caller>;

/**
 * Finds the account behind `Authorization: Bearer`, before the body is read. A key is looked up once for all requests
 * of one turn of the event loop: nothing can be revoked between them.
 * @throws GatewayError 401, the same for a missing, malformed, unknown and revoked key; 503 where keys cannot be looked up.
 */
export function createAuthenticate(ledger: Pick<Ledger, 'authenticate'>): Authenticate {
  const askedThisTurn = new Map<string, Promise<Caller>>();
  return async (request) => {
    const headers = request.headersDistinct['authorization'];
    const header = headers?.length === 1 ? headers[0] : undefined;
    const token = /^bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const asked = askedThisTurn.get(token);
    if (asked !== undefined) return asked;
    if (askedThisTurn.size === 0) setImmediate(() => askedThisTurn.clear());
    const caller = findCaller(token, ledger);
    askedThisTurn.set(token, caller);
    return caller;
  };
}

async function findCaller(token: string, ledger: Pick<Ledger, 'authenticate'>): Promise<Caller> {
  const key = parseApiKey(token);
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
