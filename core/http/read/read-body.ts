import type { Request } from 'express';
import { GatewayError } from '../../errors.ts';
import { INLINE_BODY_BYTES } from '../../workers/pool.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { type MemoryShare, takeOrRefuse } from '../../stores/account-shares.ts';

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
/**
 * A body gets a buffer of its own once this many bytes have come, because a body that is parsed in a thread moves there
 * with its buffer. The bytes that a client has only declared take no memory.
 */
const OWN_BUFFER_BYTES = INLINE_BODY_BYTES;
/**
 * Node reads up to two megabytes at a stretch from a fast client, so reading pauses for a turn of the event loop after
 * this many bytes.
 */
const BYTES_PER_TURN = 262_144;

/**
 * Reads the body's bytes. A body over `OWN_BUFFER_BYTES`, or in several chunks, gets a buffer of its own, which can be
 * moved to a worker.
 * @throws GatewayError 415 for anything but plain JSON, 413 past `maxBytes`, 503 if too many bodies are in memory, 400
 * for a body that was cut short.
 */
export async function readBody(
  {
    request,
    response,
    bodyShare: share,
  }: Pick<AdmittedRequest, 'request' | 'response'> & { readonly bodyShare: BodyShare },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const types = request.headersDistinct['content-type'] ?? [];
  if (types.length !== 1 || !JSON_TYPE.test(types[0] ?? '')) {
    throw new GatewayError('unsupported-media-type', {
      detail: 'Send "Content-Type: application/json", once; the text is UTF-8.',
    });
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new GatewayError('unsupported-media-type', { detail: 'Send the body without Content-Encoding.' });
  }
  const declared = request.headers['content-length'];
  if (Number(declared ?? 0) > maxBytes) throw tooLargeError(maxBytes);
  // A client that left while the key was looked up sends nothing more, and its stream has no further event.
  if (request.destroyed) throw cutShortError(undefined);
  if (declared !== undefined) takeOrRefuse(share, Number(declared));
  // Node leaves the answer to `Expect: 100-continue` to us, so that no body travels before the key is checked.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  // The buffer of an undeclared body may be as long as the limit: pages that are never written to take no memory.
  return declared === undefined ? collect(request, maxBytes, share) : collect(request, Number(declared));
}

type BodyShare = Pick<MemoryShare, 'take' | 'holdsMost'>;

/**
 * Copies each chunk to its place as it comes, so that a long body is never copied all at once.
 * @param maxBytes upper bound of the body's size. Node itself refuses more than the declared length.
 * @param share counts each chunk as it comes; undefined if the declared length has been counted already.
 */
function collect(request: Request, maxBytes: number, share?: BodyShare): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer<ArrayBuffer>[] = [];
  let buffer: Buffer<ArrayBuffer> | undefined;
  let length = 0;
  let turnAt = BYTES_PER_TURN;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer<ArrayBuffer>): void => {
      const offset = length;
      length += chunk.byteLength;
      if (length > maxBytes) return fail(tooLargeError(maxBytes));
      try {
        if (share !== undefined) takeOrRefuse(share, chunk.byteLength);
      } catch (error) {
        return fail(error);
      }
      if (length > OWN_BUFFER_BYTES) buffer ??= placeAll(chunks, maxBytes);
      if (buffer === undefined) chunks.push(chunk);
      else chunk.copy(buffer, offset);
      if (length < turnAt) return;
      turnAt = length + BYTES_PER_TURN;
      request.pause();
      setImmediate(() => request.resume());
    };
    const fail = (error: unknown): void => {
      // The request is not destroyed, because its socket still has to carry the answer. Later chunks are dropped.
      request.off('data', onData);
      reject(error instanceof Error ? error : cutShortError(error));
    };
    request.on('data', onData);
    // The error is made only when the body is lost, because every request closes in the end and each error records a
    // stack.
    const onClose = (): void => fail(cutShortError(undefined));
    const onError = (cause: unknown): void => fail(cutShortError(cause));
    request.once('end', () => {
      request.off('close', onClose);
      request.off('error', onError);
      const [only] = chunks;
      if (buffer === undefined && only !== undefined && only.byteLength === length) resolve(only);
      else resolve((buffer ?? placeAll(chunks, length)).subarray(0, length));
      // The request object lives as long as its models run, and would keep the body's bytes in memory.
      request.off('data', onData);
      chunks.length = 0;
      buffer = undefined;
    });
    request.once('error', onError);
    request.once('close', onClose);
  });
}

/** Allocates outside Node's shared pool, because a buffer of the pool cannot be moved to a worker. */
function placeAll(chunks: readonly Buffer[], bytes: number): Buffer<ArrayBuffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let offset = 0;
  for (const chunk of chunks) offset += chunk.copy(buffer, offset);
  return buffer;
}

function cutShortError(cause: unknown): GatewayError {
  return new GatewayError('malformed-json', { detail: 'The body ended before its declared length.', cause });
}

function tooLargeError(maxBytes: number): GatewayError {
  return new GatewayError('payload-too-large', { detail: `A body may hold ${maxBytes} bytes.` });
}
