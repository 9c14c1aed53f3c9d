import { describe, expect, it } from 'vitest';
import { buildBoard, type Board } from '../../core/board/board.ts';
import type { RunMigration } from '../../core/board/run-lines.ts';
import { advice, migrationFindings } from '../../core/report/migration-words.ts';
import { PLAIN } from '../../core/terminal/paint.ts';
import { migrationReport } from '../../core/terminal/migration-report.ts';
import { sampleRun, type SampleRow } from '../support/samples/sample-run.ts';

const FAILED = {
  status: 'failed',
  output: '',
  error: { code: 'timeout', message: 'm', retryable: true },
} as const;
const LOG = { wanted: 200, listed: 1_240, asked: 60, skipped: {}, isWhole: true };

interface Asked {
  readonly models?: readonly string[];
  readonly count?: number;
  readonly row: (place: number) => SampleRow;
  readonly migration?: Partial<RunMigration>;
}

/** The first model is the one to leave. */
function boardOf({ models = ['old', 'new'], count = 60, row, migration = {} }: Asked): Board {
  const rows = Array.from({ length: count }, (_none, place) => row(place));
  const run = sampleRun({ models, rows, suite: { baseline: 'old' } });
  const head = {
    ...run.head,
    migration: { answers: 'fresh', shutdowns: {}, log: LOG, ...migration } as const,
  };
  return buildBoard({ ...run, head });
}

function adviceOf(asked: Asked): string {
  const { migration } = boardOf(asked);
  return migration === null ? '' : advice(migration);
}

/** Answers of the successor that cost and take so many times as much. */
const priced = (cost: number, time: number): SampleRow['results'] => ({
  0: { providerCost: 0.01, latencyMs: 1_000 },
  1: { providerCost: 0.01 * cost, latencyMs: 1_000 * time },
});

it('what a migration costs leaves out the answers of the log', () => {
  const row = (): SampleRow => ({ results: priced(2, 1) });
  const [fresh, logged] = (['fresh', 'logged'] as const).map((answers) =>
    boardOf({ row, migration: { answers } }),
  );
  expect((fresh?.costUsd ?? 0) - (logged?.costUsd ?? 0)).toBeCloseTo(60 * 0.01, 9);
});

describe('what a migration advises', () => {
  it('is a successor that is decisively better, with what changes', () => {
    const row = (place: number): SampleRow => ({
      scores: { '0 1': place % 4 === 0 ? 1 : -1 },
      results: priced(0.58, 1.31),
    });
    expect(adviceOf({ row })).toMatch(
      /^Move from old to new: it wins 75 % of their comparisons \(95 % interval 6\d to 8\d %\), costs 42 % less and takes 31 % more time\.$/,
    );
    const board = boardOf({ row });
    expect(board.migration?.successors).toMatchObject([
      {
        verdict: 'better',
        winRate: 0.75,
        judgedPrompts: 60,
        costUsd: { before: expect.closeTo(0.01, 9), ratio: expect.closeTo(0.58, 9) },
        latencyMs: { before: 1_000, after: 1_310 },
      },
    ]);
    expect(migrationReport(board, PLAIN)).toMatch(
      /^new {4}better +75 % +6\d to 8\d % +60 +\$0\.0058 +-42 % +1\.3 s +\+31 % +0$/m,
    );
  });

  it('is to decide for oneself where nothing is decisive', () => {
    const row = (place: number): SampleRow => ({
      scores: { '0 1': place % 2 === 0 ? 1 : -1 },
      results: priced(3.2, 0.99),
    });
    expect(adviceOf({ row })).toMatch(
      /^new is neither decisively better nor decisively worse than old: it wins 50 % of their comparisons \(95 % interval \d+ to \d+ %\), costs 3\.2 times as much and takes about as long; move if that is good enough for you, or compare more prompts\.$/,
    );
  });

  it('is not to move where every successor is decisively worse', () => {
    const row = (place: number): SampleRow => ({ scores: { '0 1': place % 5 === 0 ? -1 : 1 } });
    expect(adviceOf({ row })).toMatch(
      /^Do not move from old to new unchanged: it is decisively worse, wins 20 % of their comparisons .*; adapt your prompts, or try another successor\.$/,
    );
    const two = (place: number): SampleRow => ({
      scores: { '0 1': place % 3 === 0 ? -1 : 1, '0 2': 1 },
    });
    expect(adviceOf({ models: ['old', 'new', 'other'], row: two })).toMatch(
      /^Do not move from old to any of these successors unchanged: even new is decisively worse, wins 33 % /,
    );
  });

  it('is the cheapest of the successors that are about as good', () => {
    const row = (place: number): SampleRow => ({
      scores: { '0 1': place % 5 === 0 ? 1 : -1, '0 2': place % 6 === 0 ? 1 : -1 },
      results: { 1: { providerCost: 0.001 }, 2: { providerCost: 0.002 } },
    });
    const { migration } = boardOf({ models: ['old', 'cheap', 'dear'], row });
    expect(migration?.successors.map(({ modelId }) => modelId)).toEqual(['dear', 'cheap']);
    expect(migration?.recommended).toBe('cheap');
  });

  it('tells of more failures and broken schemas than the model to leave has', () => {
    const row = (place: number): SampleRow =>
      place < 12
        ? { results: { 1: FAILED } }
        : {
            scores: { '0 1': -1 },
            results: { 0: { schemaValid: true }, 1: { schemaValid: place > 20 } },
          };
    expect(adviceOf({ row })).toMatch(
      /fails on 12 of 60 prompts \(old on 0\) and breaks the schema in 9 of 48 answers\.$/,
    );
    expect(migrationReport(boardOf({ row }), PLAIN)).toMatch(/39 of 48 +12 of 60 prompts \(12 timeout\)$/m);
  });

  it('is none where too little is known', () => {
    expect(adviceOf({ count: 9, row: () => ({ scores: { '0 1': -1 } }) })).toBe(
      'There is no advice yet: 9 judged prompts compare old with a successor, and 10 are needed.',
    );
    expect(adviceOf({ row: () => ({ results: { 1: FAILED } }) })).toBe(
      'There is no advice: new answered none of the prompts.',
    );
    expect(adviceOf({ row: () => ({ results: { 0: FAILED } }) })).toBe(
      'There is no advice: old answered none of the prompts, so nothing can be compared with it.',
    );
  });

  it('says where the prompts come from, and who is shut down', () => {
    const log = { ...LOG, asked: 70, skipped: { repeated: 1, attachments: 9 }, isWhole: false };
    const board = boardOf({
      row: () => ({}),
      migration: { answers: 'logged', shutdowns: { old: '2026-12-11', new: '2027-04-01' }, log },
    });
    expect(migrationFindings(board).slice(1)).toEqual([
      'old is shut down on 2026-12-11.',
      'new itself is shut down on 2027-04-01.',
      'old is not asked again: its logged answers are compared, with what they cost and took then.',
      'The log: 70 requests of the newest 1,240 asked old; 60 different prompts can be sent again.',
      'Left out: 9 with attachments, which the log does not keep; 1 that repeat a newer prompt.',
      'Older requests were not looked at.',
    ]);
  });

  it('has nothing to say of a suite', () => {
    const board = buildBoard(
      sampleRun({ models: ['old', 'new'], rows: [{ scores: { '0 1': 1 } }], suite: { baseline: 'old' } }),
    );
    expect([board.migration, migrationFindings(board), migrationReport(board, PLAIN)]).toEqual([
      null,
      [],
      '',
    ]);
  });
});
