import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../core/generated/prompt-response.ts';
import { orderFlips } from '../../core/terminal/contradictions.ts';
import { PLAIN } from '../../core/terminal/paint.ts';
import { FLIPPED, sampleEvaluation, sampleResult } from '../support/samples/sample-response.ts';
import { verdictMatrices } from '../../core/terminal/verdict-matrix.ts';

const results = ['alpha', 'beta', 'gamma'].map((modelId) => sampleResult({ modelId }));

function cellsOf(evaluations: readonly Evaluation[]): readonly (readonly string[])[] {
  return verdictMatrices({ results, evaluations }, PLAIN)
    .split('\n')
    .filter((line) => /^\d /.test(line))
    .map((line) => line.split(/\s{2,}/).slice(2));
}

describe('the matrix of one judge', () => {
  it('reads row against column, and mirrors every pair', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 1 }),
      sampleEvaluation({ a: 0, b: 2, score: -1 }),
      sampleEvaluation({ a: 1, b: 2, score: 0 }),
    ];
    expect(cellsOf(evaluations)).toEqual([
      ['·', 'win', 'loss'],
      ['loss', '·', 'tie'],
      ['win', 'tie', '·'],
    ]);
  });

  const unjudged: Partial<Evaluation> = { consistent: null, agreement: null };
  it.each<{
    name: string;
    members: Partial<Evaluation>;
    score: number | null;
    cell: string;
    legend?: RegExp;
  }>([
    { name: 'an order flip', members: FLIPPED, score: 0, cell: 'tie ~', legend: /^~ {2}order flip/m },
    {
      name: 'a flip that speed decides',
      members: FLIPPED,
      score: 0.3,
      cell: 'win ~',
      legend: /^~ {2}order flip/m,
    },
    {
      name: 'a win and a tie',
      members: { consistent: false, agreement: 'partial' },
      score: 0.5,
      cell: 'win ≈',
      legend: /^≈ {2}one order gave a tie/m,
    },
    {
      name: 'a forfeit',
      members: { ...unjudged, status: 'forfeit' },
      score: 1,
      cell: 'win !',
      legend: /^! {2}forfeit/m,
    },
    {
      name: 'two failed outputs',
      members: { ...unjudged, status: 'not_comparable' },
      score: null,
      cell: '- !',
      legend: /^! {2}forfeit/m,
    },
    {
      name: 'a run without a verdict',
      members: { ...unjudged, status: 'incomplete' },
      score: null,
      cell: '- ?',
      legend: /^\? {2}a run gave no verdict/m,
    },
    { name: 'a steady win with nothing', members: {}, score: 1, cell: 'win' },
  ])('marks $name, and explains the mark', ({ members, score, cell, legend }) => {
    const evaluations = [sampleEvaluation({ a: 0, b: 1, score, members })];
    expect(cellsOf(evaluations)[0]?.[1]).toBe(cell);
    const text = verdictMatrices({ results, evaluations }, PLAIN);
    if (legend === undefined) expect(text).not.toMatch(/^[~≈!?] /m);
    else expect(text).toMatch(legend);
  });

  it('says how steady the judge was', () => {
    const evaluations = [
      sampleEvaluation({ a: 0, b: 1, score: 0, members: FLIPPED }),
      sampleEvaluation({ a: 0, b: 2, score: 1 }),
      sampleEvaluation({
        a: 1,
        b: 2,
        score: 1,
        members: { status: 'forfeit', consistent: null, agreement: null },
      }),
    ];
    expect(verdictMatrices({ results, evaluations }, PLAIN)).toContain(
      'Judge judge-0  same verdict in both orders: 1 of 2 pairs, 1 order flip\n',
    );
    expect(verdictMatrices({ results, evaluations: evaluations.slice(2) }, PLAIN)).toContain(
      'Judge judge-0  no pair with a verdict in both orders\n',
    );
  });

  it('stands apart for each judge, in request order, an ID that judges twice included', () => {
    const twice = { index: 1, modelId: 'judge-0' };
    const evaluations = [
      sampleEvaluation({ judge: 1, a: 0, b: 1, score: -1, members: { judge: twice } }),
      sampleEvaluation({ a: 0, b: 1, score: 1 }),
    ];
    const rows = cellsOf(evaluations);
    expect(rows).toHaveLength(6);
    expect([rows[0]?.[1], rows[3]?.[1]]).toEqual(['win', 'loss']);
  });

  it('tells two entries with one ID apart by their place', () => {
    const same = [sampleResult(), sampleResult()];
    const text = verdictMatrices(
      { results: same, evaluations: [sampleEvaluation({ a: 0, b: 1, score: 1 })] },
      PLAIN,
    );
    expect(text).toMatch(/^1 {2}gpt-4o {2}· {5}win$/m);
    expect(text).toMatch(/^2 {2}gpt-4o {2}loss {2}·$/m);
  });

  it('is nothing where nothing was judged', () => {
    expect(verdictMatrices({ results, evaluations: [] }, PLAIN)).toBe('');
  });
});

describe('the order flips', () => {
  const run = {
    order: 'ab',
    status: 'completed',
    winner: 'a',
    confidence: 0.5,
    reasoning: 'The first\nis \u001B[31mbetter.',
    tokensIn: 1,
    tokensOut: 1,
    latencyMs: 1,
    providerCost: 0,
  } as const;
  const runs = [run, { ...run, order: 'ba', winner: 'b', reasoning: 'x'.repeat(500) }] as const;

  it('show what the judge said in either order, cut to the width', () => {
    const flip = sampleEvaluation({ a: 0, b: 1, score: 0, members: { ...FLIPPED, runs } });
    const steady = sampleEvaluation({ a: 0, b: 2, score: 1, members: { runs } });
    const lines = orderFlips({ evaluations: [flip, steady] }, { maxWidth: 60, paint: PLAIN }).split('\n');
    expect(lines).toEqual([
      '~ judge-0 on 1 model-0 and 2 model-1',
      '    1 before 2: 1 wins. The first is better.',
      expect.stringMatching(/^ {4}2 before 1: 2 wins\. x+…$/),
      '',
    ]);
    expect(lines[2]).toHaveLength(60);
  });

  it('are nothing where every judge was steady', () => {
    const evaluations = [sampleEvaluation({ a: 0, b: 1, score: 1, members: { runs } })];
    expect(orderFlips({ evaluations }, { maxWidth: 60, paint: PLAIN })).toBe('');
  });
});
