import type { JsonPieces } from '../../text/plain-json.ts';
import type { AnswerEvent } from './answer-events.ts';

/** The end of every server-sent event. */
export const EVENT_END = Buffer.from('\n\n');

/** The beginning of a server-sent event, up to its data. */
export function startOf({ id, name }: Pick<AnswerEvent, 'id' | 'name'>): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: `);
}

/** Yields the bytes of one server-sent event. @param json its data, one line. */
export async function* eventOf(
  event: Pick<AnswerEvent, 'id' | 'name'>,
  json: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield startOf(event);
  yield* json;
  yield EVENT_END;
}

/** Copies the bytes between two offsets of the joined pieces; `to` is exclusive. */
export function bytesBetween(pieces: JsonPieces, from: number, to: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const piece of pieces) {
    const end = start + piece.byteLength;
    if (end > from && start < to) parts.push(piece.subarray(Math.max(0, from - start), to - start));
    start = end;
  }
  return Buffer.concat(parts);
}
