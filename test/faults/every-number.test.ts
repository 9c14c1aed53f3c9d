import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { textsOf } from './covered.ts';

/** The list of 81 faults by its sections; each section's files begin with its letter. */
const SECTIONS: readonly (readonly [letter: string, first: number, last: number])[] = [
  ['a', 1, 12],
  ['b', 13, 21],
  ['c', 22, 29],
  ['d', 30, 41],
  ['e', 42, 49],
  ['f', 50, 58],
  ['g', 59, 67],
  ['h', 68, 69],
  ['i', 70, 78],
  ['j', 79, 81],
];

const files = readdirSync(import.meta.dirname).filter((name) => /^[a-j]-.*\.test\.ts$/.test(name));

/** The entries that stand in a file: a test's title begins with its number, a line of `coveredElsewhere` too. */
function numbersIn(name: string): readonly number[] {
  const path = join(import.meta.dirname, name);
  const numbers = textsOf(`test/faults/${name}`).titles.map((title) => Number(/^(\d+) /.exec(title)?.[1]));
  new Visitor({
    CallExpression({ callee, arguments: [lines] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'coveredElsewhere') return;
      for (const line of lines?.type === 'ArrayExpression' ? lines.elements : []) {
        const number = line?.type === 'ArrayExpression' ? line.elements[0] : undefined;
        numbers.push(number?.type === 'Literal' ? Number(number.value) : Number.NaN);
      }
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program);
  return numbers.filter((number) => !Number.isNaN(number));
}

describe('the 81 faults', () => {
  it.each(SECTIONS)(
    'section %s has a test or a line for every number from %i to %i',
    (letter, first, last) => {
      const found = files.filter((name) => basename(name).startsWith(`${letter}-`)).flatMap(numbersIn);
      const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      expect([...new Set(found)].toSorted((one, other) => one - other)).toEqual(wanted);
    },
  );

  it('are 81', () => {
    expect(new Set(files.flatMap(numbersIn)).size).toBe(81);
  });
});
