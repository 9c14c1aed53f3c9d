import { createHmac, hash } from 'node:crypto';
import type { Request } from 'express';
import type { IdempotencyClaim } from '../../ledger/ledger.ts';
import { GatewayError } from '../../errors.ts';

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/** @throws GatewayError 400 where the key is no key, or stands twice. */
export function readIdempotencyKey(request: Request): string | undefined {
  const given = request.headersDistinct['idempotency-key'];
  if (given === undefined) return undefined;
  const [key] = given;
  if (given.length === 1 && key !== undefined && PRINTABLE_ASCII.test(key)) return key;
  const message = 'the header Idempotency-Key takes 1 to 255 printable ASCII characters, once';
  throw new GatewayError('validation-failed', {
    errors: [{ pointer: '', code: 'idempotency_key', message }],
  });
}

/**
 * What the ledger keeps of a key: hashes alone. The fingerprint is keyed with the key itself, so that whoever reads
 * the ledger can neither recognise a body nor guess one, under zero data retention too.
 * @param bodyDigest of the canonical body, in hex.
 */
export function claimOf(key: string, bodyDigest: string): IdempotencyClaim {
  const fingerprint = createHmac('sha256', key).update(Buffer.from(bodyDigest, 'hex')).digest('hex');
  return { key: hash('sha256', key), fingerprint };
}
