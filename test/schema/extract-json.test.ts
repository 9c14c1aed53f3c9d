import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson } from '../../core/schema/extract-json.ts';

describe('extractJson', () => {
  it.each([
    ['{"a":1}', '{"a":1}'],
    ['  [1,2]\n', '[1,2]'],
    ['"text"', '"text"'],
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['Here you are:\n```\n{"a":"```"}\n```\nAnything else?', '{"a":"```"}'],
    ['The answer is {"a":{"b":"}"}} as asked.', '{"a":{"b":"}"}}'],
    ['Set {x} apart: {"a":1}', '{"a":1}'],
    ['an unclosed { and then [1]', '[1]'],
  ])('%j holds %j', (text, expected) => {
    expect(extractJson(text)).toBe(expected);
  });

  it.each([
    ['no value at all'],
    ['two: {"a":1} and {"a":2}'],
    ['```json\n{"a":1}\n```\n```json\n{"a":2}\n```'],
    ['```json\n{"a":1,\n```'],
    ['{"a":1'],
    [''],
  ])('%j holds no single value', (text) => {
    expect(extractJson(text)).toBeUndefined();
  });

  it('finds any object amid plain prose, byte for byte', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.stringMatching(/^[A-Za-z ,.!]*$/),
        (value, prose) => {
          const source = JSON.stringify(value);
          expect(extractJson(`${prose}\n${source}\n${prose}`)).toBe(source);
        },
      ),
    );
  });

  it('ends on a text made of openings', () => {
    expect(extractJson('{['.repeat(100_000))).toBeUndefined();
  });
});
