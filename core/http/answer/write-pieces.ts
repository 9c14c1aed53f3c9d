import type { ServerResponse } from 'node:http';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { lengthOf, type JsonPieces } from '../../text/plain-json.ts';
import { createPace } from '../../workers/pace.ts';

/**
 * Writes a body piece by piece, as fast as the client reads and turns of the event loop allow, so that an unread answer
 * keeps only one piece in memory. It ends the response, and stops if the connection is lost. @throws what the pieces
 * throw.
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
    // The kernel may take everything at once; then `write` never reports a full buffer, so the bytes are counted too.
    if (hasRoom && stretchBytes < SLICE_BYTES) continue;
    stretchBytes = 0;
    if (!hasRoom) await waitForDrain(response);
    await writeTurn(response);
  }
  response.end();
}

function waitForDrain(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.destroyed) resolve();
  response.once('drain', resolve);
  response.once('close', resolve);
  return promise.finally(() => response.off('drain', resolve).off('close', resolve));
}

/** Sets the headers directly, because Express would look up the type and hash the body for every answer. */
export function setJsonHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
}

/** Sends JSON that is complete. Long JSON is written at the client's pace, and the caller need not wait for it. */
export function sendJson(response: ServerResponse, json: JsonPieces): void {
  setJsonHeaders(response);
  const bytes = lengthOf(json);
  if (bytes <= SLICE_BYTES) {
    // Node writes a string together with the headers, and would write a buffer separately.
    response.end(Buffer.concat(json).toString('latin1'), 'latin1');
    return;
  }
  response.setHeader('Content-Length', String(bytes));
  writePieces(response, slicesOf(json)).catch(() => response.destroy());
}

/** Slices of long answers that leave in one turn of the event loop, to all clients together. */
const SLICES_PER_TURN = 4;

const inTurn = createPace(SLICES_PER_TURN);
/** Requests without a key take turns under this ID, which no account has. */
const NO_ACCOUNT = 0;

/**
 * Resolves when an answer may send its next slice. A kernel takes megabytes at once, so without turns an account that
 * reads a hundred answers would delay everybody else. Accounts take turns.
 */
export function writeTurn(response: ServerResponse): Promise<void> {
  return inTurn(response.assay.accountId ?? NO_ACCOUNT);
}

/** Yields a first piece that was read early, so that its failure could still set the status, and then the rest. */
export async function* startingWith<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
