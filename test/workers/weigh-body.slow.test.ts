import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBase64Spans } from '../../core/workers/find-base64.ts';
import {
  MAX_BETWEEN_BYTES,
  OTHER_STRINGS_BYTES,
  weighBody,
  type RefusedBody,
} from '../../core/workers/weigh-body.ts';
import { cases } from '../support/whole-run.ts';

const TEXT_BYTES = 4_000_000;
const FILE = Buffer.alloc(3_000, 0xff).toString('base64');

function weigh(text: string, textBytes = TEXT_BYTES): RefusedBody | undefined {
  const body = Buffer.from(text);
  return weighBody(body, findBase64Spans(body), textBytes);
}

/** Ways in which clients write the same string. */
const SPELLINGS = {
  plain: (text: string) => JSON.stringify(text),
  slashes: (text: string) => JSON.stringify(text).replaceAll('/', '\\/'),
  ascii: (text: string) =>
    JSON.stringify(text).replaceAll(
      /[^\0-~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  units: (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()}`).join('')}"`,
} as const;
const spelling = fc.constantFrom(...Object.values(SPELLINGS));
type Spell = (text: string) => string;

function written(value: unknown, spell: Spell, space: string): string {
  if (typeof value === 'string') return spell(value);
  if (Array.isArray(value))
    return `[${space}${value.map((item) => written(item, spell, space)).join(`,${space}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${spell(key)}${space}:${space}${written(member, spell, space)}`,
  );
  return `{${space}${members.join(`${space},`)}}`;
}

/** The UTF-8 bytes of all strings and keys, without values of a key `base64`. */
function countedBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countedBytes(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, member]) => {
    const own = key === 'base64' && typeof member === 'string' ? 0 : countedBytes(member);
    return sum + Buffer.byteLength(key) + own;
  }, 0);
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => one.isWellFormed()),
  fc.constantFrom('\\', '"', '\\"', '"base64":"', '\\u0041', '\n', FILE, 'base64', ':'),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, text, fc.double(), fc.constant(null), tie('list'), tie('record')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  record: fc.dictionary(fc.oneof(text, fc.constant('base64')), tie('any'), { maxKeys: 4 }),
})).record;
const space = fc.constantFrom('', ' ', '\r\n\t');

describe('a quick look at a body', () => {
  it('counts every string but files as it is once decoded, however it is written', () => {
    fc.assert(
      fc.property(value, spelling, space, (member, spell, between) => {
        const body = { member };
        const json = written(body, spell, between);
        const textBytes = countedBytes(body) - OTHER_STRINGS_BYTES;
        expect(weigh(json, textBytes)).toBeUndefined();
        expect(weigh(json, textBytes - 1)).toMatchObject({ invalid: [{ code: 'limit' }] });
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('lets nothing pass whose texts are twice the limit', () => {
    const piece = fc.constantFrom('All work and no play. ', '"', '\n', '漢', '\u{1F600}', '\\u0041');
    const turns = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(piece, turns, fc.integer({ min: 2, max: 3 }), spelling, (one, count, times, spell) => {
        const content = one.repeat(Math.ceil((times * 2_000_000) / count / Buffer.byteLength(one)));
        const turn = `{"role":"user","content":${spell(content)}}`;
        const json = `{"models":["gpt-4o"],"history":[${Array.from({ length: count }, () => turn).join(',')}]}`;
        expect(weigh(json, 2_000_000)).toMatchObject({ invalid: [{ pointer: '' }] });
      }),
      { numRuns: 12 },
    );
  });

  it.each(Object.entries(SPELLINGS))('takes the largest request there can be: %s', (_name, spell) => {
    const marked = { cache_control: { type: 'ephemeral' } };
    const wide = '漢'.repeat(255);
    const turn = { role: 'assistant', content: 'x'.repeat(9_900), ...marked };
    const request = {
      prompt: '漢'.repeat(600_000),
      models: Array.from({ length: 64 }, () => 'm'.repeat(64)),
      judges: Array.from({ length: 6 }, () => 'm'.repeat(64)),
      judge_weights: { accuracy: 0.123, speed: 0.456, cost: 0.789 },
      system_prompt: Array.from({ length: 64 }, () => ({ type: 'text', text: 'x'.repeat(3_000), ...marked })),
      history: Array.from({ length: 200 }, () => turn),
      attachments: Array.from({ length: 10 }, () => ({ name: wide, type: 'a'.repeat(255), base64: FILE })),
      generation_settings: { temperature: 1, maxTokens: 10_000_000, topP: 1 },
      model_tuning: { some: '漢'.repeat(262_140) },
      response_schema: { description: 'x'.repeat(65_500) },
    };
    expect(weigh(written(request, spell, ' '.repeat(200)))).toBeUndefined();
  });

  const lines = (file: string): string => file.replaceAll('//', '/\n');
  it.each([
    ['a file with escaped slashes', '"base64"', SPELLINGS.slashes],
    ['a file in escapes, and its key', SPELLINGS.units('base64'), SPELLINGS.units],
    ['a file with line breaks, for its own error', '"base64"', (file: string) => JSON.stringify(lines(file))],
    ['what else is no file, for its own error', '"base64"', (file: string) => JSON.stringify(`"${file}"`)],
  ])('leaves %s out', (_name, key, spell) => {
    const bodyWith = (name: string): string =>
      `{"attachments":[{${name} : ${spell(FILE.repeat(400))}}],"prompt":"x"}`;
    expect(weigh(bodyWith(key), 1)).toBeUndefined();
    expect(weigh(bodyWith('"content"'), 1)).toHaveProperty('invalid');
  });

  it('bounds the bytes between the strings', () => {
    const spaced = (bytes: number): string => `{"prompt":${' '.repeat(bytes - 3)}"x"}`;
    expect(weigh(spaced(MAX_BETWEEN_BYTES))).toBeUndefined();
    expect(weigh(spaced(MAX_BETWEEN_BYTES + 1))).toMatchObject({
      problems: [{ pointer: '', code: 'limit' }],
    });
    expect(weigh('1'.repeat(MAX_BETWEEN_BYTES + 1))).toHaveProperty('problems');
  });

  it('bounds how many strings there are', () => {
    const list = (count: number): string => `[${Array.from({ length: count }, () => '""').join(',')}]`;
    expect(weigh(list(108_193))).toBeUndefined();
    expect(weigh(list(108_194))).toMatchObject({ problems: [{ code: 'too_many_values' }] });
  });

  it.each(['', '"', '"\\', '"\\u', '{"base64":"', '{"base64":"\\', '\\"', '"base64"', '{"base64":"a\\"'])(
    'comes to its end with %j, which is no JSON',
    (broken) => expect(weigh(broken)).toBeUndefined(),
  );
});
