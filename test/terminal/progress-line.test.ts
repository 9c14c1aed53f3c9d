import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import type { RunProgress } from '../../core/client/run-progress.ts';
import { createProgressLine, createReadingLine } from '../../core/terminal/progress-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function outputOf<Line>(
  createLine: (options: Parameters<typeof createProgressLine>[0]) => Line,
  inPlace: boolean,
) {
  let output = '';
  const stream = { columns: 60, write: (text: string) => void (output += text) };
  const line = createLine({ stream, inPlace, paint: PLAIN, now: () => Date.now() });
  return { line, output: () => output };
}

const FIRST: RunProgress = {
  rows: 40,
  ended: 4,
  running: 4,
  failedAnswers: 0,
  creditsUsed: 1.5,
  creditsToCome: undefined,
};

it('tells what is left to pay once that is known, until nothing is left', () => {
  const { line, output } = outputOf(createProgressLine, false);
  line.show(FIRST);
  line.show({ ...FIRST, ended: 10, failedAnswers: 1, creditsUsed: 4, creditsToCome: 12 });
  line.show({ ...FIRST, ended: 40, running: 0, creditsUsed: 16, creditsToCome: 0 });
  line.close(true);
  expect(output().split('\n')).toEqual([
    '4 of 40 prompts, 4 running, 1.50 credits',
    '10 of 40 prompts, 4 running, 1 answer failed, 4.00 credits, about 12.00 to come',
    '40 of 40 prompts, 16.00 credits',
    '',
  ]);
});

describe('a line about a reading', () => {
  const readingLine = (inPlace: boolean) =>
    outputOf((options) => createReadingLine(options, 'request'), inPlace);

  it('is redrawn in a terminal, and its last word says how much was read', () => {
    const { line, output } = readingLine(true);
    line.show(1_234);
    vi.advanceTimersByTime(100);
    expect(output()).toMatch(/reading {2}0\.1 s {2}1,234 requests\n$/);
    line.show(1);
    line.close(true);
    expect(output()).toContain('✓ reading  1 request\n');
  });

  it('says that it was stopped', () => {
    const { line, output } = readingLine(true);
    line.close(false);
    expect(output()).toContain('✗ reading  0 requests\n');
  });

  it('is a line every five seconds elsewhere', () => {
    const { line, output } = readingLine(false);
    for (let count = 1; count <= 120; count += 1) {
      vi.advanceTimersByTime(100);
      line.show(count);
    }
    line.close(true);
    expect(output()).toBe('read 50 requests so far\nread 100 requests so far\n');
  });
});
