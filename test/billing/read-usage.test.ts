import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UsageRules } from '../../core/contract.ts';
import { createUsageReader, MAX_REPORTED, type Usage } from '../../core/billing/read-usage.ts';
import { cases } from '../support/whole-run.ts';

const RULES: UsageRules = {
  input: '/usage/in',
  cachedInput: '/usage/details/cached',
  cacheWrite: '/usage/details/written',
  output: '/usage/out',
  reasoning: '/usage/details/reasoning',
  searches: '/searches',
};

const usage = (changes: Partial<Usage> = {}): Usage => ({
  tokensIn: 0,
  tokensCached: 0,
  tokensCacheWrite: 0,
  tokensOut: 0,
  tokensReasoning: 0,
  searches: 0,
  ...changes,
});
const read = (reply: unknown, rules: Partial<UsageRules> = {}, thought = false) =>
  createUsageReader({ ...RULES, ...rules })(reply, thought);

describe('what is read', () => {
  test.each([
    [
      'every figure',
      {
        usage: { in: 100, out: 20, details: { cached: 30, written: 40, reasoning: 5 } },
        searches: ['a', 'b'],
      },
      {
        tokensIn: 100,
        tokensCached: 30,
        tokensCacheWrite: 40,
        tokensOut: 20,
        tokensReasoning: 5,
        searches: 2,
      },
    ],
    ['absent figures as 0', { usage: { in: 1, out: 2 } }, { tokensIn: 1, tokensOut: 2 }],
    ['null details as absent', { usage: { in: 1, out: 2, details: null } }, { tokensIn: 1, tokensOut: 2 }],
    [
      'null figures as absent',
      { usage: { in: 1, out: 2, details: { cached: null, reasoning: null } }, searches: null },
      { tokensIn: 1, tokensOut: 2 },
    ],
    ['an explicit 0', { usage: { in: 0, out: 0 } }, {}],
    ['input alone', { usage: { in: 7 } }, { tokensIn: 7 }],
    ['output alone', { usage: { out: 7 } }, { tokensOut: 7 }],
    [
      'the largest figure',
      { usage: { in: MAX_REPORTED, out: MAX_REPORTED } },
      { tokensIn: MAX_REPORTED, tokensOut: MAX_REPORTED },
    ],
    [
      'input reported apart from the cache',
      { usage: { in: 40, out: 5, details: { cached: 3_000, written: 200 } } },
      { tokensIn: 3_240, tokensCached: 3_000, tokensCacheWrite: 200, tokensOut: 5 },
    ],
    [
      'an input that is all cache',
      { usage: { in: 64, out: 1, details: { cached: 64 } } },
      { tokensIn: 64, tokensCached: 64, tokensOut: 1 },
    ],
  ] as const)('%s', (_name, reply, expected) => {
    expect(read(reply)).toEqual(usage(expected));
  });

  test('minus zero is zero', () => {
    const read0 = read(JSON.parse('{"usage":{"in":-0,"out":1}}'));
    expect(Object.is(read0?.tokensIn, 0)).toBe(true);
  });

  test.each([
    [{ usage: { in: 1, out: 2 } }, true, null],
    [{ usage: { in: 1, out: 2 } }, false, 0],
    [{ usage: { in: 1, out: 2, details: { reasoning: 0 } } }, true, 0],
    [{ usage: { in: 1, out: 2, details: { reasoning: 2 } } }, false, 2],
  ])('%j, thought %s: reasoning %s', (reply, thought, expected) => {
    expect(read(reply, {}, thought)?.tokensReasoning).toBe(expected);
  });

  test.each([
    [['a', 'a', ' ', '', 'b', 3, null], 2],
    [[], 0],
    [['a', 'a '], 2],
  ])('searches %j count %i', (searches, expected) => {
    expect(read({ usage: { in: 1 }, searches })?.searches).toBe(expected);
  });
});

test('a list of searches is looked at only where there are figures', () => {
  const searches = new Proxy([], {
    get: () => {
      throw new Error('looked at');
    },
  });
  expect(read({ searches })).toBeUndefined();
  expect(read({ usage: { in: -1 }, searches })).toBeUndefined();
  expect(() => read({ usage: { in: 1 }, searches })).toThrow('looked at');
});

