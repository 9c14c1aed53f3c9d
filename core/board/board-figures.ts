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

/** What a model won against another one. */
export type Won = Pick<BoardPair, 'rate' | 'interval' | 'judgedPrompts'>;

/** @returns what a model won against another one, with the interval of that rate; undefined where nobody compared the two. */
export function wonAgainst(pairs: readonly BoardPair[]): (modelId: string, other: string) => Won | undefined {
  const byModel = new Map<string, Map<string, Won>>();
  const add = (one: string, other: string, won: Won) =>
    byModel.set(one, (byModel.get(one) ?? new Map<string, Won>()).set(other, won));
  for (const pair of pairs) {
    const { better, worse, rate, interval, judgedPrompts } = pair;
    const turned = interval && { low: 1 - interval.high, high: 1 - interval.low };
    add(better, worse, pair);
    add(worse, better, { rate: 1 - rate, interval: turned, judgedPrompts });
  }
  return (modelId, other) => byModel.get(modelId)?.get(other);
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
