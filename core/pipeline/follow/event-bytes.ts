import type { JsonPieces } from '../../text/plain-json.ts';
import type { AnswerEvent } from './answer-events.ts';

/** What ends a server-sent event. */
export const EVENT_END = Buffer.from('\n\n');

/** What a server-sent event begins with; its data follows. */
export function startOf({ id, name }: Pick<AnswerEvent, 'id' | 'name'>): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: `);
}

/** The bytes of one server-sent event. @param json one line. */
export async function* eventOf(
  event: Pick<AnswerEvent, 'id' | 'name'>,
  json: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield startOf(event);
  yield* json;
  yield EVENT_END;
}

/** The bytes of some pieces from one place to another, copied. */
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
