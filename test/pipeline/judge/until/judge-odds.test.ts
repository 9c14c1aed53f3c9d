import { describe, expect, it } from 'vitest';
import { judgeOdds } from '../../../../core/pipeline/judge/until/judge-odds.ts';

describe('what is known of a judge', () => {
  const flips = { pairs: 98, flipped: 19 };

  it('comes from its labelled verdicts, ties apart', () => {
    const labelled = { pairs: 48, right: 35, ties: 10 };
    expect(judgeOdds({ labelled, flips }, 3)).toEqual({ right: 0.9, decided: 39 / 50, costMicroCredits: 3 });
  });

  it('comes from its flips without labels', () => {
    expect(judgeOdds({ flips }, 3)).toEqual({ right: 0.8, decided: 0.8, costMicroCredits: 3 });
  });

  it('is assumed without either', () => {
    expect(judgeOdds({}, 3)).toEqual({ right: 0.75, decided: 0.75, costMicroCredits: 3 });
  });

  it('has no certainty from few labels', () => {
    expect(judgeOdds({ labelled: { pairs: 1, right: 1, ties: 0 } }, 1).right).toBeLessThan(0.7);
    expect(judgeOdds({ labelled: { pairs: 0, right: 0, ties: 0 } }, 1).right).toBe(0.5);
  });
});
