import { expect, it } from 'vitest';
import { simulateBoards } from './simulate-boards.ts';

it('holds the truth in its intervals, and calls few identical models different', () => {
  const { ratings, winRates, pairs, differences, falselyDifferent } = simulateBoards({ boards: 40, seed: 1 });
  // So few boards tell 95 % from 90 %, not from 94 %: `npm run simulate:boards` asks 1,000.
  for (const { share } of [ratings, winRates, pairs, differences]) {
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(0.99);
  }
  expect(falselyDifferent.share).toBeLessThanOrEqual(0.08);
});
