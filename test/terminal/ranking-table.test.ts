import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { rankingTable } from '../../core/terminal/ranking-table.ts';

describe('the ranking', () => {
  it('is the gateway’s, with a dash where nothing was judged', () => {
    const counts = { won: 1, tied: 1, lost: 0, unjudged: 1 };
    const ranking = [
      { index: 0, modelId: 'alpha', rank: 1, winRate: 0.75, ...counts },
      { index: 1, modelId: 'beta', rank: 1, winRate: 0.75, ...counts },
      { index: 2, modelId: 'gamma', rank: 3, winRate: null, won: 0, tied: 0, lost: 0, unjudged: 2 },
    ];
    expect(rankingTable({ ranking }, PLAIN).trimEnd().split('\n').slice(1)).toEqual([
      '1  alpha    75.0 %  1 / 1 / 0',
      '1  beta     75.0 %  1 / 1 / 0',
      '-  gamma         -  0 / 0 / 0',
    ]);
  });

  it('is nothing where nothing was judged', () => {
    expect(rankingTable({ ranking: [] }, PLAIN)).toBe('');
  });
});
