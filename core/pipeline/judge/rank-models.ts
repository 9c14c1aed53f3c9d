import type { Evaluation, RankedModel } from '../../generated/prompt-response.ts';
import { isJudged, type JudgedMean } from './pair-consensus.ts';

/** An entry of the request's `models`. */
export interface RankedEntry {
  readonly modelId: string;
  /** Whether there is anything of it to judge: it neither failed nor answered with nothing. */
  readonly answers: boolean;
}

/** A rate is told to six decimals, and rates that are equal so far are equal. */
const RATE_UNIT = 1_000_000;

/**
 * The entries from best to worst, by the mean of (1 + score) / 2 over opponents and judges; where judges have weights,
 * over opponents of their weighted score. Only a pair with a verdict counts: a forfeit says nothing about either answer,
 * nor do speed and cost where the judge gave none. Answers without a judged pair come after the others, and
 * failed entries last, without a rank. Equals share a rank, in the request's order.
 * @param entries in the order of the request.
 * @param evaluations each judge's of each pair; with none there is no ranking.
 * @param means of each pair by the judges' weights; undefined where all judges count alike.
 */
export function rankModels(
  entries: readonly RankedEntry[],
  evaluations: readonly Evaluation[],
  means?: readonly JudgedMean[],
): readonly RankedModel[] {
  if (evaluations.length === 0) return [];
  const standings = entries.map((entry, index) => {
    const standing = standingOf(index, entry.modelId, evaluations);
    const shares =
      means === undefined ? sharesOf(index, evaluations.filter(isJudged)) : sharesOf(index, means);
    return { standing: { ...standing, winRate: meanOf(shares) }, answers: entry.answers };
  });
  const sorted = standings.toSorted(
    (one, other) => order(one) - order(other) || one.standing.index - other.standing.index,
  );
  return sorted.map(({ standing, answers }) => {
    const ahead = sorted.findIndex((other) => order(other) === order({ standing, answers }));
    const rank = answers ? 1 + ahead : null;
    const { index, modelId, winRate, ...counts } = standing;
    return { index, modelId, rank, winRate, ...counts };
  });
}

type Standing = Omit<RankedModel, 'rank'>;

/** From -1 for the best rate; 1 for an answer nobody judged, 2 for none. */
function order({ standing, answers }: { readonly standing: Standing; readonly answers: boolean }): number {
  return standing.winRate === null ? (answers ? 1 : 2) : -standing.winRate;
}

/** From the entry's side: 1 for a sure win, 0 for a sure loss. */
function sharesOf(
  index: number,
  scored: readonly Pick<JudgedMean, 'a' | 'b' | 'score'>[],
): readonly number[] {
  return scored.flatMap(({ a, b, score }) => {
    if (score === null || (a.index !== index && b.index !== index)) return [];
    return [(1 + (a.index === index ? score : -score)) / 2];
  });
}

function meanOf(shares: readonly number[]): number | null {
  if (shares.length === 0) return null;
  return rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

function standingOf(
  index: number,
  modelId: string,
  evaluations: readonly Evaluation[],
): Omit<Standing, 'winRate'> {
  const own = evaluations.filter(({ a, b }) => a.index === index || b.index === index);
  let judged = 0;
  let won = 0;
  let tied = 0;
  for (const { a, winner } of own.filter(isJudged)) {
    judged += 1;
    if (winner === 'tie') tied += 1;
    else if ((winner === 'a') === (a.index === index)) won += 1;
  }
  return {
    index,
    modelId,
    won,
    tied,
    lost: judged - won - tied,
    unjudged: own.length - judged,
  };
}

function rounded(rate: number): number {
  return Math.round(rate * RATE_UNIT) / RATE_UNIT;
}
