import type { ServerResponse } from 'node:http';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { lengthOf, type JsonPieces } from '../../text/json-pieces.ts';
import { writeTurn } from './write-turn.ts';

/**
 * Writes a body piece by piece as the client reads it and its turn comes, so that an answer nobody reads holds one piece of
 * it. Ends the response; stops where its connection is gone. @throws what the pieces throw.
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  let stretchBytes = 0;
  for await (const piece of pieces) {
    if (response.destroyed) return;
    const hasRoom = response.write(piece);
    stretchBytes += piece.byteLength;
    // Where the kernel takes all at once, there is always room.
    if (hasRoom && stretchBytes < SLICE_BYTES) continue;
    stretchBytes = 0;
    if (!hasRoom) await drained(response);
    await writeTurn(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.destroyed) resolve();
  response.once('drain', resolve);
  response.once('close', resolve);
  return promise.finally(() => response.off('drain', resolve).off('close', resolve));
}

/** Express would look up the type and hash the body anew for every answer. */
export function setJsonHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
}

/** Sends JSON that is there whole; a long one as the client reads it. The caller need not wait for that. */
export function sendJson(response: ServerResponse, json: JsonPieces): void {
  setJsonHeaders(response);
  const bytes = lengthOf(json);
  if (bytes <= SLICE_BYTES) {
    // A string shares one write with the head; a buffer would cost a second one.
    response.end(Buffer.concat(json).toString('latin1'), 'latin1');
    return;
  }
  response.setHeader('Content-Length', String(bytes));
  writePieces(response, slicesOf(json)).catch(() => response.destroy());
}
