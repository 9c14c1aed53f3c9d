import { IS_WHOLE } from '../is-whole.ts';

/**
 * The steps at which a gateway is killed in this run: in a short one the last, and those before and after which the
 * outcome is another.
 * @param turning indexes from which on the outcome is another, in order.
 */
export function chosenSteps(count: number, turning: readonly number[]): readonly number[] {
  const near = new Set([...turning.flatMap((index) => [index - 1, index]), count - 1]);
  return Array.from({ length: count }, (_, index) => index).filter((index) => IS_WHOLE || near.has(index));
}
