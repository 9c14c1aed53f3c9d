import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import parseLargeReply, { type ParsedReply } from '../../../core/workers/replies/parse-reply.ts';
import { createPool, type WorkerPool } from '../../../core/workers/pool.ts';
import { PATIENT_TASKS } from '../../support/servers/patient-tasks.ts';

/** Bytes in separate memory, like a received reply. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function parse(text: string, isCut = false): ParsedReply {
  return parseLargeReply({ bytes: bytesOf(text), isCut });
}

function valueOf(parsed: ParsedReply): unknown {
  if (parsed === 'too_large') throw new Error('too large');
  return parsed.value;
}

const long = 'A "quoted" \\ line\nand größer 🙂. '.repeat(2_000);

describe('a reply that is parsed on a thread', () => {
  it('equals the result of JSON.parse', () => {
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
        expect(JSON.stringify(valueOf(parsed))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });

  it('is cut if only its beginning is read', () => {
    const cut = parse(JSON.stringify({ __proto__x: [long.repeat(3)] }), true);
    expect(cut).toEqual({ value: { __proto__x: [long.repeat(3).slice(0, 65_536).toWellFormed()] } });
  });

  it.each([
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['levels that are never closed', '{"a":'.repeat(129)],
    ['too many values', `[${'0,'.repeat(100_000)}0]`],
    ['too many members', `{${'"a":0,'.repeat(100_000)}"a":0}`],
    ['too much text', JSON.stringify(Array(5_000).fill('x'.repeat(1_000)))],
    ['too much text in its keys', JSON.stringify({ [long.repeat(80)]: 1 })],
  ])('with %s is too large', (_what, text) => {
    expect(parse(text)).toBe('too_large');
  });

  it.each([
    ['brackets and commas in texts', JSON.stringify({ a: '[{,'.repeat(50_000), b: '\\"[,' })],
    ['128 levels', '['.repeat(128) + ']'.repeat(128)],
    ['100,000 values', `[${'0,'.repeat(99_998)}0]`],
    ['a text of backslashes', JSON.stringify('\\'.repeat(100_001))],
  ])('with %s is read', (_what, text) => {
    expect(valueOf(parse(text))).toEqual(JSON.parse(text));
  });

  it.each(['<html>', '', '"', '"\\', '[1', '{"a":"b'])('that is %j is no JSON', (text) => {
    expect(parse(text)).toMatchObject({ value: undefined });
  });
});

describe('the pool', () => {
  let pool: WorkerPool;
  beforeAll(() => {
    pool = createPool({ threads: 1, maxQueue: 1, limits: PATIENT_TASKS });
  });
  afterAll(() => pool.close());

  it('parses a small stored answer on the event loop, and does not move its bytes', async () => {
    const bytes = bytesOf(`{"a":"${'x'.repeat(60_000)}"}`);
    const parsed = await pool.parseStored(bytes, 1);
    expect(parsed).toEqual({ value: { a: 'x'.repeat(60_000) } });
    expect(bytes.byteLength).toBe(60_008);
  });

  it('moves a large reply to a thread, and loses none for want of a place', async () => {
    const replies = Array.from({ length: 20 }, (_, index) => bytesOf(JSON.stringify([index, long])));
    const parsed = await Promise.all(replies.map((bytes) => pool.parseReply({ bytes, isCut: false }, 1)));
    expect(replies.every(({ byteLength }) => byteLength === 0)).toBe(true);
    expect(parsed.map(valueOf)).toEqual(replies.map((_bytes, index) => [index, long]));
  });
});

it.each([
  ['that is read', '{"text":"fine"}'],
  ['that is refused', '['.repeat(200)],
])('the memory of a reply %s is free at once', (_what, text) => {
  const bytes = bytesOf(text);
  parseLargeReply({ bytes, isCut: false });
  expect(bytes.buffer.byteLength).toBe(0);
});
