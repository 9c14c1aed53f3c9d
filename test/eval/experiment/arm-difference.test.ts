import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  armDifference,
  differenceText,
  type PromptScores,
} from '../../../core/eval/experiment/arm-difference.ts';
import { pseudoRandom } from '../../ledger/pseudo-random.ts';

const RULE = { arm: 'panel', against: 'best', margin: 0 };

/** Prompts whose difficulty both arms share; the panel is better by the lead. */
function drawn(prompts: number, lead: number, random: () => number): readonly PromptScores[] {
  return Array.from({ length: prompts }, () => {
    const shared = 0.2 + 0.4 * random();
    return { panel: shared + 0.2 * random() + lead, best: shared + 0.2 * random() };
  });
}

describe('the difference of two arms', () => {
  it('is shown where there is one, though prompts differ more than arms', () => {
    const difference = armDifference(drawn(60, 0.1, pseudoRandom(1)), RULE);
    expect(difference.shown).toBe('better');
    expect(difference.mean).toBeCloseTo(0.1, 1);
    expect(differenceText(difference)).toMatch(
      /^panel is better than best: \d+\.\d points on 60 prompts, 95 % /,
    );
  });

  it('is seldom shown between equal arms', () => {
    const random = pseudoRandom(2);
    const shown = Array.from({ length: 400 }, () => armDifference(drawn(20, 0, random), RULE).shown);
    expect(shown.filter((one) => one !== 'no_difference').length).toBeLessThanOrEqual(28);
  });

  it('turns with its arms', () => {
    const score = fc.oneof(fc.constant(null), fc.double({ min: 0, max: 1, noNaN: true }));
    const prompts = fc.array(fc.record({ panel: score, best: score }), { maxLength: 40 });
    fc.assert(
      fc.property(prompts, fc.double({ min: 0, max: 0.3, noNaN: true }), (scores, margin) => {
        const one = armDifference(scores, { ...RULE, margin });
        const other = armDifference(scores, { arm: 'best', against: 'panel', margin });
        expect(other.prompts).toBe(one.prompts);
        expect(other.mean ?? 0).toBeCloseTo(-(one.mean ?? 0), 10);
        expect([one.shown, other.shown].toSorted()).not.toEqual(['better', 'better']);
        expect(one.shown === 'better').toBe(other.shown === 'worse');
      }),
      { numRuns: 40 },
    );
  });

  it('counts only prompts with both scores, and needs ten of them', () => {
    const scores: PromptScores[] = [
      ...Array.from({ length: 9 }, () => ({ panel: 1, best: 0 })),
      { panel: 1, best: null },
      { panel: 1 },
    ];
    const difference = armDifference(scores, RULE);
    expect(difference).toMatchObject({ prompts: 9, mean: 1, interval: undefined, shown: 'no_difference' });
    expect(differenceText(difference)).toBe(
      'No difference shown between panel and best: 9 prompts with both scores are too few, 10 are needed.',
    );
    expect(armDifference([...scores, { panel: 1, best: 0 }], RULE).shown).toBe('better');
    expect(armDifference([], RULE)).toMatchObject({ prompts: 0, mean: undefined });
  });

  it('is of no interest within the margin', () => {
    const scores = drawn(60, 0.1, pseudoRandom(1));
    const difference = armDifference(scores, { ...RULE, margin: 0.2 });
    expect(difference.shown).toBe('no_difference');
    expect(differenceText(difference)).toMatch(
      /^No difference of more than 20\.0 points shown between panel and best: /,
    );
    const mirrored = armDifference(scores, { arm: 'best', against: 'panel', margin: 0 });
    expect(differenceText(mirrored)).toMatch(/^best is worse than panel: -/);
  });

  it('is the same for the same scores', () => {
    const scores = drawn(30, 0.02, pseudoRandom(3));
    expect(armDifference(scores, RULE)).toEqual(armDifference(scores, RULE));
  });
});
