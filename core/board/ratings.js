/** @import { Interval } from './interval.js' */
import { fitBradleyTerry } from './bradley-terry.js';
import { bootstrapInterval, decisionInterval } from './interval.js';
import { seededRandom } from './random.js';

/**
 * How one prompt's answers compared.
 * @typedef {object} Comparison
 * @property {number} a Which side.
 * @property {number} b
 * @property {number} share What of the pair a won: 1 all, 0.5 a tie, 0 nothing.
 */

/**
 * @typedef {object} SideFigures
 * @property {number} rating Points on the scale of Elo's ratings, 1,000 in the mean: 100 more beat the other in 64 %.
 * @property {Interval | undefined} interval Of the rating, 95 %. Undefined with fewer than 10 judged prompts.
 * @property {number | undefined} winRate Mean over its judged pairs of what it won; undefined without one.
 * @property {Interval | undefined} winRateInterval
 * @property {number} judgedPrompts
 */

/**
 * @typedef {object} PairFigures
 * @property {number} a
 * @property {number} b
 * @property {number} judgedPrompts
 * @property {number} rate Mean of what a won.
 * @property {Interval | undefined} interval Of the rate.
 */

/**
 * @typedef {object} Ratings
 * @property {readonly SideFigures[]} sides
 * @property {readonly PairFigures[]} pairs Those that were compared, each once with a before b.
 * @property {number} judgedPrompts With at least one judged pair.
 * @property {(one: number, other: number) => Interval | undefined} difference Of rating points, the one's less the other's.
 */

/** Below this the bootstrap sees too little of the spread, and no interval is told. */
export const MIN_PROMPTS = 10;
export const RESAMPLES = 1_000;
const SEED = 20_261_122;
/** Keeps a side that won everything, or was compared with nobody, at a finite strength. */
const PRIOR = 1;
const POINTS = 400 / Math.LN10;
const MEAN_RATING = 1_000;
/** Comparisons that all resamples together may look at: about a second. */
const MAX_WORK = 300_000_000;
const MIN_RESAMPLES = 200;

/**
 * Strengths by Bradley and Terry and win rates, with intervals by a bootstrap over prompts: the verdicts on one prompt
 * hang together, so they are drawn together. One prompt on which all tie is imagined beside the judged ones; it keeps
 * the intervals of sides that won or lost everything from having no width. The same comparisons give the same figures.
 * @param {readonly (readonly Comparison[])[]} prompts The judged pairs of each.
 * @param {number} size How many sides there are.
 * @returns {Ratings}
 */
export function rate(prompts, size) {
  const judged = prompts.filter((comparisons) => comparisons.length > 0);
  const all = [...judged, imaginedTies(judged)];
  const whole = tally(
    all,
    all.map(() => 1),
    size,
  );
  const strengths = fitBradleyTerry(whole.wins, PRIOR);
  const draws = judged.length < MIN_PROMPTS ? [] : resample(all, strengths);
  const plain = tally(
    judged,
    judged.map(() => 1),
    size,
  );
  /**
   * @param {(draw: { readonly strengths: readonly number[], readonly tallied: Tally }) => number | undefined} figure
   * @param {typeof bootstrapInterval} [shape]
   * @returns {Interval | undefined}
   */
  const interval = (figure, shape = bootstrapInterval) => {
    const middle = figure({ strengths, tallied: whole });
    if (draws.length === 0 || middle === undefined) return undefined;
    return shape(
      draws.map((draw) => figure(draw) ?? middle),
      middle,
      judged.length,
    );
  };
  const sides = strengths.map((strength, side) => ({
    rating: MEAN_RATING + POINTS * strength,
    interval: interval((draw) => MEAN_RATING + POINTS * (draw.strengths[side] ?? 0)),
    winRate: winRateOf(plain, side),
    winRateInterval: within01(interval(({ tallied }) => winRateOf(tallied, side))),
    judgedPrompts: judged.filter((pairs) => pairs.some(({ a, b }) => a === side || b === side)).length,
  }));
  return {
    sides,
    pairs: pairsOf(plain, judged, (a, b) => within01(interval(({ tallied }) => pairRate(tallied, a, b)))),
    judgedPrompts: judged.length,
    difference: (one, other) =>
      interval(
        (draw) => POINTS * ((draw.strengths[one] ?? 0) - (draw.strengths[other] ?? 0)),
        decisionInterval,
      ),
  };
}

