import { bestProbabilities, chanceError } from '../../../statistics/best-probability.ts';
import type { Pair } from '../answer-to-judge.ts';
import { shareForFirst, type PanelBelief } from './judge-odds.ts';

/** One judge's question about one pair, in both orders. It names them by their places among the judges and the answers. */
export interface PlacedQuestion {
  /** Two indexes into the answers, the lower first. */
  readonly pair: Pair;
  /** Index into the judges. */
  readonly judge: number;
}

/** The result of a question. Each question is asked once. */
export interface PairVerdict extends PlacedQuestion {
  /**
   * The mean of both orders, from -1 (the pair's second is better) to 1 (its first). 0 (a tie or a flip) and null (a
   * failure) are evidence of nothing.
   */
  readonly value: number | null;
}

/** The chances of the answers, by the verdicts so far. */
export interface Standing {
  /** By answer; adds up to 1. */
  readonly bestProbability: readonly number[];
  /** The answer with the highest chance to be best; null if several have it. */
  readonly leader: number | null;
}

/** The verdicts of a request, in whatever order they came. */
export class VerdictTable {
  readonly #answers: number;
  readonly #belief: PanelBelief;
  /** By pair and judge; NaN if that judge was not asked. */
  readonly #values: Float64Array;

  constructor(answers: number, belief: PanelBelief, verdicts: readonly PairVerdict[]) {
    this.#answers = answers;
    this.#belief = belief;
    this.#values = new Float64Array(answers * answers * belief.faithful.length).fill(Number.NaN);
    for (const { pair, judge, value } of verdicts) this.#values[this.#place(pair, judge)] = value ?? 0;
  }

  #place([low, high]: Pair, judge: number): number {
    return (low * this.#answers + high) * this.#belief.faithful.length + judge;
  }

  /** Judges, better than chance, that were not asked about the pair. */
  judgesLeft(pair: Pair): readonly number[] {
    return this.#belief.faithful.flatMap((odds, judge) =>
      odds > 1 && Number.isNaN(this.#values[this.#place(pair, judge)]) ? [judge] : [],
    );
  }

  /** The odds that the pair's first answer seems better, by all verdicts on the pair. */
  odds(pair: Pair): number {
    let odds = 1;
    for (const [judge, faithful] of this.#belief.faithful.entries()) {
      const value = this.#values[this.#place(pair, judge)] ?? Number.NaN;
      if (!Number.isNaN(value)) odds *= faithful ** value;
    }
    return odds;
  }

  standing(): Standing {
    const beats = Array.from({ length: this.#answers }, () => new Float64Array(this.#answers));
    for (const [low, row] of beats.entries()) {
      for (let high = low + 1; high < this.#answers; high += 1) {
        const share = shareForFirst(this.odds([low, high]), this.#belief.clear);
        row[high] = share;
        const other = beats[high];
        if (other !== undefined) other[low] = 1 - share;
      }
    }
    const bestProbability = bestProbabilities(beats);
    return { bestProbability, leader: leaderOf(bestProbability) };
  }
}

function leaderOf(bestProbability: readonly number[]): number | null {
  const most = Math.max(...bestProbability);
  const leaders = [...bestProbability.keys()].filter(
    (answer) => most - (bestProbability[answer] ?? 0) < chanceError(bestProbability.length),
  );
  const [leader = null, ...equals] = leaders;
  return equals.length > 0 ? null : leader;
}
