import type { StreamReader } from '../../contract.ts';
import { parseBounded, type ReplyTask } from './parse-reply.ts';
import { createEventReader } from './read-event.ts';

export interface EventTask extends ReplyTask {
  readonly framing: StreamReader['framing'];
}

/** `nothing`: the bytes have no event. `broken`: the event cannot be read. `too_large`: it exceeds the bounds of a reply. */
export type ParsedEvent =
  | { readonly name: string; readonly data: unknown }
  | 'nothing'
  | 'broken'
  | 'too_large';

/** The task for a thread. It reads one event of a stream, whose bytes were transferred to it and are freed afterwards. */
export default async function parseLargeEvent(task: EventTask): Promise<ParsedEvent> {
  const parsed = await parse(task);
  const { buffer } = task.bytes;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  return parsed;
}

async function parse({ framing, bytes, isCut }: EventTask): Promise<ParsedEvent> {
  const read = await createEventReader(framing);
  try {
    // A `Buffer` arrives on the thread as a `Uint8Array`.
    const [event] = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (event === undefined || event === 'done') return 'nothing';
    const parsed = parseBounded({ bytes: Buffer.from(event.json), isCut });
    if (parsed === 'too_large') return parsed;
    return parsed.value === undefined ? 'broken' : { name: event.name, data: parsed.value };
  } catch {
    return 'broken';
  }
}
