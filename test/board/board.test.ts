import { describe, expect, it } from 'vitest';
import { buildBoard, type Board } from '../../core/board/board.ts';
import { pairShares } from '../../core/board/pair-shares.ts';
import { findings } from '../../core/report/board-words.ts';
import { sampleEvaluation } from '../support/samples/sample-response.ts';
import { sampleResponse, sampleRun, type SampleRow } from '../support/samples/sample-run.ts';

const MODELS = ['good', 'fair', 'bad', 'twin'];

/** Good beats everyone, bad loses to everyone, fair and twin tie. */
function rows(count: number, more: (place: number) => SampleRow = () => ({})): readonly SampleRow[] {
  return Array.from({ length: count }, (_none, place) => ({
    scores: { '0 1': 1, '0 2': 1, '0 3': 1, '1 2': 1, '1 3': place % 2 === 0 ? 1 : -1, '2 3': -1 },
    ...more(place),
  }));
}

function modelIn(board: Board, modelId: string): Board['models'][number] | undefined {
  return board.models.find((model) => model.modelId === modelId);
}

describe('a board', () => {
  it('ranks by what is decisive, and shares the rank where nothing is', () => {
    const board = buildBoard(sampleRun({ models: MODELS, rows: rows(40) }));
    expect(board.models.map(({ modelId, rank }) => [modelId, rank])).toEqual([
      ['good', 1],
      ['fair', 2],
      ['twin', 2],
      ['bad', 4],
    ]);
    expect(board.differences.filter(({ isDecisive }) => !isDecisive)).toMatchObject([
      { modelId: 'fair', other: 'twin', points: expect.closeTo(0, 6) },
    ]);
    expect(board.pairs).toContainEqual(
      expect.objectContaining({ better: 'good', worse: 'bad', rate: 1, judgedPrompts: 40 }),
    );
    expect(findings(board)[0]).toBe('good is decisively better than every other model.');
  });

  it('decides nothing with fewer than ten judged prompts, of the run or of one model', () => {
    const few = buildBoard(sampleRun({ models: MODELS, rows: rows(9) }));
    expect(few.differences.every(({ interval, isDecisive }) => interval === null && !isDecisive)).toBe(true);
    expect(few.models.map(({ rank }) => rank)).toEqual([1, 1, 1, 1]);
    expect(findings(few)[0]).toContain('Only 9 prompts were judged.');
    const late = buildBoard(
      sampleRun({
        models: MODELS,
        rows: rows(40, (place) => (place < 9 ? {} : { scores: { '0 1': 1, '1 3': 1 } })),
      }),
    );
    expect(modelIn(late, 'bad')).toMatchObject({ judgedPrompts: 9, interval: null });
    expect(late.differences.filter(({ interval }) => interval === null)).toHaveLength(3);
  });

  it('keeps failures apart from quality', () => {
    const failed = {
      status: 'failed',
      output: '',
      error: { code: 'timeout', message: 'm', retryable: true },
    } as const;
    const board = buildBoard(
      sampleRun({
        models: MODELS,
        rows: rows(40, (place) =>
          place < 10 ? { scores: { '1 2': 1, '1 3': -1, '2 3': -1 }, results: { 0: failed } } : {},
        ),
      }),
    );
    expect(modelIn(board, 'good')).toMatchObject({
      rank: 1,
      winRate: 1,
      asked: 40,
      completed: 30,
      failed: 10,
      failures: { timeout: 10 },
      judgedPrompts: 30,
    });
    expect(findings(board)).toContain('10 answers failed. They do not count against a model’s quality.');
  });

  it('takes the gateway’s consensus', () => {
    const response = {
      ...sampleResponse({ models: MODELS, evaluations: [sampleEvaluation({ a: 0, b: 1, score: 1 })] }),
      consensus: [
        {
          a: { index: 0, modelId: '' },
          b: { index: 1, modelId: '' },
          winner: 'b',
          winnerModelId: '',
          margin: 0.4,
          judges: 2,
        },
        {
          a: { index: 0, modelId: '' },
          b: { index: 2, modelId: '' },
          winner: null,
          winnerModelId: null,
          margin: null,
          judges: 0,
        },
        {
          a: { index: 0, modelId: '' },
          b: { index: 9, modelId: '' },
          winner: 'a',
          winnerModelId: null,
          margin: 1,
          judges: 1,
        },
      ],
    } as const;
    expect(pairShares(response, 4)).toEqual([{ a: 0, b: 1, share: 0.3 }]);
  });

  it('tells where the judges’ weights come from', () => {
    const run = sampleRun({ models: ['a', 'b'], rows: rows(4) });
    const [first, second, third, fourth] = run.answers;
    if (!first || !second || !third || !fourth) throw new Error('the sample has four answers');
    const weights = [{ index: 0, modelId: 'judge-0', weight: 1.5, from: 'labels', pairs: 50 }] as const;
    const weighted = (line: typeof first, calibration: string | null): typeof first => ({
      ...line,
      response: { ...line.response, weights, calibration },
    });
    const answers = [weighted(first, 'support'), weighted(second, 'support'), weighted(third, null), fourth];
    const board = buildBoard({ ...run, answers });
    expect(board.weighting).toEqual({ prompts: 3, calibrations: ['support', null] });
    expect(findings(board).at(-1)).toBe(
      'The judges are weighted by the calibration support and their order flips on 3 of 4 prompts.',
    );
    const plain = buildBoard(run);
    expect(plain.weighting).toEqual({ prompts: 0, calibrations: [] });
    expect(findings(plain).join(' ')).not.toContain('weighted');
  });

  it('adds up credits and costs to the last place, and no further', () => {
    const run = sampleRun({
      models: ['a'],
      rows: Array.from({ length: 10 }, () => ({ results: { 0: { providerCost: 0.1 } } })),
    });
    const answers = run.answers.map((line) => ({
      ...line,
      response: { ...line.response, creditsUsed: 0.1 },
    }));
    const board = buildBoard({ ...run, answers });
    expect([board.creditsUsed, board.costUsd, board.models[0]?.costUsd]).toEqual([1, 1, 1]);
  });

  it('tells of each tag, of the judges, of schemas and of what is open', () => {
    const board = buildBoard(
      sampleRun({
        models: ['a', 'b'],
        count: 50,
        rows: Array.from({ length: 20 }, (_none, place) => ({
          tags: place < 12 ? ['maths', 'all'] : ['all'],
          scores: { '0 1': place < 12 ? 1 : place === 19 ? null : -1 },
          results: {
            0: { schemaValid: place > 4, latencyMs: place * 10 },
            1: { providerCost: 0.01, schemaValid: true },
          },
        })),
      }),
    );
    expect(board.prompts).toEqual({ count: 50, answered: 20, refused: 0, lost: 0, open: 30, judged: 19 });
    expect(board.tags.map(({ tag, prompts, judgedPrompts }) => [tag, prompts, judgedPrompts])).toEqual([
      ['all', 20, 19],
      ['maths', 12, 12],
    ]);
    expect(board.tags[1]?.models.map(({ winRate }) => winRate)).toEqual([1, 0]);
    expect(board.judges).toMatchObject([{ asked: 20, judged: 19, flips: 0, withoutVerdict: 1 }]);
    expect(modelIn(board, 'a')).toMatchObject({
      schemaChecked: 20,
      schemaValid: 15,
      medianLatencyMs: 95,
      p95LatencyMs: expect.closeTo(180.5, 6),
      isOnFrontier: true,
    });
    expect(modelIn(board, 'b')).toMatchObject({ meanCostUsd: expect.closeTo(0.01, 9), isOnFrontier: false });
  });

  it('has no 95th percentile of latencies below 20 answers', () => {
    const of = (count: number) =>
      modelIn(buildBoard(sampleRun({ models: MODELS, rows: rows(count) })), 'good')?.p95LatencyMs;
    expect([of(19), of(20)]).toEqual([null, expect.any(Number)]);
  });

  it('has no ratings without judges, and no models out of thin air', () => {
    const board = buildBoard(sampleRun({ models: ['a', 'b'], rows: [{}, {}], suite: { judges: [] } }));
    expect(board.models.map(({ rank, rating, winRate }) => [rank, rating, winRate])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(findings(board)).toEqual(['No judges compared the answers, so there are no ratings.']);
    expect(buildBoard(sampleRun({ models: ['a'], rows: [] })).prompts.answered).toBe(0);
  });
});
