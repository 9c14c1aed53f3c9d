/**
 * The same numbers from 0 to 1 for the same seed: a linear congruential generator with the constants of Numerical
 * Recipes, good enough to vary a test.
 */
export function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // Neighbouring seeds begin alike.
  for (let turn = 0; turn < 8; turn += 1) next();
  return next;
}
