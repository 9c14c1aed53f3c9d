import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../core/workers/strict-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function problemOf(text: string | Uint8Array): { pointer: string; code: string } | undefined {
  const parsed = parseStrictJson(typeof text === 'string' ? bytes(text) : text);
  return 'problem' in parsed ? { pointer: parsed.problem.pointer, code: parsed.problem.code } : undefined;
}

describe('strict JSON', () => {
  it.each([
    ['', '', 'syntax'],
    ['{"a":1,}', '', 'syntax'],
    ['{"a":1}{"a":2}', '', 'syntax'],
    ['\uFEFF{}', '', 'syntax'],
    ['NaN', '', 'syntax'],
    ['{"a":{"b":1,"b":1}}', '/a/b', 'duplicate_key'],
    ['{"a":1,"\\u0061":2}', '/a', 'duplicate_key'],
    ['[{"x":0},{"__proto__":1}]', '/1/__proto__', 'forbidden_key'],
    ['{"a":{"constructor":{}}}', '/a/constructor', 'forbidden_key'],
    ['{"\\u0070rototype":1}', '/prototype', 'forbidden_key'],
    ['{"a":[0,1e400]}', '/a/1', 'number_range'],
    ['{"a":9007199254740993}', '/a', 'number_range'],
    ['[18446744073686646785]', '/0', 'number_range'],
    ['[1e23]', '/0', 'number_range'],
    ['[90071992547409930e-1]', '/0', 'number_range'],
    ['[9007199254740993.00]', '/0', 'number_range'],
    ['{"a":"\\ud800"}', '/a', 'ill_formed_text'],
    ['{"\\udc00":1}', '', 'ill_formed_text'],
    ['{"a/b":{"c~d":[1,[2,{"e":1e999}]]}}', '/a~1b/c~0d/1/1/e', 'number_range'],
    [`{"${'a'.repeat(127)}\u{1F600}":1e999}`, `/${'a'.repeat(127)}\uFFFD`, 'number_range'],
  ])('refuses %j at %j as %s', (text, pointer, code) => {
    expect(problemOf(text)).toEqual({ pointer, code });
  });

  it.each([
    '-0',
    '-0.0',
    '1e20',
    '1E+22',
    '-1.0e22',
    '0.001e25',
    '18446744073686646784',
    '0.1',
    '1e-400',
    '9007199254740992.5',
    '-90071992547409925e-1',
    '0.90071992547409925e16',
  ])('takes %s, which a double holds or rounds as a fraction', (number) =>
    expect(parseStrictJson(bytes(`[${number}]`))).toEqual({ value: [Number(number)] }),
  );

  it('takes every whole number that a double holds, and none beside it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e16, max: 1e300, noNaN: true }), (value) => {
        const digits = BigInt(value);
        expect(problemOf(`[${digits}]`)).toBeUndefined();
        expect(problemOf(`[-${digits}.0]`)).toBeUndefined();
        expect(problemOf(`[${digits + 1n}]`)?.code).toBe(
          Number.isInteger(value) ? 'number_range' : undefined,
        );
      }),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(problemOf(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({ pointer: '', code: 'ill_formed_text' });
    expect(problemOf(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toEqual({
      pointer: '',
      code: 'ill_formed_text',
    });
  });

  it('takes 64 levels and refuses the 65th', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(problemOf(nested(64))).toBeUndefined();
    expect(problemOf(nested(65))?.code).toBe('depth');
    expect(problemOf(nested(50_000))?.code).toBe('depth');
  });

  it('bounds the number of values', () => {
    expect(problemOf(`[${Array.from({ length: 100_000 }, () => '0').join(',')}]`)).toBeUndefined();
    expect(problemOf(`[${Array.from({ length: 100_002 }, () => '0').join(',')}]`)?.code).toBe(
      'too_many_values',
    );
  });

  it('bounds the number of keys, at any depth', () => {
    const members = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => `"k${from + index}":0`).join(',');
    expect(problemOf(`[{${members(0, 4_096)}},{${members(0, 4_096)}}]`)).toBeUndefined();
    expect(problemOf(`[{${members(0, 4_096)}},{${members(0, 4_097)}}]`)?.code).toBe('too_many_values');
  });

  it('is not misled by quotes, backslashes and brackets inside strings', () => {
    const value = { 'a"b': '{"a":1,"a":2', 'c\\': '\\"[[[', '\\"': ['\\\\', '"', 'é\u2028\u{1F600}'] };
    expect(parseStrictJson(bytes(JSON.stringify(value)))).toEqual({ value });
  });

  it('gives back whatever JSON.stringify wrote', () => {
    const representable = fc
      .jsonValue({ maxDepth: 6 })
      .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
      .map((value) => JSON.stringify(value))
      .filter((text) => text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
    fc.assert(
      fc.property(representable, (text) => {
        const parsed = parseStrictJson(bytes(text));
        if ('problem' in parsed) expect(parsed.problem.code).toBe('number_range');
        else expect(JSON.stringify(parsed.value)).toBe(text);
      }),
    );
  });

  it('finds a duplicate at any place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2 }), (key, value) => {
        fc.pre(!['__proto__', 'constructor', 'prototype'].includes(key) && key.isWellFormed());
        fc.pre(problemOf(JSON.stringify(value)) === undefined);
        const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
        expect(problemOf(`[[],{"unique":[0],${member},"${'x'.repeat(40)}":null,${member}}]`)?.code).toMatch(
          /^duplicate_key$/,
        );
      }),
    );
  });
});
