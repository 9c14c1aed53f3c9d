import { describe, expect, it } from 'vitest';
import { judgeFigures } from '../../../core/calibration/measure/judge-figures.ts';
import type { JudgedPair } from '../../../core/calibration/measure/judged-pair.ts';
import { credit, decide, panelFigures } from '../../../core/calibration/measure/panel-figures.ts';
import { weighPanel } from '../../../core/calibration/panel-weights.ts';
import { pseudoRandom } from '../../ledger/pseudo-random.ts';
import { JUDGES, llmbarPairs, PROMPTS } from './llmbar.ts';

const LABELS = 50;
const DRAWS = 200;

/** The weights that requests would use after a calibration with these pairs. */
function weightsFrom(labelled: readonly JudgedPair[]): readonly number[] {
  const figures = judgeFigures(JUDGES, labelled, () => undefined);
  const judges = Object.fromEntries(
    figures.map(({ modelId, labelled: counts, flips }) => [modelId, { model: 'v', labelled: counts, flips }]),
  );
  const calibration = {
    name: 'llmbar',
    version: 1,
    date: '2026-11-22T00:00:00Z',
    judgePrompt: 'p',
    judges,
  } as const;
  return (
    weighPanel(JUDGES, { judgePrompt: 'p' }, [calibration]).weights?.judges.map(({ weight }) => weight) ?? []
  );
}

/** In percent; a tie is half right. */
function accuracy(pairs: readonly JudgedPair[], weights: readonly number[]): number {
  return (
    (100 * pairs.reduce((sum, pair) => sum + credit(pair.label, decide(pair, weights)), 0)) / pairs.length
  );
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  const order = values.map((value) => [random(), value] as const);
  return order.toSorted(([one], [other]) => one - other).map(([, value]) => value);
}

const alone = (judge: number): readonly number[] => JUDGES.map((_judge, index) => Number(index === judge));

/** In whole percent: what docs/judging.md says of these judges, from the worst of their prompts to the best. */
const DOCUMENTED = { alike: [53, 70], best: [77, 90], calibrated: [76, 90] };

describe('six judges of very different strength, on pairs with known answers', () => {
  const accuraciesByWay = { alike: [] as number[], best: [] as number[], calibrated: [] as number[] };

  it.each(PROMPTS)('weighed by 50 labels come near the best of them: %s', (prompt) => {
    const pairs = llmbarPairs(prompt);
    expect(pairs).toHaveLength(326);
    const random = pseudoRandom(18);
    let [calibrated, alike] = [0, 0];
    const single = JUDGES.map(() => 0);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const order = shuffled(pairs, random);
      const rest = order.slice(LABELS);
      calibrated += accuracy(rest, weightsFrom(order.slice(0, LABELS))) / DRAWS;
      alike +=
        accuracy(
          rest,
          JUDGES.map(() => 1),
        ) / DRAWS;
      for (const judge of JUDGES.keys())
        single[judge] = (single[judge] ?? 0) + accuracy(rest, alone(judge)) / DRAWS;
    }
    const best = Math.max(...single);
    expect(calibrated).toBeGreaterThan(best - 2);
    expect(calibrated).toBeGreaterThan(alike + 15);
    accuraciesByWay.alike.push(Math.round(alike));
    accuraciesByWay.best.push(Math.round(best));
    accuraciesByWay.calibrated.push(Math.round(calibrated));
  });

  it('are right as often as the documentation says', () => {
    const ranges = Object.entries(accuraciesByWay).map(([way, shares]) => [
      way,
      [Math.min(...shares), Math.max(...shares)],
    ]);
    expect(Object.fromEntries(ranges)).toEqual(DOCUMENTED);
  });

  it('have no accuracy where no pair was read, and that of the pairs that were', () => {
    const pairs = llmbarPairs('Vanilla');
    const unreadPairs = pairs.map((pair) => ({ ...pair, judges: JUDGES.map(() => undefined) }));
    expect(panelFigures(JUDGES.length, unreadPairs)).toEqual([]);
    expect(panelFigures(JUDGES.length, [...unreadPairs, ...pairs])).toEqual(
      panelFigures(JUDGES.length, pairs),
    );
  });

  it('have the panel’s accuracy told by leave-one-out', () => {
    const figures = panelFigures(JUDGES.length, llmbarPairs('Vanilla'));
    const accuracies = Object.fromEntries(
      figures.map(({ weighting, accuracy: share }) => [weighting, Math.round(share * 100)]),
    );
    expect(accuracies).toEqual({ alike: 61, flips: 81, labels: 86, best: 86 });
    for (const { accuracy: share, interval } of figures) {
      expect(interval[0]).toBeLessThan(share);
      expect(interval[1]).toBeGreaterThan(share);
    }
  });
});
