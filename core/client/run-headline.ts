import type { Participant, PromptResponse, RankedModel } from '../generated/prompt-response.ts';
import { formatCount, formatShare, formatList } from './figures.ts';
import { isSamePair } from './verdicts.ts';

export type JudgedRun = Pick<
  PromptResponse,
  'results' | 'evaluations' | 'ranking' | 'consensus' | 'judging' | 'disagreement'
>;

interface Headline {
  /** One sentence without a full stop. */
  readonly words: string;
  /** Index of the answer that won; undefined if nothing was judged or nothing is decisive. */
  readonly winner: number | undefined;
}

/** The outcome of a run: the winner, or why there is none. Without judges it is the number of answers. Pure. */
export function headlineOf(response: JudgedRun): Headline {
  const { results, evaluations, ranking = [] } = response;
  const answered = answeredWords(results);
  const isCompared = evaluations.length > 0 && ranking.filter(({ rank }) => rank !== null).length > 1;
  if (!isCompared) return { words: answered, winner: undefined };
  const [first, ...others] = ranking.filter(({ winRate }) => winRate !== null);
  if (first === undefined) return { words: `${answered}, and no judge gave a verdict`, winner: undefined };
  const doubt = doubtAbout(first, others, response);
  return doubt === undefined
    ? { words: `${nameOf(first)} won ${recordWords(first)}`, winner: first.index }
    : { words: `Not decisive: ${doubt}`, winner: undefined };
}

/** @param results empty if the request brought the answers to compare. */
export function answeredWords(results: JudgedRun['results']): string {
  if (results.length === 0) return 'Given answers';
  const models = results.filter(({ fused }) => fused !== true);
  const answered = models.filter(({ status }) => status === 'completed').length;
  return `${answered} of ${models.length} models answered`;
}

/** Such as `5 of 6 comparisons, 1 tied`. Each judge compares each pair once. */
function recordWords({ won, tied, lost, bestProbability }: RankedModel): string {
  const ties = tied === 0 ? '' : `, ${tied} tied`;
  const sure = bestProbability === undefined ? '' : `, best with ${formatShare(bestProbability)}`;
  return `${won} of ${formatCount(won + tied + lost, 'comparison')}${ties}${sure}`;
}

/** Why the lead of the first model is not decisive. */
function doubtAbout(
  first: RankedModel,
  others: readonly RankedModel[],
  { consensus = [], judging, disagreement = [] }: JudgedRun,
): string | undefined {
  const level = others.filter(({ rank }) => rank === first.rank);
  if (level.length > 0) return `${formatList([first, ...level].map(nameOf))} are level`;
  if (judging !== undefined && judging.stopped !== 'sure')
    return `${nameOf(first)} leads with ${recordWords(first)}, less sure than was wanted`;
  for (const other of others) {
    const pair = { a: first, b: other };
    if (disagreement.some((disputed) => isSamePair(disputed, pair)))
      return `${nameOf(first)} leads, but the judges disagree about it and ${nameOf(other)}`;
    const verdict = consensus.find((one) => isSamePair(one, pair));
    if (verdict?.winner === 'tie') return `${nameOf(first)} leads, but ties with ${nameOf(other)}`;
    if (verdict?.winner != null && verdict[verdict.winner].index !== first.index)
      return `${nameOf(first)} leads, but loses to ${nameOf(other)}`;
  }
  return undefined;
}

function nameOf({ modelId }: Pick<Participant, 'modelId'>): string {
  return modelId;
}
