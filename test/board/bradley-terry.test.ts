import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBradleyTerry } from '../../core/board/bradley-terry.ts';
import { cases } from '../support/whole-run.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/bradley-terry');
const SCRIPT = join(FOLDER, 'tables.R');
const TABLES = readFileSync(join(FOLDER, 'tables.json'), 'utf8');
const tables: readonly (readonly (readonly number[])[])[] = JSON.parse(TABLES);
const strengths: readonly (readonly number[])[] = JSON.parse(
  readFileSync(join(FOLDER, 'strengths.json'), 'utf8'),
);

function expectAlike(found: readonly number[] | undefined, expected: readonly number[] | undefined): void {
  expect(found).toHaveLength(expected?.length ?? 0);
  for (const [side, strength] of expected?.entries() ?? []) expect(found?.[side]).toBeCloseTo(strength, 9);
}

describe('strengths by Bradley and Terry', () => {
  it.each([...tables.keys()])('are those of R’s BradleyTerry2 in table %i', (place) => {
    expectAlike(fitBradleyTerry(tables[place] ?? []), strengths[place]);
  });

  it('are the logarithm of the odds between two', () => {
    const [one = 0, other = 0] = fitBradleyTerry([
      [0, 7.5],
      [2.5, 0],
    ]);
    expect(one - other).toBeCloseTo(Math.log(3), 10);
  });

  it('stay finite under a prior, whoever won everything or met nobody', () => {
    const found = fitBradleyTerry(
      [
        [0, 20, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      1,
    );
    expect(found.every(Number.isFinite)).toBe(true);
    expect(found[0]).toBeGreaterThan(1);
    expect(found[2]).toBeCloseTo(-((found[0] ?? 0) + (found[1] ?? 0)), 10);
  });

  it('are found from a start on the wrong side, where a whole step would pass the summit by far', () => {
    const wins = [
      [0, 7],
      [0, 0],
    ];
    const [one = Number.NaN] = fitBradleyTerry(wins, 1);
    expect(fitBradleyTerry(wins, 1, [-2.75, 2.75])[0]).toBeCloseTo(one, 8);
    expect(fitBradleyTerry(wins, 1, [-12, 12])[0]).toBeCloseTo(one, 8);
  });

  it('do not depend on the order of the sides or on where the search begins', () => {
    const table = fc.integer({ min: 2, max: 6 }).chain((size) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: size, maxLength: size }), {
        minLength: size,
        maxLength: size,
      }),
    );
    fc.assert(
      fc.property(table, fc.double({ min: -3, max: 3, noNaN: true }), (wins, start) => {
        const plain = fitBradleyTerry(wins, 1);
        const turned = fitBradleyTerry(
          wins.toReversed().map((row) => row.toReversed()),
          1,
          [start, -start],
        );
        for (const [side, strength] of turned.toReversed().entries())
          expect(strength).toBeCloseTo(plain[side] ?? Number.NaN, 8);
      }),
      { numRuns: cases(500) },
    );
  });
});

const hasR = spawnSync('Rscript', ['-e', 'library(BradleyTerry2)'], { stdio: 'ignore' }).status === 0;
// Its figures are kept, so that a machine without it is held to them as well.
if (!hasR)
  process.stderr.write('\nNO Rscript WITH BradleyTerry2 ON THE PATH: ITS KEPT FIGURES WERE USED.\n\n');

describe.runIf(hasR)('R’s BradleyTerry2, asked again', () => {
  it('gives the figures that are kept', () => {
    const found: typeof strengths = JSON.parse(
      execFileSync('Rscript', [SCRIPT], { input: TABLES, encoding: 'utf8' }),
    );
    expect(found).toHaveLength(10);
    for (const [place, row] of found.entries()) expectAlike(row, strengths[place]);
  });
});