describe('rules', () => {
  const reply = { u: { a: 10, b: 5, total: 241, none: null }, list: [{ n: 3 }], 'x/y': { 'p~q': 9 } };

  test.each<readonly [string, UsageRules['input'], number]>([
    ['a list is added up', ['/u/a', '/u/b'], 15],
    ['an absent term counts 0', ['/u/a', '/u/missing', '/u/none'], 10],
    ['a minus subtracts', ['/u/total', '-/u/a'], 231],
    ['the first that is present', { firstOf: ['/u/missing', '/u/none', '/u/b', '/u/a'] }, 5],
    ['through a list by index', '/list/0/n', 3],
    ['the escapes of RFC 6901', '/x~1y/p~0q', 9],
    ['nothing of a prototype', { firstOf: ['/u/constructor/length', '/list/length/x', '/u/a'] }, 10],
  ])('%s', (_name, input, expected) => {
    expect(read(reply, { input, output: '/u/b' })?.tokensIn).toBe(expected);
  });

  test('a sum of which no term is present is absent', () => {
    expect(read({}, { input: ['/a', '/b'], output: { firstOf: ['/c', '/d'] } })).toBeUndefined();
  });
});

describe('what is refused whole', () => {
  const fields = ['in', 'out', 'cached', 'written', 'reasoning'] as const;
  const bad = [
    -1,
    1.5,
    MAX_REPORTED + 1,
    2 ** 53,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '12',
    true,
    {},
    [],
  ];

  test.each(fields.flatMap((field) => bad.map((value) => [field, value] as const)))(
    '%s of %j',
    (field, value) => {
      const figures = { in: 1, out: 1, cached: 0, written: 0, reasoning: 0, [field]: value };
      const { in: input, out, ...details } = figures;
      expect(read({ usage: { in: input, out, details } })).toBeUndefined();
    },
  );

  test.each([
    ['neither input nor output', { usage: { details: { cached: 5 } } }],
    ['no usage', {}],
    ['usage null', { usage: null }],
    ['a difference below 0', { usage: { in: 1, out: 1, details: { cached: -1 } } }],
    ['searches that are not a list', { usage: { in: 1 }, searches: 'a' }],
    ['null', null],
  ] as const)('%s', (_name, reply) => {
    expect(read(reply)).toBeUndefined();
  });

  test('a sum below 0 or over the bound', () => {
    const reply = { usage: { in: 5, out: 1, big: MAX_REPORTED } };
    expect(read(reply, { input: ['/usage/out', '-/usage/in'] })).toBeUndefined();
    expect(read(reply, { input: ['/usage/big', '/usage/out'] })).toBeUndefined();
    expect(read({ usage: { in: 1, out: 1, details: { cached: MAX_REPORTED, written: 1 } } })).toBeUndefined();
  });
});

describe('for any reply', () => {
  const pointer = fc.constantFrom('/a', '/b/c', '/b/0', '/a/length', '/__proto__/a', '/toString');
  const rule = fc.oneof(
    pointer,
    fc.array(
      fc.tuple(fc.constantFrom('', '-'), pointer).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 4 },
    ),
    fc.array(pointer, { minLength: 2, maxLength: 4 }).map((firstOf) => ({ firstOf })),
  );
  const rules = fc.record(
    { input: rule, output: rule, cachedInput: rule, cacheWrite: rule, reasoning: rule, searches: pointer },
    { requiredKeys: ['input', 'output'] },
  );
  const figure = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.nat({ max: 2 ** 31 - 1 }),
    fc.double(),
    fc.jsonValue(),
  );
  const reply = fc.oneof(
    fc.jsonValue(),
    fc.record({ a: figure, b: fc.oneof(fc.record({ c: figure }), fc.array(figure)) }),
  );

  test('never throws, and every figure is a count within the bound', () => {
    fc.assert(
      fc.property(reply, rules, fc.boolean(), (body, someRules, thought) => {
        const read1 = createUsageReader(someRules)(body, thought);
        if (read1 === undefined) return;
        const { tokensReasoning, ...counts } = read1;
        for (const count of [...Object.values(counts), tokensReasoning ?? 0]) {
          expect(
            Number.isSafeInteger(count) && count >= 0 && count <= MAX_REPORTED && !Object.is(count, -0),
          ).toBe(true);
        }
        expect(read1.tokensCached + read1.tokensCacheWrite).toBeLessThanOrEqual(read1.tokensIn);
        if (!thought) expect(tokensReasoning).not.toBeNull();
      }),
      { numRuns: cases(2_000) },
    );
  });

  test('does not look at anything but JSON members', () => {
    const body: unknown = Object.create({ usage: { in: 1, out: 1 } });
    expect(read(body)).toBeUndefined();
  });
});
