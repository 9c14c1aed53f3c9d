import { describe, expect, it } from 'vitest';
import { judgeFigures } from '../../../core/calibration/measure/judge-figures.ts';
import type { JudgedPair, JudgedRuns, Winner } from '../../../core/calibration/measure/judged-pair.ts';

const run = (winner: Winner | null, latencyMs = 100) => ({
  status: winner === null ? ('invalid' as const) : ('completed' as const),
  winner,
  latencyMs,
  providerCost: 0.001,
});
const runsOf = (one: Winner | null, other: Winner | null): JudgedRuns => ({
  runs: [run(one), run(other, 300)],
});
const pair = (
  label: Winner,
  judges: readonly (JudgedRuns | undefined)[],
  more: Partial<JudgedPair> = {},
): JudgedPair => ({
  label,
  models: undefined,
  lengths: [10, 20],
  judges,
  ...more,
});
const providerOf = (modelId: string): string | undefined => /^(\w+)-/.exec(modelId)?.[1];
const [ONE, OTHER] = ['acme-judge', 'zeta-judge'];
const figuresOf = (pairs: readonly JudgedPair[]) => judgeFigures([ONE, OTHER], pairs, providerOf);

describe('the figures of a judge', () => {
  it('count what it read in both orders, a flip as a tie, and half a win as one', () => {
    const [figures] = figuresOf([
      pair('a', [runsOf('a', 'a'), undefined]),
      pair('a', [runsOf('a', 'tie'), undefined]),
      pair('a', [runsOf('a', 'b'), undefined]),
      pair('b', [runsOf('a', 'a'), undefined]),
      pair('tie', [runsOf('b', 'a'), undefined]),
      pair('tie', [runsOf('b', 'b'), undefined]),
      pair('a', [runsOf('a', null), undefined]),
      pair('a', [runsOf(null, null), undefined]),
    ]);
    expect(figures).toMatchObject({
      modelId: ONE,
      labelled: { pairs: 6, right: 3, ties: 1 },
      flips: { pairs: 6, flipped: 2 },
      accuracy: expect.closeTo(3.5 / 6, 9),
      runs: 16,
      unreadable: 3,
      failed: 0,
      costUsd: expect.closeTo(0.001, 9),
    });
    // 7 runs of 100 ms and 6 of 300 ms were read.
    expect(figures?.latencyMs).toBeCloseTo((7 * 100 + 6 * 300) / 13, 9);
  });

  it('tell its lean to what stands first, whichever answer that is', () => {
    const first = runsOf('a', 'b');
    const second = runsOf('b', 'a');
    const leanOf = (runs: readonly JudgedRuns[]) =>
      figuresOf(runs.map((judged) => pair('a', [judged, undefined])))[0]?.toFirst;
    expect(leanOf([first, first])).toBe(1);
    expect(leanOf([second])).toBe(-1);
    expect(leanOf([first, second, runsOf('a', 'a')])).toBe(0);
    expect(leanOf([first, runsOf('b', 'b')])).toBe(0.5);
    expect(leanOf([runsOf('tie', 'tie')])).toBeNull();
  });

  it('tell its lean to the longer answer beyond what the labels have of it', () => {
    const longer = runsOf('b', 'b');
    const figures = figuresOf([
      pair('a', [longer, longer]),
      pair('b', [longer, longer]),
      pair('b', [runsOf('a', 'a'), longer]),
      pair('tie', [longer, longer]),
      pair('a', [longer, longer], { lengths: [5, 5] }),
    ]);
    expect(figures.map(({ toLonger }) => toLonger)).toEqual([
      { lean: 0, pairs: 3 },
      { lean: 1 / 3, pairs: 3 },
    ]);
  });

  it('tell its lean to its own provider, where one answer alone is of it', () => {
    const models = (a: string, b: string) => ({ models: [a, b] as const });
    const own = runsOf('a', 'a');
    const [one, other] = figuresOf([
      pair('a', [own, own], models('acme-1', 'zeta-1')),
      pair('b', [own, runsOf('b', 'b')], models('acme-1', 'zeta-1')),
      pair('b', [own, own], models('acme-1', 'acme-2')),
      pair('b', [own, own], models('acme-1', 'nobody')),
      pair('b', [own, own]),
    ]);
    expect([one?.toOwn, other?.toOwn]).toEqual([
      { lean: 0.5, pairs: 2 },
      { lean: 0, pairs: 2 },
    ]);
  });

  it('tell its agreement with the labels and with the others, over what both read', () => {
    const [one, other] = figuresOf([
      pair('a', [runsOf('a', 'a'), runsOf('a', 'a')]),
      pair('b', [runsOf('b', 'b'), runsOf('b', 'b')]),
      pair('a', [runsOf('b', 'b'), runsOf('a', 'a')]),
      pair('b', [runsOf('a', 'a'), runsOf(null, 'b')]),
    ]);
    expect([one?.kappa, other?.kappa]).toEqual([0, 1]);
    // Over three pairs: a a, b b, b a.
    expect(one?.kappaWith).toEqual([null, expect.closeTo(0.4, 9)]);
    expect(other?.kappaWith).toEqual([expect.closeTo(0.4, 9), null]);
  });

  it('of a judge that read nothing say so', () => {
    const [figures] = figuresOf([pair('a', [runsOf(null, null), undefined])]);
    expect(figures).toMatchObject({
      labelled: { pairs: 0 },
      accuracy: 0,
      interval: [0, 1],
      kappa: null,
      toFirst: null,
      toLonger: null,
      costUsd: null,
    });
  });
});
