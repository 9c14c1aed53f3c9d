import type { Ledger } from '../ledger/ledger.ts';
import { GatewayError } from '../errors.ts';
import { slicesOf } from '../text/slices-of.ts';
import { lengthOf, type JsonPieces } from '../text/long-text.ts';

/** The answer that an idempotency key was given before, as JSON in UTF-8: byte for byte the first answer. */
export interface EarlierReply {
  readonly promptLogId: string;
  readonly bytes: number;
  /** Each piece is read when it is asked for. Throws GatewayError 503 where the rest cannot be read. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export function inMemory(promptLogId: string, reply: JsonPieces): EarlierReply {
  return { promptLogId, bytes: lengthOf(reply), pieces: asAsync(slicesOf(reply)) };
}

export interface StoredReply {
  readonly accountId: number;
  readonly requestId: string;
  readonly bytes: number;
}

/**
 * Opens an answer that the ledger keeps. Its first piece is read now, while the status can still say that it is gone.
 * @returns undefined where the ledger has it no more.
 * @throws GatewayError 503 where it cannot be read.
 */
export async function openStoredReply(
  reply: StoredReply,
  ledger: Pick<Ledger, 'readLog'>,
): Promise<EarlierReply | undefined> {
  const first = await readPiece(reply, 0, ledger);
  if (first === undefined) return undefined;
  return { promptLogId: reply.requestId, bytes: reply.bytes, pieces: piecesOf(reply, first, ledger) };
}

async function* piecesOf(
  reply: StoredReply,
  first: Uint8Array,
  ledger: Pick<Ledger, 'readLog'>,
): AsyncGenerator<Uint8Array, void> {
  let piece: Uint8Array | undefined = first;
  for (let offsetBytes = 0; ;) {
    // Pruned while it was being sent: the part that has left cannot be taken back.
    if (piece === undefined || piece.byteLength === 0) throw new Error('the stored answer is gone');
    offsetBytes += piece.byteLength;
    yield* slicesOf([piece]);
    if (offsetBytes >= reply.bytes) return;
    piece = await readPiece(reply, offsetBytes, ledger);
  }
}

async function readPiece(
  { accountId, requestId }: StoredReply,
  offsetBytes: number,
  ledger: Pick<Ledger, 'readLog'>,
): Promise<Uint8Array | undefined> {
  try {
    return await ledger.readLog({ accountId, requestId, text: 'response', offsetBytes });
  } catch (cause) {
    const detail = 'The stored answer cannot be read now: nothing was run or charged. Repeat the request.';
    throw new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
  }
}

async function* asAsync<T>(values: Iterable<T>): AsyncGenerator<T, void> {
  yield* values;
}
