import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { EventBuffer } from '../../../core/upstream/receive/event-buffer.ts';
import { createEventReader, type EventReader } from '../../../core/workers/replies/read-event.ts';
import { binaryEvent, cutAt, message } from '../../support/streams/event-bytes.ts';
import { cases } from '../../support/whole-run.ts';

const MAX_BYTES = 1_000_000;
type Framing = 'sse' | 'binary';

/** What is in the events. */
async function read(framing: Framing, chunks: readonly Buffer[], maxBytes = MAX_BYTES) {
  const buffer = new EventBuffer(framing, maxBytes);
  const reader: EventReader = await createEventReader(framing);
  const events: unknown[] = [];
  /** Those of one step read by a reader that has seen nothing before, as on a thread. */
  const alone: unknown[] = [];
  for (const chunk of chunks) {
    buffer.append(chunk);
    for (let batch = buffer.next(); batch !== undefined; batch = buffer.next()) {
      const single: EventReader = await createEventReader(framing);
      for (const [read, list] of [
        [reader, events],
        [single, alone],
      ] as const) {
        for (const event of read(batch.bytes)) list.push(event === 'done' ? event : [event.name, event.json]);
      }
    }
  }
  expect(alone).toEqual(events);
  return { events };
}

/** The events of a stream by WHATWG, read line by line; the rest after the last empty line is no event. */
function whatwg(stream: string): unknown[] {
  const lines = stream.replace(/^\u{FEFF}/u, '').split(/\r\n|\r|\n/);
  const events: unknown[] = [];
  let [name, data] = ['', [] as string[]];
  for (const line of lines.slice(0, -1)) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (line === '') {
      const text = data.join('\n');
      if (text !== '') events.push(text === '[DONE]' ? 'done' : [name, text]);
      [name, data] = ['', []];
    } else if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
  }
  return events;
}

