import { describe, expect, it } from 'vitest';
import { frontierOf } from '../../core/board/frontier.ts';
import { seededRandom } from '../../core/board/random.ts';
import { MIN_PROMPTS, rate, type Comparison } from '../../core/board/ratings.ts';

function repeated(count: number, comparisons: readonly Comparison[]): readonly (readonly Comparison[])[] {
  return Array.from({ length: count }, () => comparisons);
}

describe('ratings', () => {
  it('are the same for the same prompts, and their mean is 1,000', () => {
    const random = seededRandom(3);
    const prompts = Array.from({ length: 40 }, () => [
      { a: 0, b: 1, share: random() },
      { a: 1, b: 2, share: random() },
      { a: 0, b: 2, share: random() },
    ]);
    const board = rate(prompts, 3);
    expect(rate(prompts, 3).sides).toEqual(board.sides);
    expect(board.difference(0, 1)).toEqual(rate(prompts, 3).difference(0, 1));
    expect(board.sides.reduce((sum, { rating }) => sum + rating, 0)).toBeCloseTo(3_000, 6);
    for (const { rating, interval } of board.sides) {
      expect(interval?.low).toBeLessThan(rating);
      expect(interval?.high).toBeGreaterThan(rating);
    }
  });

  it('tell a side that always wins from one that always loses, with intervals that have a width', () => {
    const board = rate(repeated(40, [{ a: 0, b: 1, share: 1 }]), 2);
    const [winner, loser] = board.sides;
    expect(winner?.winRate).toBe(1);
    expect(loser?.winRate).toBe(0);
    expect(winner?.winRateInterval?.high).toBe(1);
    expect(winner?.winRateInterval?.low).toBeGreaterThan(0.9);
    expect(winner?.winRateInterval?.low).toBeLessThan(0.99);
    expect(board.difference(1, 0)?.high).toBeLessThan(0);
    expect(board.difference(0, 1)?.low).toBeGreaterThan(0);
  });

  it('tell no interval and no difference of fewer than ten prompts', () => {
    const board = rate(repeated(MIN_PROMPTS - 1, [{ a: 0, b: 1, share: 1 }]), 2);
    expect(board.sides.map(({ interval, winRateInterval }) => interval ?? winRateInterval)).toEqual([
      null,
      null,
    ]);
    expect(board.difference(0, 1)).toBeNull();
    expect(board.sides[0]?.winRate).toBe(1);
  });

  it('draw whole prompts: verdicts on the same prompt are no evidence of their own', () => {
    const random = seededRandom(5);
    const once = Array.from({ length: 60 }, () => [{ a: 0, b: 1, share: random() < 0.6 ? 1 : 0 }]);
    const tenfold = once.map((comparisons) => Array.from({ length: 10 }, () => comparisons).flat());
    const width = (prompts: readonly (readonly Comparison[])[]): number => {
      const { low = 0, high = 0 } = rate(prompts, 2).sides[0]?.winRateInterval ?? {};
      return high - low;
    };
    expect(width(tenfold)).toBeGreaterThan(0.9 * width(once));
  });

  it('leave prompts without a judged pair out, and sides that were never judged without a win rate', () => {
    const board = rate([...repeated(20, [{ a: 0, b: 1, share: 0.5 }]), [], []], 3);
    expect(board.judgedPrompts).toBe(20);
    expect(board.sides.map(({ winRate, judgedPrompts }) => [winRate, judgedPrompts])).toEqual([
      [0.5, 20],
      [0.5, 20],
      [null, 0],
    ]);
    expect(board.pairs).toHaveLength(1);
  });
});

describe('the frontier', () => {
  it('has what nothing else beats, from the cheapest up', () => {
    const offers = [
      { name: 'dear', cost: 9, quality: 1_100 },
      { name: 'bad', cost: 5, quality: 900 },
      { name: 'cheap', cost: 1, quality: 950 },
      { name: 'as dear and worse', cost: 9, quality: 1_050 },
      { name: 'good', cost: 3, quality: 1_000 },
    ];
    expect(frontierOf(offers).map(({ name }) => name)).toEqual(['cheap', 'good', 'dear']);
  });
});
