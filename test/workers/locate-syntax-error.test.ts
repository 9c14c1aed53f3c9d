import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateSyntaxError } from '../../core/workers/locate-syntax-error.ts';
import { cases } from '../support/whole-run.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the place of a syntax error', () => {
  it.each([
    ['', 1, 1],
    ['{"a": 1,\n "b": 2,\n}', 3, 1],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a": tru}', 1, 7],
    ['{"a": 01}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['{"a": "x\n"}', 1, 9],
    ['{"a": "\\x"}', 1, 8],
    ['{"a": "x', 1, 9],
    ['[1, 2', 1, 6],
    ['[1,]', 1, 4],
    ['{} {}', 1, 4],
    ['{"a" 1}', 1, 6],
    ['[1}', 1, 3],
  ])('of %j is line %i, column %i', (text, line, column) => {
    expect(isJson(text)).toBe(false);
    expect(locateSyntaxError(text)).toEqual({ line, column });
  });

  it('exists exactly if JSON.parse fails', () => {
    const edits = fc.array(fc.tuple(fc.nat(200), fc.constantFrom('', ...'{}[],:"\\-0.eE+ \nut\t')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.json(), edits, (json, changes) => {
        let text = json;
        for (const [at, piece] of changes) text = text.slice(0, at) + piece + text.slice(at + 1);
        expect(locateSyntaxError(text) === undefined, text).toBe(isJson(text));
      }),
      { numRuns: cases(2_000) },
    );
  });
});