const text = fc.string({ unit: 'binary', maxLength: 12 }).map((words) => words.replaceAll(/[\r\n]/g, ' '));
const line = fc.oneof(
  { weight: 4, arbitrary: text.map((words) => `data: ${words}`) },
  { weight: 2, arbitrary: text.map((words) => `data:${words}`) },
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: text.map((words) => `event: ${words}`) },
  { weight: 1, arbitrary: text.map((words) => `: ${words}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('data', 'event', 'id: 7', 'retry: 10', ':', 'data: [DONE]', 'datum: x'),
  },
);
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r');
const sseStream = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }), text)
  .map(([hasMark, lines, rest]) => `${hasMark ? '\u{FEFF}' : ''}${lines.flat().join('')}${rest}`);
const places = fc.array(fc.nat(), { maxLength: 40 });

describe('server-sent events', () => {
  it('are those of WHATWG, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(sseStream, places, async (stream, cuts) => {
        const { events } = await read('sse', cutAt(Buffer.from(stream), cuts));
        expect(events).toEqual(whatwg(Buffer.from(stream).toString()));
      }),
      { numRuns: cases(500) },
    );
  });

  it('are the same byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(sseStream, async (stream) => {
        const bytes = Buffer.from(stream);
        const single = await read('sse', cutAt(bytes, [...bytes.keys()]));
        expect(single.events).toEqual((await read('sse', [bytes])).events);
      }),
    );
  });

  it('over 64 KiB have memory of their own, however they came', async () => {
    const bytes = Buffer.from(`data: ${'x'.repeat(70_000)}\n\n`);
    for (const cuts of [[], [60_000], [1, 2, 69_000]]) {
      const buffer = new EventBuffer('sse', MAX_BYTES);
      let event: Buffer | undefined;
      for (const chunk of cutAt(bytes, cuts)) {
        buffer.append(chunk);
        event = buffer.next()?.bytes ?? event;
      }
      expect(event?.equals(bytes)).toBe(true);
      // Nothing else is in it that a thread could take away.
      expect(event?.buffer).not.toBe(bytes.buffer);
      expect(event?.byteOffset).toBe(0);
    }
  });

  it.each(['data: ', '', ': '])('whose line %jnever ends are refused', async (begin) => {
    const chunk = Buffer.alloc(10_000, 'x');
    const stream = [Buffer.from(begin), ...Array.from({ length: 101 }, () => chunk)];
    await expect(read('sse', stream)).rejects.toMatchObject({
      fault: { code: 'malformed_reply', retryable: false },
    });
  });

  it('over the bound are refused where the last of them comes at once too', async () => {
    const event = `data: ${'x'.repeat(10_000)}\n\n`;
    expect((await read('sse', [Buffer.from(event)], 10_008)).events).toHaveLength(1);
    for (const cuts of [[], [9_000]])
      await expect(read('sse', cutAt(Buffer.from(event), cuts), 10_007)).rejects.toMatchObject({
        fault: { code: 'malformed_reply', retryable: false },
      });
  });

  it('whose lines never end in an empty one are refused', async () => {
    const chunk = Buffer.from('data: 1\n'.repeat(1_000));
    await expect(
      read(
        'sse',
        Array.from({ length: 126 }, () => chunk),
      ),
    ).rejects.toMatchObject({
      fault: { code: 'malformed_reply' },
    });
  });
});

describe('binary events', () => {
  const events = fc.array(fc.tuple(fc.string({ maxLength: 30 }), fc.jsonValue({ maxDepth: 2 })), {
    maxLength: 10,
  });

  it('are the same, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(events, places, async (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(([name, data]) => binaryEvent(name, data)));
        const expected = sent.map(([name, data]) => [name, JSON.stringify(data)]);
        expect((await read('binary', cutAt(bytes, cuts))).events).toEqual(expected);
        expect((await read('binary', cutAt(bytes, [...bytes.keys()]))).events).toEqual(expected);
      }),
    );
  });

  it('of exceptions and errors have the names of these', async () => {
    const bytes = Buffer.concat([
      message({ 'message-type': 'exception', 'exception-type': 'throttlingException' }, '{"message":"slow"}'),
      message({ 'message-type': 'error', 'error-code': 'Internal', 'error-message': 'no "luck"' }, ''),
      message({ 'message-type': 'event', 'event-type': 'ping' }, ''),
    ]);
    expect((await read('binary', [bytes])).events).toEqual([
      ['throttlingException', '{"message":"slow"}'],
      ['Internal', '{"message":"no \\"luck\\""}'],
      ['ping', '{}'],
    ]);
  });

  it.each([
    ['a header', 14],
    ['the body', 60],
    ['a length', 3],
    ['a checksum', -1],
  ])('with another byte in %s are not read', async (_what, place) => {
    const bytes = binaryEvent('word', { add: 'x'.repeat(100) });
    bytes[bytes.length * Number(place < 0) + place]! ^= 1;
    const next = binaryEvent('word', { add: 'y'.repeat(300) });
    await expect(read('binary', [Buffer.concat([bytes, next])])).rejects.toThrow(/checksum|CRC32/i);
  });

  it.each([0, 15])('that claim %d bytes are malformed', async (length) => {
    const bytes = binaryEvent('word', {});
    bytes.writeUInt32BE(length);
    for (const cuts of [[], [2]])
      await expect(read('binary', cutAt(bytes, cuts))).rejects.toMatchObject({
        fault: { code: 'malformed_reply', retryable: true },
      });
  });

  it('that claim more than the bound are refused at once', async () => {
    const bytes = binaryEvent('word', {});
    bytes.writeUInt32BE(MAX_BYTES + 1);
    await expect(read('binary', [bytes.subarray(0, 4)])).rejects.toMatchObject({
      fault: { code: 'malformed_reply', retryable: false },
    });
  });
});

it.each(['a\r', 'a\n'])('looks through chunks of %j once for each kind of line end', (line) => {
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  const buffer = new EventBuffer('sse', MAX_BYTES);
  const other = line.endsWith('\r') ? 10 : 13;
  for (const chunk of Array<Buffer>(3).fill(Buffer.from(line.repeat(1_000)))) {
    buffer.append(chunk);
    expect(buffer.next()).toBeUndefined();
  }
  const places = search.mock.calls.filter(([byte]) => byte === other).map(([, from]) => from);
  search.mockRestore();
  expect(new Set(places)).toEqual(new Set([0, 2_000, 4_000]));
  expect(places).toHaveLength(3);
});
