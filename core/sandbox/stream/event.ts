import { EventStreamCodec } from '@smithy/eventstream-codec';
import { parseJson } from '../json.ts';

export type Framing = 'sse' | 'aws-event-stream';

/** One event of a streamed reply. */
export interface WireEvent {
  /** Empty where the wire names none. */
  readonly name: string;
  readonly data: unknown;
  /** How Bedrock marks an error in band. */
  readonly isException?: boolean;
}

const CONTENT_TYPES: Readonly<Record<Framing, string>> = {
  sse: 'text/event-stream',
  'aws-event-stream': 'application/vnd.amazon.eventstream',
};

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

export function contentTypeOf(framing: Framing): string {
  return CONTENT_TYPES[framing];
}

export function encodeEvent(framing: Framing, event: WireEvent, lineEnd: string): Buffer {
  const text = JSON.stringify(event.data);
  if (framing === 'sse') {
    const name = event.name === '' ? '' : `event: ${event.name}${lineEnd}`;
    return Buffer.from(`${name}data: ${text}${lineEnd}${lineEnd}`);
  }
  const kind = event.isException === true ? 'exception' : 'event';
  const headers = {
    [`:${kind}-type`]: event.name,
    ':content-type': 'application/json',
    ':message-type': kind,
  };
  const bytes = codec.encode({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }]),
    ),
    body: Buffer.from(text),
  });
  return Buffer.from(bytes);
}

/** What aimock streams, whole and well-formed: a reader of any other stream must take it in pieces. */
export async function readMockEvents(framing: Framing, response: Response): Promise<WireEvent[]> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return framing === 'sse' ? sseEvents(bytes.toString('utf8')) : awsEvents(bytes);
}

function sseEvents(text: string): WireEvent[] {
  return text
    .split('\n\n')
    .map((block) => block.split('\n'))
    .map((lines) => ({ name: fieldOf(lines, 'event: '), data: parseJson(fieldOf(lines, 'data: ')) }))
    .filter(({ data }) => data !== undefined);
}

function fieldOf(lines: readonly string[], field: string): string {
  return lines.find((line) => line.startsWith(field))?.slice(field.length) ?? '';
}

function awsEvents(bytes: Buffer): WireEvent[] {
  const events: WireEvent[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + bytes.readUInt32BE(start);
    const { headers, body } = codec.decode(bytes.subarray(start, end));
    events.push({
      name: String(headers[':event-type']?.value ?? ''),
      data: parseJson(Buffer.from(body).toString('utf8')),
    });
    start = end;
  }
  return events;
}
