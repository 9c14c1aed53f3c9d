import type { AnswerFigures } from './answer-figures.ts';
import { inverseInterval, type Interval } from './interval.ts';

/** One model of a run. `place` is its index in the suite's `models`. */
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
  /** Share of the points that the better one won, 0 to 1. */
  readonly rate: number;
  /** Of the rate. */
  readonly interval: Interval | null;
}

/** A model's result against another one. */
export type HeadToHead = Pick<BoardPair, 'rate' | 'interval' | 'judgedPrompts'>;

/** @returns looks up a model's result against another one; undefined if the two were not compared. */
export function headToHeads(
  pairs: readonly BoardPair[],
): (modelId: string, other: string) => HeadToHead | undefined {
  const byModel = new Map<string, Map<string, HeadToHead>>();
  const add = (one: string, other: string, result: HeadToHead) =>
    byModel.set(one, (byModel.get(one) ?? new Map<string, HeadToHead>()).set(other, result));
  for (const pair of pairs) {
    const { better, worse, rate, interval, judgedPrompts } = pair;
    add(better, worse, pair);
    add(worse, better, { rate: 1 - rate, interval: interval && inverseInterval(interval), judgedPrompts });
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
