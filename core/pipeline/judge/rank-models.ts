import type { Evaluation, RankedModel } from '../../generated/prompt-response.ts';

/** An entry of the request's `models`. */
export interface RankedEntry {
  readonly modelId: string;
  /** Whether there is anything of it to judge: it neither failed nor answered with nothing. */
  readonly answers: boolean;
}

/** A rate is told to six decimals, and rates that are equal so far are equal. */
const RATE_UNIT = 1_000_000;

/**
 * The entries from best to worst, by the mean of (1 + score) / 2 over opponents and judges. A pair that one side forfeits
 * says nothing about either answer, so it counts for neither. Entries without a judged pair come after the others,
 * failed ones last. Equals share a rank, in the request's order.
 * @param entries in the order of the request.
 * @param evaluations each judge's of each pair; with none there is no ranking.
 */
export function rankModels(
  entries: readonly RankedEntry[],
  evaluations: readonly Evaluation[],
): readonly RankedModel[] {
  if (evaluations.length === 0) return [];
  const standings = entries.map((entry, index) => ({
    standing: standingOf(index, entry.modelId, evaluations),
    answers: entry.answers,
  }));
  const sorted = standings.toSorted(
    (one, other) => order(one) - order(other) || one.standing.index - other.standing.index,
  );
  return sorted.map(({ standing, answers }) => {
    const rank = 1 + sorted.findIndex((other) => order(other) === order({ standing, answers }));
    const { index, modelId, ...figures } = standing;
    return { index, modelId, rank, ...figures };
  });
}

type Standing = Omit<RankedModel, 'rank'>;

/** From -1 for the best rate; 1 for an answer nobody judged, 2 for none. */
function order({ standing, answers }: { readonly standing: Standing; readonly answers: boolean }): number {
  return standing.winRate === null ? (answers ? 1 : 2) : -standing.winRate;
}

function standingOf(index: number, modelId: string, evaluations: readonly Evaluation[]): Standing {
  const own = evaluations.filter(({ a, b }) => a.index === index || b.index === index);
  const shares: number[] = [];
  let won = 0;
  let tied = 0;
  for (const { a, score, winner, status } of own) {
    if (score === null || status === 'forfeit') continue;
    const isA = a.index === index;
    shares.push((1 + (isA ? score : -score)) / 2);
    if (winner === 'tie') tied += 1;
    else if ((winner === 'a') === isA) won += 1;
  }
  const judged = shares.length;
  return {
    index,
    modelId,
    winRate: judged === 0 ? null : rounded(shares.reduce((sum, share) => sum + share, 0) / judged),
    won,
    tied,
    lost: judged - won - tied,
    unjudged: own.length - judged,
  };
}

function rounded(rate: number): number {
  return Math.round(rate * RATE_UNIT) / RATE_UNIT;
}
