import { fitBradleyTerry } from '../../core/board/bradley-terry.ts';
import type { Interval } from '../../core/board/interval.ts';
import { seededRandom } from '../../core/board/random.ts';
import { rate, type Comparison } from '../../core/board/ratings.ts';
import { normal } from './length-spread.ts';

export interface BoardsOptions {
  readonly boards: number;
  readonly seed: number;
}

/** How often something held, of how many times. */
export interface Share {
  readonly of: number;
  readonly share: number;
}

export interface BoardsReport {
  readonly boards: number;
  /** Of the ratings' intervals, those that hold the truth. */
  readonly ratings: Share;
  readonly winRates: Share;
  /** Of the intervals of pairs' rates. */
  readonly pairs: Share;
  /** Of the differences of unlike models, the intervals that hold the truth. */
  readonly differences: Share;
  /** Of the pairs of identical models, those called different. */
  readonly falselyDifferent: Share;
}

/** The first two are identical, and so are the next two. */
const STRENGTHS = [0.5, 0.5, 0, 0, -0.7];
const IDENTICAL: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
];
const JUDGES = 2;
/** Some prompts suit a model better than others, and every judge of it sees that. */
const PROMPT_SPREAD = 0.7;
const JUDGE_SPREAD = 0.6;
/** Below it a judge calls a tie. */
const TIE_ZONE = 0.4;
/** In favour of the answer a judge sees first. */
const ORDER_LEAN = 0.2;
const SIZES = [20, 40, 60, 120];
const TRUTH_PROMPTS = 20_000;

/**
 * Boards of models whose strengths are known: what share of the intervals holds the truth, and how often identical
 * models are called different. The truth is what endlessly many prompts would give.
 */
export function simulateBoards({ boards, seed }: BoardsOptions): BoardsReport {
  const random = seededRandom(seed);
  const truth = truthOf(drawPrompts(TRUTH_PROMPTS, random));
  const counts = {
    ratings: tally(),
    winRates: tally(),
    pairs: tally(),
    differences: tally(),
    identical: tally(),
  };
  for (let board = 0; board < boards; board += 1) {
    const ratings = rate(drawPrompts(SIZES[board % SIZES.length] ?? 60, random), STRENGTHS.length);
    for (const [side, { interval, winRateInterval }] of ratings.sides.entries()) {
      counts.ratings.add(holds(interval, truth.ratings[side]));
      counts.winRates.add(holds(winRateInterval, truth.winRates[side]));
    }
    for (const { a, b, interval } of ratings.pairs) counts.pairs.add(holds(interval, truth.rates[a]?.[b]));
    for (const [a, b] of allPairs()) {
      const interval = ratings.difference(a, b);
      if (IDENTICAL.some(([one, other]) => one === a && other === b)) {
        counts.identical.add(interval === null || interval.low > 0 || interval.high < 0);
      } else {
        counts.differences.add(holds(interval, (truth.ratings[a] ?? 0) - (truth.ratings[b] ?? 0)));
      }
    }
  }
  return {
    boards,
    ratings: counts.ratings.share(),
    winRates: counts.winRates.share(),
    pairs: counts.pairs.share(),
    differences: counts.differences.share(),
    falselyDifferent: counts.identical.share(),
  };
}

function tally(): { readonly add: (isSo: boolean) => void; readonly share: () => Share } {
  let of = 0;
  let so = 0;
  return {
    add(isSo) {
      of += 1;
      so += isSo ? 1 : 0;
    },
    share: () => ({ of, share: so / of }),
  };
}

function holds(interval: Interval | null, truth: number | undefined): boolean {
  return interval !== null && truth !== undefined && interval.low <= truth && truth <= interval.high;
}

function allPairs(): readonly (readonly [number, number])[] {
  return STRENGTHS.flatMap((_one, a) =>
    STRENGTHS.slice(a + 1).map((_other, place) => [a, a + 1 + place] as const),
  );
}

function drawPrompts(count: number, random: () => number): readonly (readonly Comparison[])[] {
  const verdict = (lead: number): number => (Math.abs(lead) < TIE_ZONE ? 0.5 : lead > 0 ? 1 : 0);
  return Array.from({ length: count }, () => {
    const merits = STRENGTHS.map((strength) => strength + PROMPT_SPREAD * normal(random));
    return allPairs().map(([a, b]) => {
      let sum = 0;
      for (let judge = 0; judge < JUDGES; judge += 1) {
        const lead = (merits[a] ?? 0) - (merits[b] ?? 0) + JUDGE_SPREAD * normal(random);
        sum += verdict(lead + ORDER_LEAN) + verdict(lead - ORDER_LEAN);
      }
      return { a, b, share: sum / (2 * JUDGES) };
    });
  });
}

interface Truth {
  readonly ratings: readonly number[];
  readonly winRates: readonly number[];
  readonly rates: readonly (readonly number[])[];
}

/** Identical models get one value: what their drawn prompts differ by is chance. */
function truthOf(prompts: readonly (readonly Comparison[])[]): Truth {
  const wins = STRENGTHS.map(() => STRENGTHS.map(() => 0));
  const twin = (side: number): number =>
    IDENTICAL.find((pair) => pair.includes(side))?.find((one) => one !== side) ?? side;
  const add = (one: number, other: number, share: number): void => {
    const row = wins[one];
    if (row !== undefined) row[other] = (row[other] ?? 0) + share;
  };
  for (const { a, b, share } of prompts.flat()) {
    for (const [one, other] of [
      [a, b],
      [twin(a), b],
      [a, twin(b)],
      [twin(a), twin(b)],
    ] as const) {
      if (one === other) continue;
      add(one, other, share);
      add(other, one, 1 - share);
    }
  }
  const rates = wins.map((row, a) => row.map((won, b) => won / (won + (wins[b]?.[a] ?? 0))));
  const even = rates.map((row, a) => row.map((rate, b) => (a === b ? 0 : twin(a) === b ? 0.5 : rate)));
  const strengths = fitBradleyTerry(even);
  const mean = (row: readonly number[], own: number): number =>
    row.reduce((sum, rate, other) => sum + (other === own ? 0 : rate), 0) / (row.length - 1);
  return {
    ratings: strengths.map((strength) => 1_000 + (400 / Math.LN10) * strength),
    winRates: even.map((row, side) => mean(row, side)),
    rates: even,
  };
}
