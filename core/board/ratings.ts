import { fitBradleyTerry } from './bradley-terry.ts';
import { bootstrapInterval, decisionInterval, type Interval } from './interval.ts';
import { seededRandom } from './random.ts';

/** The comparison of two answers to one prompt. */
export interface Comparison {
  /** Indices of the sides. */
  readonly a: number;
  readonly b: number;
  /** Result of a: 1 for a win, 0.5 for a tie, 0 for a loss, or between. */
  readonly share: number;
}

interface SideFigures {
  /** Points on the scale of Elo's ratings, 1,000 in the mean: 100 more beat the other in 64 %. */
  readonly rating: number;
  /** 95 % interval of the rating; null with fewer than 10 judged prompts. */
  readonly interval: Interval | null;
  /** Mean result in its judged pairs; null without one. */
  readonly winRate: number | null;
  readonly winRateInterval: Interval | null;
  readonly judgedPrompts: number;
}

interface PairFigures {
  readonly a: number;
  readonly b: number;
  readonly judgedPrompts: number;
  /** Mean result of a. */
  readonly rate: number;
  /** Of the rate. */
  readonly interval: Interval | null;
}

export interface Ratings {
  readonly sides: readonly SideFigures[];
  /** Each compared pair once, with a before b. */
  readonly pairs: readonly PairFigures[];
  /** Prompts with at least one judged pair. */
  readonly judgedPrompts: number;
  /** Interval of the difference between the ratings of two sides; null with fewer than 10 judged prompts of one. */
  readonly difference: (one: number, other: number) => Interval | null;
}

/** With fewer prompts a bootstrap underestimates the spread, so there are no intervals. */
export const MIN_PROMPTS = 10;
export const RESAMPLES = 1_000;
const SEED = 20_261_122;
/** Keeps a side that won everything, or was compared with nobody, at a finite strength. */
const PRIOR = 1;
const POINTS = 400 / Math.LN10;
const MEAN_RATING = 1_000;
/** Comparisons in all resamples together; they take about a second. */
const MAX_WORK = 300_000_000;
const MIN_RESAMPLES = 200;

/**
 * Strengths by Bradley and Terry and win rates, with intervals by a bootstrap over prompts. Verdicts on one prompt
 * depend on each other, so they are drawn together. An imaginary prompt on which all sides tie is added, so that the
 * intervals of sides that won or lost everything have a width. The same comparisons give the same figures.
 * @param prompts the judged pairs of each prompt.
 * @param size number of sides.
 */
export function rate(prompts: readonly (readonly Comparison[])[], size: number): Ratings {
  const judged = prompts.filter((comparisons) => comparisons.length > 0);
  const all = [...judged, imaginaryTies(judged)];
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
  const interval = (
    figure: (resample: Resample) => number | undefined,
    shape: typeof bootstrapInterval = bootstrapInterval,
  ): Interval | null => {
    const middle = figure({ strengths, tally: whole });
    if (draws.length === 0 || middle === undefined) return null;
    return shape(
      draws.map((draw) => figure(draw) ?? middle),
      middle,
      judged.length,
    );
  };
  const sides = strengths.map((strength, side) => {
    const judgedPrompts = judged.filter((pairs) => pairs.some(({ a, b }) => a === side || b === side)).length;
    const hasIntervals = judgedPrompts >= MIN_PROMPTS;
    return {
      rating: MEAN_RATING + POINTS * strength,
      interval: hasIntervals ? interval((draw) => MEAN_RATING + POINTS * (draw.strengths[side] ?? 0)) : null,
      winRate: winRateOf(plain, side) ?? null,
      winRateInterval: hasIntervals ? within01(interval(({ tally: drawn }) => winRateOf(drawn, side))) : null,
      judgedPrompts,
    };
  });
  return {
    sides,
    pairs: pairsOf(plain, judged, (a, b) => within01(interval(({ tally: drawn }) => pairRate(drawn, a, b)))),
    judgedPrompts: judged.length,
    difference: (one, other) =>
      sides[one]?.interval && sides[other]?.interval
        ? interval(
            (draw) => POINTS * ((draw.strengths[one] ?? 0) - (draw.strengths[other] ?? 0)),
            decisionInterval,
          )
        : null,
  };
}

/** A tie for each pair that any prompt compares. */
function imaginaryTies(judged: readonly (readonly Comparison[])[]): readonly Comparison[] {
  const pairs = new Map(judged.flat().map((pair) => [pairKey(pair), { ...pair, share: 0.5 }]));
  return [...pairs.values()];
}

/** The same for both orders of a pair. */
function pairKey({ a, b }: Comparison): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

interface Tally {
  /** `wins[i][j]`: points of i against j. */
  readonly wins: readonly number[][];
}

/** @param counts weight of each prompt. */
function tally(prompts: readonly (readonly Comparison[])[], counts: ArrayLike<number>, size: number): Tally {
  const wins = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [place, comparisons] of prompts.entries()) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    for (const { a, b, share } of comparisons) {
      const [rowA, rowB] = [wins[a], wins[b]];
      if (rowA === undefined || rowB === undefined) continue;
      rowA[b] = (rowA[b] ?? 0) + count * share;
      rowB[a] = (rowB[a] ?? 0) + count * (1 - share);
    }
  }
  return { wins };
}

/** One resample of the prompts. */
interface Resample {
  readonly tally: Tally;
  readonly strengths: readonly number[];
}

/** @param start strengths fitted to all prompts. */
function resample(
  prompts: readonly (readonly Comparison[])[],
  start: readonly number[],
): readonly Resample[] {
  const comparisons = prompts.reduce((sum, pairs) => sum + pairs.length, 0);
  const count = Math.max(MIN_RESAMPLES, Math.min(RESAMPLES, Math.floor(MAX_WORK / Math.max(1, comparisons))));
  const random = seededRandom(SEED);
  return Array.from({ length: count }, () => {
    const counts = new Uint32Array(prompts.length);
    for (let draw = 0; draw < prompts.length; draw += 1) {
      const place = Math.floor(random() * prompts.length);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const drawn = tally(prompts, counts, start.length);
    return { tally: drawn, strengths: fitBradleyTerry(drawn.wins, PRIOR, start) };
  });
}

function winRateOf({ wins }: Tally, side: number): number | undefined {
  let won = 0;
  let games = 0;
  for (const [other, theirs] of wins.entries()) {
    won += wins[side]?.[other] ?? 0;
    games += (wins[side]?.[other] ?? 0) + (theirs[side] ?? 0);
  }
  return games === 0 ? undefined : won / games;
}

function pairRate({ wins }: Tally, a: number, b: number): number | undefined {
  const won = wins[a]?.[b] ?? 0;
  const games = won + (wins[b]?.[a] ?? 0);
  return games === 0 ? undefined : won / games;
}

function pairsOf(
  plain: Tally,
  judged: readonly (readonly Comparison[])[],
  intervalOf: (a: number, b: number) => Interval | null,
): readonly PairFigures[] {
  return [...Map.groupBy(judged.flat(), pairKey)].flatMap(([key, { length: judgedPrompts }]) => {
    const [a = 0, b = 0] = key.split(' ').map(Number);
    const winRate = pairRate(plain, a, b);
    return winRate === undefined ? [] : [{ a, b, judgedPrompts, rate: winRate, interval: intervalOf(a, b) }];
  });
}

function within01(interval: Interval | null): Interval | null {
  return interval && { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}
