import { createHash, createHmac, hash, subtle } from 'node:crypto';
import type { Request } from 'express';
import type { IdempotencyClaim } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { Prompt } from '../pipeline/ask-model.ts';

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;
/** Up to this many bytes are hashed where they are; the way to a thread would take longer. */
const INLINE_BYTES = 65_536;
/** What is handed to a thread at once: the copy that makes takes the event loop a tenth of a millisecond. */
const CHUNK_BYTES = 1_048_576;

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
 */
export async function claimOf(key: string, prompt: Prompt): Promise<IdempotencyClaim> {
  const body = await digest(Buffer.from(await canonicalText(prompt)));
  return { key: hash('sha256', key), fingerprint: createHmac('sha256', key).update(body).digest('hex') };
}

/** The body with its keys in order and without whitespace; each file stands in it as the digest of its base64. */
async function canonicalText({ request, attachments }: Prompt): Promise<string> {
  const files: string[] = [];
  for (const { base64 } of attachments) files.push((await digest(base64)).toString('hex'));
  const named = request.attachments?.map((attachment, index) => ({ ...attachment, base64: files[index] }));
  return JSON.stringify(
    named === undefined ? request : { ...request, attachments: named },
    (_key, value: unknown) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** SHA-256 over the SHA-256 of each chunk; `subtle` hashes a chunk on a thread. */
async function digest(bytes: Uint8Array): Promise<Buffer> {
  const whole = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES);
    whole.update(
      chunk.byteLength <= INLINE_BYTES
        ? hash('sha256', chunk, 'buffer')
        : new Uint8Array(await subtle.digest('SHA-256', chunk)),
    );
  }
  return whole.digest();
}
