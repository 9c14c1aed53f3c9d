import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { StreamReader } from '../../contract.ts';

type Framing = StreamReader['framing'];

/** An event up to this many bytes is read on the event loop, because moving it to a thread would cost more. */
const INLINE_EVENT_BYTES = 65_536;
/** An event with this many values is slow to parse however short it is. Prose of 64 KiB has fewer commas. */
const INLINE_VALUES = 4_096;
/** An event up to this length cannot have more values than are read on the event loop. */
export const SMALL_EVENT_BYTES = 2 * INLINE_VALUES;

/** Whether an event is read on a thread, because of its bytes or its values. */
export function isLong(event: Buffer): boolean {
  if (event.byteLength > INLINE_EVENT_BYTES) return true;
  if (event.byteLength <= SMALL_EVENT_BYTES) return false;
  let left = INLINE_VALUES;
  for (const mark of [COMMA, OPENING_BRACKET, OPENING_BRACE])
    for (let at = event.indexOf(mark); at >= 0; at = event.indexOf(mark, at + 1)) {
      left -= 1;
      if (left === 0) return true;
    }
  return false;
}

const [COMMA, OPENING_BRACKET, OPENING_BRACE] = [0x2c, 0x5b, 0x7b];

/** An event whose data has not been parsed. */
export interface RawEvent {
  /** Empty if the event has no name. */
  readonly name: string;
  /** Not empty. */
  readonly json: string;
}

/** `done`: the provider sent the marker of the last event. */
export type ReadEvent = RawEvent | 'done';

/** Reads whole events and leaves out anything else, such as comments. @throws Error if an event is broken. */
export type EventReader = (bytes: Buffer) => readonly ReadEvent[];

/** @returns a reader of one stream; the parser of binary events is loaded with the first of them. */
export function createEventReader(framing: Framing): EventReader | Promise<EventReader> {
  if (framing === 'binary') return (readMessage ??= loadMessageReader());
  let events: ReadEvent[] = [];
  // The parser is made with the first bytes, which saves a kilobyte for each reply whose model still reasons.
  let parser: EventSourceParser | undefined;
  return (bytes) => {
    events = [];
    parser ??= createParser({
      onEvent({ event: name = '', data }) {
        if (data !== '') events.push(data === END_OF_STREAM ? 'done' : { name, json: data });
      },
    });
    parser.feed(bytes.toString('utf8'));
    return events;
  };
}

const END_OF_STREAM = '[DONE]';

let readMessage: Promise<EventReader> | undefined;

async function loadMessageReader(): Promise<EventReader> {
  const { EventStreamCodec } = await import('@smithy/eventstream-codec').catch((cause: unknown) => {
    // The import fails for example if no more files may be opened, so the next stream tries again.
    readMessage = undefined;
    throw cause;
  });
  const textOf = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const codec = new EventStreamCodec(textOf, (text) => Buffer.from(text));
  return (bytes) => {
    const { headers, body } = codec.decode(bytes);
    const header = (name: string): string => {
      const value = headers[name]?.value;
      return typeof value === 'string' ? value : '';
    };
    const kind = header(':message-type');
    // A failure of the service has no body.
    if (kind === 'error')
      return [{ name: header(':error-code'), json: JSON.stringify({ message: header(':error-message') }) }];
    const name = header(kind === 'exception' ? ':exception-type' : ':event-type');
    return [{ name, json: textOf(body) || '{}' }];
  };
}
