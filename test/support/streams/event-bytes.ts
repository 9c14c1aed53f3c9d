import { EventStreamCodec } from '@smithy/eventstream-codec';

/** Bytes of one server-sent event. */
export function sse(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text),
);

/** One binary message. */
export function message(headers: Readonly<Record<string, string>>, body: string): Buffer {
  const tagged = Object.entries(headers).map(
    ([name, value]) => [`:${name}`, { type: 'string' as const, value }] as const,
  );
  return Buffer.from(codec.encode({ headers: Object.fromEntries(tagged), body: Buffer.from(body) }));
}

/** One binary event. */
export function binaryEvent(name: string, data: unknown): Buffer {
  const headers = {
    'event-type': name,
    'content-type': 'application/json',
    'message-type': 'event',
  };
  return message(headers, JSON.stringify(data));
}

/** The same bytes, cut at these places. */
export function cutAt(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const cuts = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])];
  const sorted = cuts.toSorted((one, other) => one - other);
  return sorted.slice(1).map((end, index) => Buffer.from(bytes.subarray(sorted[index], end)));
}
