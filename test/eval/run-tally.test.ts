import { expect, it } from 'vitest';
import type { RunProgress } from '../../core/client/run-progress.ts';
import { RunTally } from '../../core/eval/run/run-tally.ts';

function progressAfter(hasOnlyEndedRows: boolean, endings: number): RunProgress | undefined {
  let last: RunProgress | undefined;
  const tally = new RunTally({ rows: 20, ended: 5, creditsUsed: 10, hasOnlyEndedRows }, (progress) => {
    last = progress;
  });
  for (let row = 0; row < endings; row += 1) {
    tally.begin();
    tally.end({ creditsUsed: 4, failedAnswers: 1 });
  }
  return last;
}

it('learns what rows cost from those of earlier sittings too, where these were paid for with what is spent', () => {
  expect(progressAfter(true, 0)).toMatchObject({ ended: 5, creditsUsed: 10, creditsToCome: 30 });
  expect(progressAfter(true, 5)).toMatchObject({
    ended: 10,
    creditsUsed: 30,
    creditsToCome: 30,
    failedAnswers: 5,
  });
  expect(progressAfter(false, 4)).toMatchObject({ ended: 9, creditsUsed: 26, creditsToCome: undefined });
  expect(progressAfter(false, 5)).toMatchObject({ ended: 10, creditsUsed: 30, creditsToCome: 40 });
});
