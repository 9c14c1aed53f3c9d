import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import parseLargeEvent, {
  type EventTask,
  type ParsedEvent,
} from '../../../core/workers/replies/parse-event.ts';
import { createPool, type WorkerPool } from '../../../core/workers/pool.ts';
import { PATIENT_TASKS } from '../../support/servers/patient-tasks.ts';
import { binaryEvent, sse } from '../../support/streams/event-bytes.ts';
import { slowIt } from '../../support/whole-run.ts';

const long = 'A "quoted" \\ line\nand größer 🙂. '.repeat(4_000);

/** Bytes in separate memory, like a received event. */
function task(text: string | Buffer, isCut = false, framing: EventTask['framing'] = 'sse'): EventTask {
  const source = Buffer.from(text);
  const bytes = Buffer.allocUnsafeSlow(source.byteLength);
  bytes.set(source);
  return { framing, bytes, isCut };
}

function textOf(parsed: ParsedEvent): string {
  if (typeof parsed === 'string') throw new Error(parsed);
  const { add } = parsed.data as { readonly add: string };
  return add;
}

describe('an event that is read on a thread', () => {
  it.each([
    ['sse', sse('word', { add: long })],
    ['binary', binaryEvent('word', { add: long })],
  ] as const)('of framing %s is its data', async (framing, text) => {
    const parsed = await parseLargeEvent(task(text, false, framing));
    expect(parsed).toMatchObject({ name: 'word' });
    expect(textOf(parsed) === long).toBe(true);
  });

  it('is cut if only its beginning is read', async () => {
    expect(await parseLargeEvent(task(sse('a', { add: long }), true))).toMatchObject({
      data: { add: long.slice(0, 65_536).toWellFormed() },
    });
  });

  it.each([
    ['is no JSON', `data: {"add":${long}\n\n`, 'broken'],
    ['has too many levels', `data: ${'['.repeat(200)}\n\n`, 'too_large'],
    ['has too many values', `data: [${'0,'.repeat(100_000)}0]\n\n`, 'too_large'],
    ['is a comment', `: ${long.replaceAll('\n', ' ')}\n\n`, 'nothing'],
    ['only ends the stream', `: ${long.replaceAll('\n', ' ')}\ndata: [DONE]\n\n`, 'nothing'],
  ])('that %s is reported', async (_what, text, result) => {
    expect(await parseLargeEvent(task(text))).toBe(result);
  });

  it('with a wrong checksum is broken', async () => {
    const bytes = binaryEvent('word', { add: long });
    bytes[bytes.length - 1]! ^= 1;
    expect(await parseLargeEvent(task(bytes, false, 'binary'))).toBe('broken');
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
    pool = createPool({ threads: 1, maxQueue: 1, limits: PATIENT_TASKS });
  });
  afterAll(() => pool.close());

  slowIt('reads long events, and loses none for want of a place', async () => {
    const events = Array.from({ length: 10 }, () =>
      task(binaryEvent('word', { add: long }), false, 'binary'),
    );
    const parsed = await Promise.all(events.map((event) => pool.parseEvent(event, 1)));
    expect(events.every(({ bytes }) => bytes.byteLength === 0)).toBe(true);
    expect(parsed.every((event) => textOf(event) === long)).toBe(true);
  });
});
