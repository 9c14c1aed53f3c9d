import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { isListTooLong } from '../read/wanted-answer.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Of 0 to 11: a tenth smaller than gzip in the same time; the highest takes thirty times as long for another tenth. */
const BROTLI_QUALITY = 5;

/** JSON that all clients share, as it is and in every encoding, each with its ETag. It never changes. */
export interface StaticAnswer {
  readonly plain: Encoded;
  /** In the order of preference. */
  readonly encoded: readonly (Encoded & { readonly encoding: string })[];
}

interface Encoded {
  readonly body: Buffer;
  /** Strong, so each encoding has its own. */
  readonly etag: string;
}

/** Compresses on a thread of the system's pool. @param json in UTF-8. */
export async function encodeAnswer(json: Buffer): Promise<StaticAnswer> {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([compressBrotli(json, { params: quality }), compressGzip(json)]);
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  return {
    plain: { body: json, etag: `"${digest}"` },
    encoded: [
      { encoding: 'br', body: br, etag: `"${digest}-br"` },
      { encoding: 'gzip', body: zipped, etag: `"${digest}-gzip"` },
    ],
  };
}

/**
 * Makes an answer once for each of what it is made from, such as a registry, and forgets it together with that.
 * @param write the answer as JSON in UTF-8.
 */
export function staticAnswerOf<T extends object>(
  write: (source: T) => Buffer,
): (source: T) => Promise<StaticAnswer> {
  const answers = new WeakMap<T, Promise<StaticAnswer>>();
  return (source) => {
    const known = answers.get(source);
    if (known !== undefined) return known;
    const made = encodeAnswer(write(source));
    answers.set(source, made);
    // The next request tries again.
    made.catch(() => answers.delete(source));
    return made;
  };
}

/**
 * Sends it in an encoding that the client accepts, or answers 304 where the client has it already.
 * @param cacheControl has to have `no-cache`: another registry may answer at any time.
 */
export function sendStatic(
  response: Response,
  { plain, encoded }: StaticAnswer,
  cacheControl: 'no-cache' | 'private, no-cache',
): void {
  const { req: request } = response;
  const accepts = acceptedEncodings(request);
  const chosen = encoded.find(({ encoding }) => accepts(encoding));
  const { body, etag } = chosen ?? plain;
  response.set({
    'Content-Type': 'application/json',
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  if (chosen !== undefined && !request.fresh) response.set('Content-Encoding', chosen.encoding);
  response.send(body);
}

/**
 * Which encodings a client takes; of a list that is too long none. Only one with an asterisk is read again for an encoding
 * that it does not name.
 */
export function acceptedEncodings(request: Request): (encoding: string) => boolean {
  if (isListTooLong(request.headersDistinct['accept-encoding'])) return () => false;
  const accepted = new Set(request.acceptsEncodings().map((name) => name.toLowerCase()));
  return (encoding) =>
    accepted.has(encoding) || (accepted.has('*') && request.acceptsEncodings(encoding) === encoding);
}
