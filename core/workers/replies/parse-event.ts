import type { StreamReader } from '../../contract.ts';
import type { LongTexts } from '../../text/long-text.ts';
import { type LongStrings, parseBounded } from './parse-reply.ts';
import { createEventReader } from './read-event.ts';

export interface EventTask {
  readonly framing: StreamReader['framing'];
  readonly bytes: Buffer;
  readonly longStrings: LongStrings;
}

/** `nothing`: no event is in it. `broken`: it cannot be read. `too_large`: as of a whole reply. */
export type ParsedEvent =
  | {
      readonly name: string;
      readonly data: unknown;
      /** What the marks in its data stand for. */
      readonly texts: LongTexts;
    }
  | 'nothing'
  | 'broken'
  | 'too_large';

/** The task for a thread: reads one event of a stream. The bytes are its own, in memory of their own, which is free afterwards. */
export default async function parseLargeEvent(task: EventTask): Promise<ParsedEvent> {
  const parsed = await parse(task);
  const { buffer } = task.bytes;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  return parsed;
}

async function parse({ framing, bytes, longStrings }: EventTask): Promise<ParsedEvent> {
  const read = await createEventReader(framing);
  try {
    // A buffer arrives as a plain array of bytes.
    const event = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (event === undefined || event === 'done') return 'nothing';
    const parsed = parseBounded(Buffer.from(event.json), longStrings);
    if (parsed === 'too_large') return parsed;
    return parsed.value === undefined
      ? 'broken'
      : { name: event.name, data: parsed.value, texts: parsed.texts };
  } catch {
    return 'broken';
  }
}
