import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Response } from 'express';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { createTurns } from '../server/turns.ts';
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
}

/** @returns undefined for a file of a kind that no page loads. */
export function readAsset(file: string): PageAsset | undefined {
  const type = TYPES[extname(file)];
  if (type === undefined) return undefined;
  const body = readFileSync(file);
  const digest = createHash('sha256').update(body).digest('base64url');
  return { type, body, etag: `"${digest.slice(0, 22)}"` };
}

/** Of all long files that are being sent. */
const SLICES_PER_TURN = 4;
const inTurn = createTurns(SLICES_PER_TURN);

/**
 * Answers 304, as Express does by itself, where the client has this very content. A long file goes out in slices, in
 * turn with whatever others are sent: anybody may ask for it, and the system copies all it is given at once.
 */
export function sendAsset(response: Response, { type, body, etag }: PageAsset): void {
  response.set({ ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': type });
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
