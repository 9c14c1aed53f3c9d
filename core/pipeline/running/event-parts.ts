import type { AnswerEventName } from '../follow/answer-events.ts';
import { isRecord } from '../../text/is-record.ts';
import { lengthOf, type JsonPieces } from '../../text/long-text.ts';

/** A part of an event's data, on its way between gateways. */
export interface EventPart {
  readonly id: string;
  readonly name: AnswerEventName;
  /** Of the whole data, bytes. */
  readonly size: number;
  /** Where in the data the part begins. */
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** Before each part: how long its head is. */
const HEAD_LENGTH_BYTES = 4;

/** The bytes of some JSON pieces from one place to another, copied: at most as many as a reply has. */
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

/** What of an event fits into so much room. @returns undefined where not even a byte does. */
export function partOf(
  { id, name, json }: { readonly id: string; readonly name: AnswerEventName; readonly json: JsonPieces },
  from: number,
  roomBytes: number,
): EventPart | undefined {
  const size = lengthOf(json);
  const room = roomBytes - headOf({ id, name, size, from: size }, size).byteLength - HEAD_LENGTH_BYTES;
  if (room <= 0) return undefined;
  return { id, name, size, from, bytes: bytesBetween(json, from, Math.min(size, from + room)) };
}

/** Bytes that `writeParts` makes of it. */
export function lengthOfPart(part: EventPart): number {
  return HEAD_LENGTH_BYTES + headOf(part, part.bytes.byteLength).byteLength + part.bytes.byteLength;
}

/** Nothing of the event comes after it. */
export function isLastPart({ size, from, bytes }: EventPart): boolean {
  return from + bytes.byteLength === size;
}

export function writeParts(parts: readonly EventPart[]): Uint8Array {
  return Buffer.concat(
    parts.flatMap((part) => {
      const head = headOf(part, part.bytes.byteLength);
      const length = Buffer.alloc(HEAD_LENGTH_BYTES);
      length.writeUInt32BE(head.byteLength);
      return [length, head, part.bytes];
    }),
  );
}

function headOf({ id, name, size, from }: Omit<EventPart, 'bytes'>, length: number): Buffer {
  return Buffer.from(JSON.stringify({ id, name, size, from, length }));
}

/** @throws Error where they are not as `writeParts` writes them. */
export function readParts(bytes: Uint8Array): readonly EventPart[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: EventPart[] = [];
  for (let at = 0; at < view.byteLength;) {
    const headEnd = at + HEAD_LENGTH_BYTES + view.readUInt32BE(at);
    const head: unknown = JSON.parse(view.toString('utf8', at + HEAD_LENGTH_BYTES, headEnd));
    if (!isHead(head)) throw new Error('a part of an event has no head');
    const { length, ...part } = head;
    parts.push({ ...part, bytes: view.subarray(headEnd, headEnd + length) });
    at = headEnd + length;
  }
  return parts;
}

const NAMES: ReadonlySet<unknown> = new Set<AnswerEventName>([
  'started',
  'result',
  'evaluation',
  'done',
  'error',
  'delta',
  'reasoning',
  'replaced',
]);

function isHead(value: unknown): value is Omit<EventPart, 'bytes'> & { readonly length: number } {
  if (!isRecord(value)) return false;
  const { id, name, size, from, length } = value;
  const isWhole = (figure: unknown): boolean => Number.isSafeInteger(figure) && Number(figure) >= 0;
  return typeof id === 'string' && NAMES.has(name) && [size, from, length].every(isWhole);
}
