import { describe, expect, it } from 'vitest';
import { brokenMeasures } from './judging-measures.ts';
import { simulateJudging, type RuleFigures } from './simulate-judging.ts';

const OPTIONS = { tournaments: 400, half: 'held-out', split: 0, hardNeighbours: false, seed: 3 } as const;

describe('judging until a leader is sure, on public verdicts that no constant was chosen by', () => {
  const report = simulateJudging(OPTIONS);
  const figuresOf = (rule: string): RuleFigures => {
    const figures = report[rule]?.all;
    if (figures === undefined) throw new Error(`No figures of ${rule}.`);
    return figures;
  };

  it('takes a part of the calls', () => {
    expect(figuresOf('until 0.95').calls).toBeLessThanOrEqual(0.4);
    expect(figuresOf('until 0.8').calls).toBeLessThanOrEqual(0.25);
    expect(figuresOf('until 0.8').calls).toBeLessThan(figuresOf('until 0.95').calls);
  });

  it('is right about as often as all pairs, and more often than rules that ask as little', () => {
    const { right } = figuresOf('until 0.95');
    // 1,200 tournaments tell two points, not one: `npm run simulate:judging` draws 15,000.
    expect(right).toBeGreaterThan(figuresOf('all pairs, by probability').right - 0.02);
    expect(right).toBeGreaterThan(figuresOf('all pairs, by win rate').right - 0.01);
    for (const crude of ['drop-out rounds', 'king of the hill', 'best judge alone, king of the hill'])
      expect(right).toBeGreaterThan(figuresOf(crude).right + 0.03);
  });

  it('states of all leaders together what share of them is best', () => {
    for (const rule of ['all pairs, by probability', 'until 0.95', 'until 0.8']) {
      const { tenths, right, tournaments } = figuresOf(rule);
      const stated = tenths.reduce((sum, tenth) => sum + tenth.cases * tenth.stated, 0) / tournaments;
      expect(Math.abs(stated - right)).toBeLessThan(0.04);
    }
  });

  it('gives the same figures for the same seed', () => {
    const few = { ...OPTIONS, tournaments: 20 };
    expect(simulateJudging(few)).toEqual(simulateJudging(few));
    expect(simulateJudging({ ...few, seed: 4 })).not.toEqual(simulateJudging(few));
  });
});

describe('the measures', () => {
  const figures = { tournaments: 1, calls: 0.2, right: 0.8, sure: 0, rounds: 1, seconds: 1, tenths: [] };
  const met = {
    'all pairs, by win rate': { all: figures },
    'all pairs, by probability': { all: figures },
    'until 0.95': { all: { ...figures, tenths: [{ cases: 100, stated: 0.85, right: 0.83 }] } },
    'until 0.8': { all: figures },
  };

  it('are met or not', () => {
    expect(brokenMeasures(met)).toEqual([]);
    const dear = { ...met, 'until 0.8': { all: { ...figures, calls: 0.3 } } };
    const wrong = { ...met, 'until 0.95': { all: { ...figures, right: 0.78 } } };
    const misstatement = (cases: number) => ({
      ...met,
      'until 0.95': { all: { ...figures, tenths: [{ cases, stated: 0.85, right: 0.8 }] } },
    });
    expect(brokenMeasures(dear)).toHaveLength(1);
    expect(brokenMeasures(wrong)).toHaveLength(1);
    expect(brokenMeasures(misstatement(100))).toHaveLength(1);
    expect(brokenMeasures(misstatement(99))).toEqual([]);
  });
});
