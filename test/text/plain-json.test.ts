import { assert, constantFrom, dictionary, double, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson, plainNumber } from '../../core/text/plain-json.ts';

describe('a number', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1e-6, '0.000001'],
    [2e-7, '0.0000002'],
    [-1.25e-7, '-0.000000125'],
    [1e-9, '0.000000001'],
    [12.5, '12.5'],
    [Number.MIN_VALUE, `0.${'0'.repeat(323)}5`],
  ])('such as %d is written %s', (value, text) => {
    expect(plainNumber(value)).toBe(text);
    expect(plainJson({ value })).toBe(`{"value":${text}}`);
  });

  it.each([
    [1e-7, undefined, '0.0000001'],
    [[1e-7, 2e-7], undefined, '[0.0000001,0.0000002]'],
    [[1e-7, { a: 2e-7 }], 1, '[\n 0.0000001,\n {\n  "a": 0.0000002\n }\n]'],
  ])('is written without an exponent wherever it is in %j', (value, indent, text) => {
    expect(plainJson(value, indent)).toBe(text);
  });

  it('reads back as it was, in JSON as JSON.stringify would write but for exponents', () => {
    const amounts = double({ min: -1, max: 1, noNaN: true });
    assert(
      property(dictionary(string(), amounts), constantFrom(undefined, 2), (value, indent) => {
        expect(JSON.parse(plainJson(value, indent))).toEqual(
          JSON.parse(JSON.stringify(value, undefined, indent)),
        );
        for (const amount of Object.values(value)) expect(plainNumber(amount)).not.toContain('e');
      }),
    );
  });
});

it('a text that looks like a number with an exponent is left as it is', () => {
  expect(plainJson(['1e-7', { '2e-9': null }])).toBe('["1e-7",{"2e-9":null}]');
});
