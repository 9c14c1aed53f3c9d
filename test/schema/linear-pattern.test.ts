import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLinear } from '../../core/schema/linear-pattern.ts';
import { cases } from '../support/whole-run.ts';

/** Patterns as generators write them, with the letters of their texts. */
const GENERATED = [
  ['Pydantic’s Decimal', String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`, '-+.019a'],
  ['Pydantic’s Decimal with two places', String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d{0,2}0*$`, '-+.019a'],
  [
    'Zod’s hostname',
    String.raw`^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$`,
    'aZ9-._',
  ],
  [
    'the email of an early Zod',
    String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$`,
    'ab.@-',
  ],
  ['alternatives in a look-ahead', '^(?!a|b$)[abc]*', 'abc'],
  ['signs that only look like groups', String.raw`^(?=[^)|(]\)?a)(?![(|])[\s\S]{2,}(?:a|b)`, 'ab()|'],
] as const;

describe('a pattern that begins with look-aheads', () => {
  it.each(GENERATED)('%s decides as in JavaScript', (_name, pattern, letters) => {
    const linear = compileLinear(pattern);
    const native = new RegExp(pattern, 'u');
    const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
    fc.assert(
      fc.property(text, (one) => {
        expect(linear.test(one), one).toBe(native.test(one));
      }),
      { numRuns: cases(2_000) },
    );
  });

  it.each([
    '(?!a)b',
    'a(?=b)',
    '^(?!a)b|c',
    '^(?!a)*b',
    '^(?!a){2}b',
    '^(?!a(?!b))c',
    '^(?<!a)b',
    '^(?!a',
    String.raw`^(?=(a))\1`,
    `^${'(?!a)'.repeat(9)}b`,
  ])('%s is still refused by the engine', (pattern) => {
    expect(() => compileLinear(pattern)).toThrow();
  });

  it('takes time linear in the text', () => {
    const linear = compileLinear('^(?!(a+)+$)(?=a)[ab]*$');
    expect(linear.test(`${'a'.repeat(50_000)}b`)).toBe(true);
  });
});
