import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_ANSWER_CHARACTERS } from '../../../core/text/long-text.ts';
import { unshelve } from '../../../core/text/shelve-text.ts';
import parseLargeReply, {
  type LongStrings,
  type ParsedReply,
} from '../../../core/workers/replies/parse-reply.ts';
import { createPool, type WorkerPool } from '../../../core/workers/pool.ts';

/** With memory of its own, as a reply comes in. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function parse(text: string, longStrings: LongStrings = 'marked'): ParsedReply {
  return parseLargeReply({ bytes: bytesOf(text), longStrings });
}

/** The parsed value with every mark written out again. */
function restored(parsed: ParsedReply): unknown {
  if (parsed === 'too_large') throw new Error('too large');
  const { value, texts } = parsed;
  const restore = (part: unknown): unknown => {
    if (typeof part === 'string') return unshelve(part, texts);
    if (Array.isArray(part)) return part.map(restore);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, restore(item)]));
  };
  return restore(value);
}

const long = 'A "quoted" \\ line\nand größer 🙂. '.repeat(2_000);

describe('a reply that is parsed on a thread', () => {
  it('is what JSON.parse makes of it, its long texts as marks', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constant(long));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (made, hasMark) => {
        const json = JSON.stringify(made);
        const parsed = parse(hasMark ? `\u{FEFF}${json}` : json);
        expect(JSON.stringify(restored(parsed))).toBe(JSON.stringify(JSON.parse(json)));
        if (parsed !== 'too_large')
          expect(JSON.stringify(parsed.value).length).toBeLessThan(1_000 * LONG_ANSWER_CHARACTERS);
      }),
    );
  });

  it('leaves nothing of a long text to the event loop, unless it is to be written as JSON again', () => {
    const json = JSON.stringify({ a: [long], b: long });
    const marked = parse(json);
    if (marked === 'too_large') throw new Error('too large');
    expect(JSON.stringify(marked.value).length).toBeLessThan(200);
    expect(parse(json, 'kept')).toMatchObject({ value: { a: [long], b: long } });
    const cut = parse(JSON.stringify(long.repeat(3)), 'cut');
    expect(cut).toEqual({ value: long.repeat(3).slice(0, 65_536).toWellFormed(), texts: new Map() });
  });

  it.each([
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['levels that are never closed', '{"a":'.repeat(129)],
    ['too many values', `[${'0,'.repeat(100_000)}0]`],
    ['too many members', `{${'"a":0,'.repeat(100_000)}"a":0}`],
    ['too much text in short strings', JSON.stringify(Array(2_000).fill('x'.repeat(1_000)))],
    ['too much text in its keys', JSON.stringify({ [long.repeat(20)]: 1 })],
  ])('with %s is too large', (_what, text) => {
    expect(parse(text)).toBe('too_large');
  });

  it.each<LongStrings>(['kept', 'cut'])('is too large over 4 MiB where long texts are %s', (longStrings) => {
    expect(parse(JSON.stringify('x'.repeat(4_194_304)), longStrings)).toBe('too_large');
  });

  it.each([
    ['brackets and commas in texts', JSON.stringify({ a: '[{,'.repeat(50_000), b: '\\"[,' })],
    ['128 levels', '['.repeat(128) + ']'.repeat(128)],
    ['100,000 values', `[${'0,'.repeat(99_998)}0]`],
    ['a text of backslashes', JSON.stringify('\\'.repeat(100_001))],
  ])('with %s is read', (_what, text) => {
    expect(restored(parse(text))).toEqual(JSON.parse(text));
  });

  it.each(['<html>', '', '"', '"\\', '[1', '{"a":"b'])('that is %j is no JSON', (text) => {
    expect(parse(text)).toMatchObject({ value: undefined });
  });
});

describe('the pool', () => {
  let pool: WorkerPool;
  beforeAll(() => {
    pool = createPool({ threads: 1, maxQueue: 1 });
  });
  afterAll(() => pool.close());

  it('parses a small reply where it is, and leaves its bytes alone', async () => {
    const bytes = bytesOf(`{"a":"${'x'.repeat(60_000)}"}`);
    const parsed = await pool.parseReply({ bytes, longStrings: 'marked' }, 1);
    expect(parsed).toEqual({ value: { a: 'x'.repeat(60_000) }, texts: new Map() });
    expect(bytes.byteLength).toBe(60_008);
  });

  it('moves a large one to a thread, and loses none for want of a place', async () => {
    const replies = Array.from({ length: 20 }, (_, index) => bytesOf(JSON.stringify([index, long])));
    const parsed = await Promise.all(
      replies.map((bytes) => pool.parseReply({ bytes, longStrings: 'marked' }, 1)),
    );
    expect(replies.every(({ byteLength }) => byteLength === 0)).toBe(true);
    expect(parsed.map(restored)).toEqual(replies.map((_bytes, index) => [index, long]));
  });
});

it.each([
  ['that is read', '{"text":"fine"}'],
  ['that is refused', '['.repeat(200)],
])('the memory of a reply %s is free at once', (_what, text) => {
  const bytes = bytesOf(text);
  parseLargeReply({ bytes, longStrings: 'marked' });
  expect(bytes.buffer.byteLength).toBe(0);
});