/**
 * A tie in every pair that was compared anywhere.
 * @param {readonly (readonly Comparison[])[]} judged
 * @returns {readonly Comparison[]}
 */
function imaginedTies(judged) {
  const pairs = new Map(
    judged.flat().map(({ a, b }) => [`${Math.min(a, b)} ${Math.max(a, b)}`, { a, b, share: 0.5 }]),
  );
  return [...pairs.values()];
}

/**
 * @typedef {object} Tally
 * @property {readonly number[][]} wins `wins[i][j]`: what i won against j.
 */

/**
 * @param {readonly (readonly Comparison[])[]} prompts
 * @param {ArrayLike<number>} counts How often each prompt counts.
 * @param {number} size
 * @returns {Tally}
 */
function tally(prompts, counts, size) {
  const wins = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [place, comparisons] of prompts.entries()) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    for (const { a, b, share } of comparisons) {
      const [ofA, ofB] = [wins[a], wins[b]];
      if (ofA === undefined || ofB === undefined) continue;
      ofA[b] = (ofA[b] ?? 0) + count * share;
      ofB[a] = (ofB[a] ?? 0) + count * (1 - share);
    }
  }
  return { wins };
}

/**
 * @param {readonly (readonly Comparison[])[]} prompts
 * @param {readonly number[]} start Strengths of all prompts together.
 */
function resample(prompts, start) {
  const comparisons = prompts.reduce((sum, pairs) => sum + pairs.length, 0);
  const count = Math.max(MIN_RESAMPLES, Math.min(RESAMPLES, Math.floor(MAX_WORK / Math.max(1, comparisons))));
  const random = seededRandom(SEED);
  return Array.from({ length: count }, () => {
    const counts = new Uint32Array(prompts.length);
    for (let drawn = 0; drawn < prompts.length; drawn += 1) {
      const place = Math.floor(random() * prompts.length);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const tallied = tally(prompts, counts, start.length);
    return { tallied, strengths: fitBradleyTerry(tallied.wins, PRIOR, start) };
  });
}

/**
 * @param {Tally} tallied
 * @param {number} side
 */
function winRateOf({ wins }, side) {
  let won = 0;
  let games = 0;
  for (const [other, theirs] of wins.entries()) {
    won += wins[side]?.[other] ?? 0;
    games += (wins[side]?.[other] ?? 0) + (theirs[side] ?? 0);
  }
  return games === 0 ? undefined : won / games;
}

/**
 * @param {Tally} tallied
 * @param {number} a
 * @param {number} b
 */
function pairRate({ wins }, a, b) {
  const won = wins[a]?.[b] ?? 0;
  const games = won + (wins[b]?.[a] ?? 0);
  return games === 0 ? undefined : won / games;
}

/**
 * @param {Tally} plain
 * @param {readonly (readonly Comparison[])[]} judged
 * @param {(a: number, b: number) => Interval | undefined} intervalOf
 * @returns {readonly PairFigures[]}
 */
function pairsOf(plain, judged, intervalOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { a, b } of judged.flat()) {
    const name = `${Math.min(a, b)} ${Math.max(a, b)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, judgedPrompts]) => {
    const [a = 0, b = 0] = name.split(' ').map(Number);
    const found = pairRate(plain, a, b);
    return found === undefined ? [] : [{ a, b, judgedPrompts, rate: found, interval: intervalOf(a, b) }];
  });
}

/**
 * @param {Interval | undefined} interval
 * @returns {Interval | undefined}
 */
function within01(interval) {
  return interval && { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}
