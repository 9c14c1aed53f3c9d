import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { weightsTable } from '../../core/terminal/weights-table.ts';

describe('the weights of judges', () => {
  it('are told with what they come from, and who has no say', () => {
    const weights = [
      { index: 0, modelId: 'alpha', weight: 1.8245, from: 'labels', pairs: 50 } as const,
      { index: 1, modelId: 'beta', weight: 0, from: 'labels', pairs: 50 } as const,
      { index: 2, modelId: 'gamma', weight: 0.5, from: 'flips', pairs: 1_000 } as const,
    ];
    expect(weightsTable({ weights, calibration: 'support' }, PLAIN).trimEnd().split('\n')).toEqual([
      'judge  weight  from (calibration support)',
      'alpha    1.82  verdicts on 50 labelled pairs',
      'beta   no say  verdicts on 50 labelled pairs: no better than chance',
      'gamma    0.50  order flips on 1000 pairs',
    ]);
  });

  it('are nothing where all judges count alike', () => {
    expect(weightsTable({}, PLAIN)).toBe('');
  });
});
