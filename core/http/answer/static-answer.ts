import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { isListTooLong } from '../read/wanted-answer.ts';
import { writePieces, writeTurn } from './write-pieces.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Of 0 to 11: a tenth smaller than gzip in the same time; the highest takes thirty times as long for another tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses on a thread of the system's pool. */
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
/** Of a shorter file the head of a gzip takes most of what it saves. */
const MIN_ZIPPED_BYTES = 512;

/** A body that all clients share. It never changes. */
export interface StaticAnswer {
  readonly type: string;
  readonly body: Buffer;
  /** Without an encoding and without quotation marks. Made when somebody first asks for it. */
  readonly etag: () => string;
  /** The body in an encoding, made once, when somebody first asks for it. In the order of preference. */
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
    let made: Promise<Buffer> | undefined;
    const make = (): Promise<Buffer> => {
      made ??= compress(body);
      // The next request tries again.
      made.catch(() => (made = undefined));
      return made;
    };
    return [encoding, make] as const;
  });
  return {
    type,
    body,
    etag: () => (etag ??= createHash('sha256').update(body).digest('base64url').slice(0, 22)),
    encoded: new Map(encoded),
  };
}

/**
 * Makes an answer once for each of what it is made from, such as a registry, and forgets it together with that.
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
 * What caches may do with an answer. `no-cache` where another registry, or another version, may answer at any time;
 * `immutable` where the address names a digest of what it holds.
 */
export type Freshness = 'no-cache' | 'private, no-cache' | 'immutable';

const YEAR_SECONDS = 31_536_000;

/**
 * Sends it in an encoding that the client accepts, or answers 304 where the client has it already. A long body goes out in
 * slices, in turn with whatever others are sent: the system copies all it is given at once.
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
  // An answer that has begun can be given up for a new connection, however long its turn takes to come.
  response.flushHeaders();
  await writeTurn(response);
  await writePieces(response, slicesOf([bytes]));
}

/**
 * Which encodings a client takes; of a list that is too long none. Only one with an asterisk is read again for an encoding
 * that it does not name.
 */
function acceptedEncodings(request: Request): (encoding: string) => boolean {
  if (isListTooLong(request.headersDistinct['accept-encoding'])) return () => false;
  const accepted = new Set(request.acceptsEncodings().map((name) => name.toLowerCase()));
  return (encoding) =>
    accepted.has(encoding) || (accepted.has('*') && request.acceptsEncodings(encoding) === encoding);
}
