import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOfCalls, plainArguments } from '../../core/tools/compare-calls.ts';
import { cases } from '../support/whole-run.ts';

const key = (...calls: readonly (readonly [string, string])[]): string | undefined =>
  keyOfCalls(calls.map(([name, json]) => ({ name, arguments: json })));

/** The same value with members in another order, at every depth. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turned(inner)]),
  );
}

it('calls are equal if their arguments are the same JSON, in any order of members and calls', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (value, other) => {
      // Beyond that numbers are compared as they are written.
      fc.pre(!/\d{16}|e\+/.test(JSON.stringify(value)));
      const [plain, written] = [JSON.stringify(value), JSON.stringify(turned(value), null, 1)];
      expect(key(['a', plain], ['b', '{}'])).toBe(key(['b', ''], ['a', written]));
      const changed = JSON.stringify({ ...value, more: [other] });
      expect(key(['a', changed])).not.toBe(key(['a', plain]));
      const [again = ''] = plainArguments([{ name: 'a', arguments: written }]);
      expect(JSON.parse(again)).toEqual(JSON.parse(plain));
    }),
    { numRuns: cases(300) },
  );
});

it.each([
  ['another function', ['a', '{}'], ['b', '{}']],
  ['other numbers of many digits', ['a', '{"id":9007199254740993}'], ['a', '{"id":9007199254740992}']],
  ['a number that is too large and null', ['a', '{"n":1e999}'], ['a', '{"n":null}']],
  ['a text and a number', ['a', '{"n":"1"}'], ['a', '{"n":1}']],
  ['lists in another order', ['a', '{"n":[1,2]}'], ['a', '{"n":[2,1]}']],
  ['a name that ends as arguments begin', ['a', '{"a {":1}'], ['a {"a', '{":1}']],
] as const)('%s are other calls', (_name, one, other) => {
  expect(key(one)).not.toBe(key(other));
});

it.each([
  ['no calls', []],
  ['no JSON', [['a', '{"city":']]],
  ['no object', [['a', '[1]']]],
  [
    'one of two that is no JSON',
    [
      ['a', '{}'],
      ['b', 'x'],
    ],
  ],
  ['more than 8,192 characters', [['a', JSON.stringify({ text: 'x'.repeat(8_192) })]]],
  [
    'far too many levels',
    [
      ['a', `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
      ['b', '['],
    ],
  ],
] as const)('%s cannot be compared', (_name, calls) => {
  expect(key(...calls)).toBeUndefined();
});
