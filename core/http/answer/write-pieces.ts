import type { ServerResponse } from 'node:http';
import { SLICE_BYTES, slicesOf } from '../../text/slices-of.ts';
import { lengthOf, type JsonPieces } from '../../text/long-text.ts';

/**
 * Writes a body piece by piece as the client reads it, so that an answer nobody reads holds one piece of it. Ends the
 * response; stops where its connection is gone. @throws what the pieces throw.
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
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

/** Sends an answer that is there whole; a long one as the client reads it. The caller need not wait for that. */
export function sendPieces(response: ServerResponse, pieces: JsonPieces): void {
  const bytes = lengthOf(pieces);
  if (bytes <= SLICE_BYTES) {
    // A string shares one write with the head; a buffer would cost a second one.
    response.end(Buffer.concat(pieces).toString('latin1'), 'latin1');
    return;
  }
  response.setHeader('Content-Length', String(bytes));
  writePieces(response, slicesOf(pieces)).catch(() => response.destroy());
}
