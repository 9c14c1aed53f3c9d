import type { Participant, PromptResponse, RankedModel } from '../generated/prompt-response.ts';
import { formatCount, formatShare, formatList } from './figures.ts';
import { isSamePair } from './verdicts.ts';

export type Judged = Pick<
  PromptResponse,
  'results' | 'evaluations' | 'ranking' | 'consensus' | 'judging' | 'disagreement'
>;

interface Headline {
  /** One sentence without a full stop. */
  readonly words: string;
  /** The place of the answer that won; undefined where nothing was judged, or nothing is decisive. */
  readonly winner: number | undefined;
}

/** What came of a run: who won, or why that is not decisive; of a run without judges how many answered. Pure. */
export function headlineOf(response: Judged): Headline {
  const { results, evaluations, ranking = [] } = response;
  const answered = answeredWords(results);
  // Of one answer there is nothing to judge.
  const isCompared = evaluations.length > 0 && ranking.filter(({ rank }) => rank !== null).length > 1;
  if (!isCompared) return { words: answered, winner: undefined };
  const [first, ...others] = ranking.filter(({ winRate }) => winRate !== null);
  if (first === undefined) return { words: `${answered}, and no judge gave a verdict`, winner: undefined };
  const doubt = doubtAbout(first, others, response);
  return doubt === undefined
    ? { words: `${nameOf(first)} won ${recordWords(first)}`, winner: first.index }
    : { words: `Not decisive: ${doubt}`, winner: undefined };
}

/** @param results empty for a comparison of given answers. */
export function answeredWords(results: Judged['results']): string {
  if (results.length === 0) return 'Given answers';
  const asked = results.filter(({ fused }) => fused !== true);
  const answered = asked.filter(({ status }) => status === 'completed').length;
  return `${answered} of ${asked.length} models answered`;
}

/** Such as `5 of 6 comparisons, 1 tied`: of pairs, once for each judge. */
function recordWords({ won, tied, lost, bestProbability }: RankedModel): string {
  const ties = tied === 0 ? '' : `, ${tied} tied`;
  const sure = bestProbability === undefined ? '' : `, best with ${formatShare(bestProbability)}`;
  return `${won} of ${formatCount(won + tied + lost, 'comparison')}${ties}${sure}`;
}

/** Why the first one has not won for sure. */
function doubtAbout(
  first: RankedModel,
  others: readonly RankedModel[],
  { consensus = [], judging, disagreement = [] }: Judged,
): string | undefined {
  const level = others.filter(({ rank }) => rank === first.rank);
  if (level.length > 0) return `${formatList([first, ...level].map(nameOf))} are level`;
  if (judging !== undefined && judging.stopped !== 'sure')
    return `${nameOf(first)} leads with ${recordWords(first)}, less sure than was wanted`;
  for (const other of others) {
    const pair = { a: first, b: other };
    if (disagreement.some((disputed) => isSamePair(disputed, pair)))
      return `${nameOf(first)} leads, but the judges disagree about it and ${nameOf(other)}`;
    const met = consensus.find((one) => isSamePair(one, pair));
    if (met?.winner === 'tie') return `${nameOf(first)} leads, but ties with ${nameOf(other)}`;
    if (met?.winner != null && met[met.winner].index !== first.index)
      return `${nameOf(first)} leads, but loses to ${nameOf(other)}`;
  }
  return undefined;
}

function nameOf({ modelId }: Pick<Participant, 'modelId'>): string {
  return modelId;
}
