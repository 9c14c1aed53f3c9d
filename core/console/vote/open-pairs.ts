import type { Result } from '../../generated/prompt-response.ts';
import type { Vote } from '../../generated/votes-response.ts';

/** Two answers, by their places in the run. */
export type Pair = Pick<Vote, 'a' | 'b'>;

/**
 * Every pair of answers that has no vote yet, in random order and each way round by chance.
 * @param random from 0 to 1.
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
    .map((pair) => ({ pair: eitherWay(pair, random), turn: random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ pair }) => pair);
}

/** A pair either way round by chance, so that a second look is as blind as it can be. */
export function eitherWay({ a, b }: Pair, random: () => number): Pair {
  return random() < 0.5 ? { a, b } : { a: b, b: a };
}
