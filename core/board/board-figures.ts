import type { AnswerFigures } from './answer-figures.ts';
import type { Interval } from './interval.ts';

/** One model of a run. `place` is its place in the suite's `models`. */
export type BoardModel = AnswerFigures & {
  readonly place: number;
  readonly modelId: string;
  readonly rank: number | null;
  readonly rating: number | null;
  readonly interval: Interval | null;
  readonly winRate: number | null;
  readonly winRateInterval: Interval | null;
  readonly judgedPrompts: number;
  readonly isOnFrontier: boolean;
};

/** Two models that were compared, the better one first. */
export interface BoardPair {
  readonly better: string;
  readonly worse: string;
  readonly judgedPrompts: number;
  /** What the better one won of it, 0 to 1. */
  readonly rate: number;
  /** Of the rate. */
  readonly interval: Interval | null;
}

/**
 * What a model won against another one, with the interval of that rate.
 * @returns undefined where nobody compared the two.
 */
export function wonAgainst(
  pairs: readonly BoardPair[],
  modelId: string,
  other: string,
): Pick<BoardPair, 'rate' | 'interval' | 'judgedPrompts'> | undefined {
  const own = pairs.find(({ better, worse }) => better === modelId && worse === other);
  if (own !== undefined) return own;
  const turned = pairs.find(({ better, worse }) => better === other && worse === modelId);
  if (turned === undefined) return undefined;
  const { rate, interval, judgedPrompts } = turned;
  return {
    rate: 1 - rate,
    interval: interval && { low: 1 - interval.high, high: 1 - interval.low },
    judgedPrompts,
  };
}

/** How far one model leads another in rating points. */
export interface BoardDifference {
  readonly modelId: string;
  readonly other: string;
  readonly points: number;
  readonly interval: Interval | null;
  /** Whether the interval leaves out 0. */
  readonly isDecisive: boolean;
}
