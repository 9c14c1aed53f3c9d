import { describe, expect, it } from 'vitest';
import { buildBoard } from '../../core/board/board.ts';
import { createRunReader } from '../../core/board/read-run.ts';
import { winMatrix } from '../../core/report/win-matrix.ts';

const ids = (kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_none, index) => `${kind}-${index}`);

function readHead(models: number, judges: number): ReturnType<ReturnType<typeof createRunReader>['end']> {
  const reader = createRunReader();
  const suite = { name: 'large', models: ids('model', models), judges: ids('judge', judges) };
  reader.add(
    JSON.stringify({
      type: 'run',
      version: 1,
      run: 'run-1',
      name: 'large',
      startedAt: '2026-11-03T14:05:09.123Z',
      suite,
      prompts: { count: 0, digest: 'none' },
    }),
  );
  return reader.end();
}

describe('the file of a run', () => {
  it('may have as many models and judges as a suite', () => {
    expect(readHead(64, 6).head.suite.models).toHaveLength(64);
  });

  it.each([
    [65, 1, 'this run names 65 models; a suite has at most 64'],
    [2, 7, 'this run names 7 judges; a suite has at most 6'],
  ])('of %i models and %i judges is refused', (models, judges, message) => {
    expect(() => readHead(models, judges)).toThrow(message);
  });
});

it('the matrix of win rates looks at each pair a fixed number of times', () => {
  const models = ids('model', 64);
  const board = buildBoard(readHead(64, 1));
  let reads = 0;
  const pairs = models.flatMap((better, place) =>
    models.slice(place + 1).map((worse) => ({
      get better() {
        reads += 1;
        return better;
      },
      worse,
      judgedPrompts: 1,
      rate: 0.75,
      interval: null,
    })),
  );
  const words = JSON.stringify(winMatrix({ ...board, pairs }));
  expect(words).toContain('model-0 against model-63: 75');
  expect(words).toContain('model-63 against model-0: 25');
  expect(reads).toBeLessThanOrEqual(4 * pairs.length);
});
