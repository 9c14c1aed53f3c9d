import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_ANSWER_CHARACTERS } from '../../../core/text/long-text.ts';
import { unshelve } from '../../../core/text/shelve-text.ts';
import parseLargeEvent, {
  type EventTask,
  type ParsedEvent,
} from '../../../core/workers/replies/parse-event.ts';
import type { LongStrings } from '../../../core/workers/replies/parse-reply.ts';
import { createPool, type WorkerPool } from '../../../core/workers/pool.ts';
import { binaryEvent, sse } from '../../support/streams/event-bytes.ts';
import { slowIt } from '../../support/whole-run.ts';

const long = 'A "quoted" \\ line\nand größer 🙂. '.repeat(4_000);

/** With memory of its own, as an event comes in. */
function task(
  text: string | Buffer,
  longStrings: LongStrings = 'marked',
  framing: EventTask['framing'] = 'sse',
): EventTask {
  const source = Buffer.from(text);
  const bytes = Buffer.allocUnsafeSlow(source.byteLength);
  bytes.set(source);
  return { framing, bytes, longStrings };
}

function textOf(parsed: ParsedEvent): string {
  if (typeof parsed === 'string') throw new Error(parsed);
  const { add } = parsed.data as { readonly add: string };
  expect(add.length).toBeLessThan(LONG_ANSWER_CHARACTERS);
  return unshelve(add, parsed.texts);
}

describe('an event that is read on a thread', () => {
  it.each([
    ['sse', sse('word', { add: long })],
    ['binary', binaryEvent('word', { add: long })],
  ] as const)('of framing %s is its data, with marks for its long texts', async (framing, text) => {
    const parsed = await parseLargeEvent(task(text, 'marked', framing));
    expect(parsed).toMatchObject({ name: 'word' });
    expect(textOf(parsed) === long).toBe(true);
  });

  it('keeps or cuts them where they are not to be marked', async () => {
    expect(await parseLargeEvent(task(sse('a', { add: long }), 'kept'))).toMatchObject({
      data: { add: long },
    });
    expect(await parseLargeEvent(task(sse('a', { add: long }), 'cut'))).toMatchObject({
      data: { add: long.slice(0, 65_536).toWellFormed() },
    });
  });

  it.each([
    ['is no JSON', `data: {"add":${long}\n\n`, 'broken'],
    ['has too many levels', `data: ${'['.repeat(200)}\n\n`, 'too_large'],
    ['has too many values', `data: [${'0,'.repeat(100_000)}0]\n\n`, 'too_large'],
    ['is a comment', `: ${long.replaceAll('\n', ' ')}\n\n`, 'nothing'],
    ['only ends the stream', `: ${long.replaceAll('\n', ' ')}\ndata: [DONE]\n\n`, 'nothing'],
  ])('that %s is told to be so', async (_what, text, said) => {
    expect(await parseLargeEvent(task(text))).toBe(said);
  });

  it('with a wrong checksum is broken', async () => {
    const bytes = binaryEvent('word', { add: long });
    bytes[bytes.length - 1]! ^= 1;
    expect(await parseLargeEvent(task(bytes, 'marked', 'binary'))).toBe('broken');
  });

  it('has its memory freed at once', async () => {
    for (const text of [sse('word', { add: long }), 'data: {\n\n']) {
      const event = task(text);
      await parseLargeEvent(event);
      expect(event.bytes.buffer.byteLength).toBe(0);
    }
  });
});

describe('the pool', () => {
  let pool: WorkerPool;
  beforeAll(() => {
    pool = createPool({ threads: 1, maxQueue: 1 });
  });
  afterAll(() => pool.close());

  slowIt('reads long events and puts long strings away, and loses none for want of a place', async () => {
    const events = Array.from({ length: 10 }, () =>
      task(binaryEvent('word', { add: long }), 'marked', 'binary'),
    );
    const strings = Array.from({ length: 10 }, (_, index) => `${index} ${long}`);
    const [parsed, shelved] = await Promise.all([
      Promise.all(events.map((event) => pool.parseEvent(event, 1))),
      Promise.all(strings.map((string) => pool.shelveStrings({ strings: [string], texts: new Map() }, 1))),
    ]);
    expect(events.every(({ bytes }) => bytes.byteLength === 0)).toBe(true);
    expect(parsed.every((event) => textOf(event) === long)).toBe(true);
    expect(shelved.map(({ strings: [text = ''], texts }) => unshelve(text, texts))).toEqual(strings);
  });
});
