import { IS_WHOLE } from '../is-whole.ts';

/** In a short run one step of so many, beside those around which the outcome changes. */
const ONE_OF = 40;

/**
 * The steps at which a gateway is killed in this run.
 * @param turning indexes from which on the outcome is another.
 */
export function chosenSteps(count: number, turning: readonly number[]): readonly number[] {
  const near = new Set(turning.flatMap((index) => [index - 1, index, index + 1]));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => IS_WHOLE || index % ONE_OF === 0 || index === count - 1 || near.has(index),
  );
}
