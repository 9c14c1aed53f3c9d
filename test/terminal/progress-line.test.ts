import { expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import type { RunProgress } from '../../core/client/run-progress.ts';
import { createProgressLine } from '../../core/terminal/progress-line.ts';

function linesOf(...told: readonly RunProgress[]): readonly string[] {
  const written: string[] = [];
  const stream = { write: (text: string) => (written.push(text), true) };
  const line = createProgressLine({ stream, inPlace: false, paint: PLAIN, now: () => 0 });
  for (const progress of told) line.show(progress);
  line.close(true);
  return written;
}

const BEGUN: RunProgress = {
  rows: 40,
  ended: 4,
  running: 4,
  failedAnswers: 0,
  creditsUsed: 1.5,
  creditsToCome: undefined,
};

it('tells what is left to pay once that is known, until nothing is left', () => {
  expect(
    linesOf(
      BEGUN,
      { ...BEGUN, ended: 10, failedAnswers: 1, creditsUsed: 4, creditsToCome: 12 },
      { ...BEGUN, ended: 40, running: 0, creditsUsed: 16, creditsToCome: 0 },
    ),
  ).toEqual([
    '4 of 40 prompts, 4 running, 1.50 credits\n',
    '10 of 40 prompts, 4 running, 1 answer failed, 4.00 credits, about 12.00 to come\n',
    '40 of 40 prompts, 16.00 credits\n',
  ]);
});
