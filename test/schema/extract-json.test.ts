import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson } from '../../core/schema/extract-json.ts';
import { cases } from '../support/whole-run.ts';

describe('extractJson', () => {
  it.each([
    ['{"a":1}', '{"a":1}'],
    ['  [1,2]\n', '[1,2]'],
    ['"text"', '"text"'],
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['Sure:\r\n```json\r\n"hi"\r\n```\r\nDone.', '"hi"'],
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

  it.each([
    ['more brackets than are tried', '{x} '.repeat(64)],
    ['more text than is searched', `${'{'.repeat(20)}${'x'.repeat(60_000)}`],
  ])('finds no single value with %s after it', (_name, rest) => {
    expect(extractJson(`{"a":1} ${rest} {"a":2}`)).toBeUndefined();
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

  it('finds the same fenced values as a pattern', () => {
    const fence = /^```[a-z]*\n([\s\S]*?)\n```$/gim;
    const lines = fc.array(fc.constantFrom('```', '```json', '``` no', '', 'prose', '1', '2'), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(lines, (parts) => {
        const text = ['prose', ...parts].join('\n').trim();
        const values = [...text.matchAll(fence)]
          .map(([, content = '']) => content.trim())
          .filter((content) => content === '1' || content === '2');
        expect(extractJson(text)).toBe(values.length === 1 ? values[0] : undefined);
      }),
      { numRuns: cases(2_000) },
    );
  });

  // Quadratic work on any of these takes minutes.
  it.each([
    ['openings', '{['.repeat(100_000), 1],
    ['openings of fences', '```a\n'.repeat(40_000), 20],
    ['closed fences', '```\na\n```\n'.repeat(18_000), 20],
    [
      'objects that fail at their end',
      `${'{"a":'.repeat(60)}"${'x'.repeat(199_000)}"${',}'.repeat(60)}`,
      100,
    ],
  ])('ends on a text made of %s', (_name, text, times) => {
    for (let time = 0; time < cases(times); time += 1) expect(extractJson(text)).toBeUndefined();
  });
});
