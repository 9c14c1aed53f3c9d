import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Response } from 'express';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { acceptedEncodings } from '../answer/static-answer.ts';
import { writePieces } from '../answer/write-pieces.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of a page, read once, so that a page and what it loads are of one version. */
export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** The body as gzip, made once, when somebody first asks for it. */
  readonly zipped: () => Promise<Buffer>;
}

const zip = promisify(gzip);

/** @returns undefined for a file of a kind that no page loads. */
export function readAsset(file: string): PageAsset | undefined {
  const type = TYPES[extname(file)];
  if (type === undefined) return undefined;
  const body = readFileSync(file);
  const digest = createHash('sha256').update(body).digest('base64url');
  let made: Promise<Buffer> | undefined;
  const zipped = (): Promise<Buffer> => (made ??= zip(body, { level: 9 }));
  return { type, body, etag: `"${digest.slice(0, 22)}"`, zipped };
}

/** Of all long files that are being sent. */
const SLICES_PER_TURN = 4;
const inTurn = spreadOverTurns(SLICES_PER_TURN);

/** Of a shorter file the head of a gzip takes most of what it saves. */
const MIN_ZIPPED_BYTES = 512;

/**
 * Answers 304, as Express does by itself, where the client has this very content; as gzip where it takes that. A long
 * file goes out in slices, in turn with whatever others are sent: anybody may ask for it, and the system copies all it is
 * given at once.
 */
export function sendAsset(response: Response, asset: PageAsset): void {
  const { type, body, etag, zipped } = asset;
  response.set({ 'Cache-Control': 'no-cache', 'Content-Type': type, Vary: 'Accept-Encoding' });
  if (body.byteLength < MIN_ZIPPED_BYTES || !acceptedEncodings(response.req)('gzip')) {
    response.setHeader('ETag', etag);
    sendBody(response, body);
    return;
  }
  zipped()
    .then((shorter) => {
      // Strong, so each encoding has its own.
      response.setHeader('ETag', `${etag.slice(0, -1)}-gzip"`);
      if (!response.req.fresh) response.setHeader('Content-Encoding', 'gzip');
      sendBody(response, shorter);
    })
    .catch(() => response.destroy());
}

function sendBody(response: Response, body: Buffer): void {
  if (body.byteLength <= SLICE_BYTES || response.req.fresh) {
    response.send(body);
    return;
  }
  response.setHeader('Content-Length', String(body.byteLength));
  // An answer that has begun can be given up for a new connection, however long its turn takes to come.
  response.flushHeaders();
  writePieces(response, slicesInTurn(body)).catch(() => response.destroy());
}

async function* slicesInTurn(body: Buffer): AsyncGenerator<Uint8Array, void> {
  for (const slice of slicesOf([body])) {
    await new Promise<void>(inTurn);
    yield slice;
  }
}

/** Calls back in a later turn of the event loop. */
type Turns = (goOn: () => void) => void;

/**
 * Spreads work over turns of the event loop: `perTurn` callers go on in each, in the order in which they asked. Between
 * two turns the loop takes new connections and whatever others have sent.
 */
export function spreadOverTurns(perTurn: number): Turns {
  let waiting: (() => void)[] = [];
  const run = (): void => {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(run);
    for (const goOn of now) goOn();
  };
  return (goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(run);
  };
}
