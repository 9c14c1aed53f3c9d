const MAX_STEPS = 100;
const TOLERANCE = 1e-11;
/** A step this short cannot overshoot the maximum. */
const SAFE_STEP = 0.5;
/** A longer step may land far behind the maximum, where the slope is too flat for a double. */
const LONGEST_STEP = 4;

/**
 * The strengths that make the wins most likely, if one side beats the other with probability
 * `1 / (1 + exp(other - own))` (Bradley and Terry 1952), by Newton's method.
 * @param wins `wins[i][j]`: how often i beat j. A tie is half a win for both; fractions are fine.
 * @param prior number of ties of each side with the same imaginary side. With 0, sides that won or lost everything, or
 *   were never compared with some of the others, have no finite strength.
 * @param start initial strengths; close ones save steps.
 * @returns natural logarithms, with a mean of 0.
 */
export function fitBradleyTerry(
  wins: readonly (readonly number[])[],
  prior = 0,
  start: readonly number[] = [],
): readonly number[] {
  let strengths: readonly number[] = wins.map((_row, side) => start[side] ?? 0);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const move = newtonMove(wins, strengths, prior);
    strengths = step(wins, strengths, { move, prior });
    if (move.every((part) => Math.abs(part) < TOLERANCE)) break;
  }
  return centre(strengths);
}

/** Halves the step until it increases the likelihood, because a whole one from far away can overshoot the maximum. */
function step(
  wins: readonly (readonly number[])[],
  strengths: readonly number[],
  { move, prior }: { readonly move: Float64Array; readonly prior: number },
): readonly number[] {
  const next = (share: number) => strengths.map((strength, side) => strength + share * (move[side] ?? 0));
  if (move.every((part) => Math.abs(part) < SAFE_STEP)) return next(1);
  const before = likelihood(wins, strengths, prior);
  let share = Math.min(1, LONGEST_STEP / Math.max(...move.map((part) => Math.abs(part))));
  while (share > TOLERANCE && likelihood(wins, next(share), prior) < before) share /= 2;
  return next(share);
}

function logistic(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/** The natural logarithm of the probability to win. */
function logProbability(difference: number): number {
  return difference > 0 ? -Math.log1p(Math.exp(-difference)) : difference - Math.log1p(Math.exp(difference));
}

function likelihood(
  wins: readonly (readonly number[])[],
  strengths: readonly number[],
  prior: number,
): number {
  let sum = 0;
  for (const [one, strength] of strengths.entries()) {
    for (const [other, otherStrength] of strengths.entries()) {
      const count = wins[one]?.[other] ?? 0;
      if (one !== other && count > 0) sum += count * logProbability(strength - otherStrength);
    }
    if (prior > 0) sum += (prior / 2) * (logProbability(strength) + logProbability(-strength));
  }
  return sum;
}

function newtonMove(
  wins: readonly (readonly number[])[],
  strengths: readonly number[],
  prior: number,
): Float64Array {
  const size = strengths.length;
  const slope = new Float64Array(size);
  // Without a prior only differences of strengths matter; this fixes their mean, so that the system has one solution.
  const curve = Array.from({ length: size }, () => new Float64Array(size).fill(prior > 0 ? 0 : 1 / size));
  for (const [one, strength] of strengths.entries()) {
    const row = curve[one];
    if (row === undefined) continue;
    for (const [other, otherStrength] of strengths.entries()) {
      if (one === other) continue;
      const won = wins[one]?.[other] ?? 0;
      const games = won + (wins[other]?.[one] ?? 0);
      if (games === 0) continue;
      const chance = logistic(strength - otherStrength);
      const weight = games * chance * (1 - chance);
      slope[one] = (slope[one] ?? 0) + won - games * chance;
      row[one] = (row[one] ?? 0) + weight;
      row[other] = (row[other] ?? 0) - weight;
    }
    const chance = logistic(strength);
    slope[one] = (slope[one] ?? 0) + prior * (0.5 - chance);
    row[one] = (row[one] ?? 0) + prior * chance * (1 - chance);
  }
  return solve(curve, slope);
}

/** Solves a symmetric positive definite system in place (elimination without pivoting). */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const top = matrix[pivot] ?? right;
    for (let below = pivot + 1; below < size; below += 1) {
      const row = matrix[below] ?? right;
      const factor = (row[pivot] ?? 0) / (top[pivot] ?? 1);
      if (factor === 0) continue;
      for (let column = pivot; column < size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (top[column] ?? 0);
      right[below] = (right[below] ?? 0) - factor * (right[pivot] ?? 0);
    }
  }
  for (let pivot = size - 1; pivot >= 0; pivot -= 1) {
    const row = matrix[pivot] ?? right;
    let sum = right[pivot] ?? 0;
    for (let column = pivot + 1; column < size; column += 1) sum -= (row[column] ?? 0) * (right[column] ?? 0);
    right[pivot] = sum / (row[pivot] ?? 1);
  }
  return right;
}

function centre(strengths: readonly number[]): readonly number[] {
  const middle = strengths.reduce((sum, strength) => sum + strength, 0) / strengths.length;
  return strengths.map((strength) => strength - middle);
}
