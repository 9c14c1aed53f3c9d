import type { Result } from '../../generated/prompt-response.ts';
import type { Vote } from '../../generated/votes-response.ts';

/** Two answers, by their indices in the run. */
export type Pair = Pick<Vote, 'a' | 'b'>;

/**
 * The pairs of answers without a vote, in random order, with their sides swapped by chance.
 * @param random returns numbers from 0 to 1.
 */
export function openPairs(
  results: readonly Pick<Result, 'status' | 'output'>[],
  votes: readonly Vote[],
  random: () => number,
): readonly Pair[] {
  const places = results.flatMap(({ status, output }, index) =>
    status === 'completed' && output.trim() !== '' ? [index] : [],
  );
  const voted = new Set(votes.map(({ a, b }) => `${a} ${b}`));
  return places
    .flatMap((a, at) => places.slice(at + 1).map((b) => ({ a, b })))
    .filter(({ a, b }) => !voted.has(`${a} ${b}`))
    .map((pair) => ({ pair: shufflePair(pair, random), turn: random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ pair }) => pair);
}

/** Swaps a pair by chance, so that a second vote is blind, too. */
export function shufflePair({ a, b }: Pair, random: () => number): Pair {
  return random() < 0.5 ? { a, b } : { a: b, b: a };
}
