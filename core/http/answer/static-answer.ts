import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { isListTooLong } from '../read/answer-form.ts';
import { writePieces, writeTurn } from './write-pieces.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** From 0 to 11. Level 5 is a tenth smaller than gzip in the same time; 11 takes thirty times as long for another tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses on a thread of libuv's pool. */
type Compress = (body: Buffer) => Promise<Buffer>;

/** In the order of preference. */
const JSON_ENCODINGS: Readonly<Record<string, Compress>> = {
  br: (body) => compressBrotli(body, BROTLI),
  gzip: (body) => compressGzip(body),
};
/** A file never changes while the gateway runs, so it is compressed as far as it can be. */
const FILE_ENCODINGS: Readonly<Record<string, Compress>> = {
  gzip: (body) => compressGzip(body, { level: 9 }),
};
/** The header of a gzip takes up most of the saving for a shorter file. */
const MIN_ZIPPED_BYTES = 512;

/** A body that all clients share. It never changes. */
export interface StaticAnswer {
  readonly type: string;
  readonly body: Buffer;
  /** Without an encoding and without quotation marks. Computed at the first use. */
  readonly etag: () => string;
  /** The body by encoding, in the order of preference. Each is compressed once, at its first use. */
  readonly encoded: ReadonlyMap<string, () => Promise<Buffer>>;
}

/** @param body JSON in UTF-8. */
export function staticJson(body: Buffer): StaticAnswer {
  return staticAnswer('application/json', body, JSON_ENCODINGS);
}

/** @param type media type of the file. */
export function staticFile(type: string, body: Buffer): StaticAnswer {
  return staticAnswer(type, body, body.byteLength < MIN_ZIPPED_BYTES ? {} : FILE_ENCODINGS);
}

function staticAnswer(
  type: string,
  body: Buffer,
  encodings: Readonly<Record<string, Compress>>,
): StaticAnswer {
  let etag: string | undefined;
  const encoded = Object.entries(encodings).map(([encoding, compress]) => {
    let compressed: Promise<Buffer> | undefined;
    const compressOnce = (): Promise<Buffer> => {
      compressed ??= compress(body);
      // The next request tries again.
      compressed.catch(() => (compressed = undefined));
      return compressed;
    };
    return [encoding, compressOnce] as const;
  });
  return {
    type,
    body,
    etag: () => (etag ??= createHash('sha256').update(body).digest('base64url').slice(0, 22)),
    encoded: new Map(encoded),
  };
}

/**
 * Makes an answer once for each source, such as a registry, and frees it together with the source.
 * @param write the answer as JSON in UTF-8.
 */
export function staticJsonOf<T extends object>(write: (source: T) => Buffer): (source: T) => StaticAnswer {
  const answers = new WeakMap<T, StaticAnswer>();
  return (source) => {
    const answer = answers.get(source) ?? staticJson(write(source));
    answers.set(source, answer);
    return answer;
  };
}

/**
 * How caches may use an answer. `no-cache` if a reload or an update may change it at any time; `immutable` if its address
 * contains a digest of the body.
 */
export type Freshness = 'no-cache' | 'private, no-cache' | 'immutable';

const YEAR_SECONDS = 31_536_000;

/**
 * Sends the answer in an encoding that the client accepts, or 304 if the client has it already. A long body is written
 * in slices, in turn with other answers, because the kernel copies a whole write at once.
 */
export async function sendStatic(
  response: Response,
  { type, body, etag, encoded }: StaticAnswer,
  freshness: Freshness = 'no-cache',
): Promise<void> {
  const { req: request } = response;
  const accepts = acceptedEncodings(request);
  const [encoding, encode] = [...encoded].find(([name]) => accepts(name)) ?? [];
  const bytes = encode === undefined ? body : await encode();
  response.set({
    'Content-Type': type,
    'Cache-Control': freshness === 'immutable' ? `max-age=${YEAR_SECONDS}, immutable` : freshness,
    Vary: 'Accept-Encoding',
    // Strong, so each encoding has its own.
    ETag: encoding === undefined ? `"${etag()}"` : `"${etag()}-${encoding}"`,
  });
  if (encoding !== undefined && !request.fresh) response.set('Content-Encoding', encoding);
  if (bytes.byteLength <= SLICE_BYTES || request.fresh) {
    response.send(bytes);
    return;
  }
  response.setHeader('Content-Length', String(bytes.byteLength));
  // Once the headers have left, the connection can be closed for a new one, even while the answer waits for its turn.
  response.flushHeaders();
  await writeTurn(response);
  await writePieces(response, slicesOf([bytes]));
}

/**
 * The encodings that a client accepts; none if its list is too long. Only a list with an asterisk is parsed again, for
 * encodings that it does not name.
 */
function acceptedEncodings(request: Request): (encoding: string) => boolean {
  if (isListTooLong(request.headersDistinct['accept-encoding'])) return () => false;
  const accepted = new Set(request.acceptsEncodings().map((name) => name.toLowerCase()));
  return (encoding) =>
    accepted.has(encoding) || (accepted.has('*') && request.acceptsEncodings(encoding) === encoding);
}
