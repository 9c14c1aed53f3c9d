import { seededRandom } from '../board/random.ts';

/** How surely the one beats the other: `beats[i][j]` above 0 and below 1, and `beats[j][i]` is what is left of 1. */
export type Beats = readonly Float64Array[];

/** Up to here every order is counted, in some 500,000 steps. */
const MOST_COUNTED = 14;
const SEED = 20_261_125;
/** Above, orders are drawn. A sweep moves each side once past all others: the square of their number in steps. */
const STEPS = 200_000;
const MOST_SWEEPS = 1_000;
/** The first sweeps still depend on the order that they begin with. */
const SWEEPS_BEFORE = 10;

/**
 * The chance of each to be the best of all, if before the comparisons all orders were equally likely and if each
 * comparison is evidence about its two sides only. Exact for up to 14. Above, a mean over drawn orders, the same for the
 * same input, off by up to `chanceError`. Takes up to about three milliseconds.
 * @returns adds up to 1.
 */
export function bestProbabilities(beats: Beats): readonly number[] {
  if (beats.length === 0) return [];
  return shares(beats.length <= MOST_COUNTED ? countOrders(beats) : drawOrders(beats));
}

/** How far a chance to be the best of so many may be off. */
export function chanceError(sides: number): number {
  return sides <= MOST_COUNTED ? 1e-9 : 0.05;
}

/** Adds up all orders of each set of sides, the best first: a set's sum is that of its best side and of what is left. */
function countOrders(beats: Beats): Float64Array {
  const size = beats.length;
  const whole = 2 ** size - 1;
  const beatsAll = beats.map((row) => beatsEach(row, whole));
  const orders = new Float64Array(whole + 1);
  orders[0] = 1;
  const best = new Float64Array(size);
  for (let set = 1; set <= whole; set += 1) {
    let sum = 0;
    for (let side = 0; side < size; side += 1) {
      if ((set & (1 << side)) === 0) continue;
      const rest = set & ~(1 << side);
      const ordersWithItBest = (beatsAll[side]?.[rest] ?? 0) * (orders[rest] ?? 0);
      sum += ordersWithItBest;
      if (set === whole) best[side] = ordersWithItBest;
    }
    orders[set] = sum;
  }
  return best;
}

/** For each set of sides, the chance to beat all of them. */
function beatsEach(row: Float64Array, whole: number): Float64Array {
  const products = new Float64Array(whole + 1);
  products[0] = 1;
  for (let set = 1; set <= whole; set += 1) {
    const lowest = 31 - Math.clz32(set & -set);
    products[set] = (products[set & (set - 1)] ?? 0) * (row[lowest] ?? 0);
  }
  return products;
}

/** Takes each side out of the order in turn and puts it back where chance, weighed by its comparisons, has it. */
function drawOrders(beats: Beats): Float64Array {
  const random = seededRandom(SEED);
  const strengths = beats.map((row) => row.reduce((sum, share) => sum + share, 0));
  const sorted = [...beats.keys()].toSorted((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0));
  const order = Int32Array.from(sorted);
  /** By side and other: how much likelier the other is before it than after it. */
  const oddsBehind = beats.map((row) => row.map((wins) => (1 - wins) / wins));
  const best = new Float64Array(beats.length);
  const weights = new Float64Array(beats.length);
  const sweeps = Math.min(MOST_SWEEPS, Math.ceil(STEPS / beats.length ** 2));
  for (let sweep = 0; sweep < SWEEPS_BEFORE + sweeps; sweep += 1) {
    for (const [side, odds] of oddsBehind.entries()) {
      const from = order.indexOf(side);
      order.copyWithin(from, from + 1);
      const sum = weighPlaces(order, odds, weights);
      if (sweep >= SWEEPS_BEFORE) best[side] = (best[side] ?? 0) + 1 / sum;
      const to = drawPlace(weights, random() * sum);
      order.copyWithin(to + 1, to, -1);
      order[to] = side;
    }
  }
  return best;
}

/**
 * @param order of the others; its last place is free.
 * @param weights receives the weight of each place, 1 for the first.
 * @returns the sum of the weights.
 */
function weighPlaces(order: Int32Array, odds: Float64Array, weights: Float64Array): number {
  let [weight, sum] = [1, 1];
  weights[0] = 1;
  for (let place = 1; place < order.length; place += 1) {
    weight *= odds[order[place - 1] ?? 0] ?? 0;
    weights[place] = weight;
    sum += weight;
  }
  return sum;
}

function drawPlace(weights: Float64Array, upTo: number): number {
  let left = upTo;
  for (let place = 0; place < weights.length - 1; place += 1) {
    left -= weights[place] ?? 0;
    if (left < 0) return place;
  }
  return weights.length - 1;
}

function shares(weights: Float64Array): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return [...weights].map((weight) => weight / sum);
}
