import { IS_WHOLE } from '../is-whole.ts';

/**
 * The steps at which a gateway is killed in this run: in a short one the last, those before and after which the outcome
 * is another, and one between each two of them.
 * @param turning indexes from which on the outcome is another, in order.
 */
export function chosenSteps(count: number, turning: readonly number[]): readonly number[] {
  const between = turning.slice(1).map((index, place) => Math.floor((index + (turning[place] ?? 0)) / 2));
  const near = new Set([...turning.flatMap((index) => [index - 1, index]), ...between, count - 1]);
  return Array.from({ length: count }, (_, index) => index).filter((index) => IS_WHOLE || near.has(index));
}
