import type { Evaluation, Participant } from '../generated/prompt-response.ts';

/** What a verdict's mark means. */
export const MARKS = {
  '~': 'order flip: the judge changed its mind when the two outputs changed places, so the pair counts as a tie',
  '≈': 'one order gave a tie, so the win counts half',
  '!': 'forfeit: an output failed or was empty, and no judge was asked',
  '?': 'a run gave no verdict',
  '/': 'the judge was not asked: judging stopped before',
} as const;

type Mark = keyof typeof MARKS;

export interface Verdict {
  /** For the model asked about. */
  readonly outcome: 'win' | 'loss' | 'tie' | 'none';
  readonly mark: Mark | undefined;
}

/** Every judge that judged, in the order of the request. */
export function judgesOf(evaluations: readonly Evaluation[]): readonly Participant[] {
  const byIndex = new Map(evaluations.map(({ judge }) => [judge.index, judge]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

type Pair = { readonly a: Pick<Participant, 'index'>; readonly b: Pick<Participant, 'index'> };

/** Whether two are about the same two models, whichever is its `a`. */
export function isSamePair(one: Pair, other: Pair): boolean {
  return (
    (one.a.index === other.a.index && one.b.index === other.b.index) ||
    (one.a.index === other.b.index && one.b.index === other.a.index)
  );
}

/**
 * One judge's evaluation of two models, whichever is its `a`.
 * @param own of one judge.
 */
export function evaluationOf(own: readonly Evaluation[], one: number, other: number): Evaluation | undefined {
  return own.find((evaluation) => isSamePair(evaluation, { a: { index: one }, b: { index: other } }));
}

/** @returns undefined for a tie, and where nobody was compared. */
export function winnerOf({ winner, a, b }: Pick<Evaluation, 'winner' | 'a' | 'b'>): Participant | undefined {
  return winner === 'a' ? a : winner === 'b' ? b : undefined;
}

/** @param index of the model whose view it is. */
export function verdictFor(evaluation: Evaluation, index: number): Verdict {
  const { winner, a, b } = evaluation;
  const mark = markOf(evaluation);
  if (winner === null) return { outcome: 'none', mark };
  if (winner === 'tie') return { outcome: 'tie', mark };
  return { outcome: (winner === 'a' ? a : b).index === index ? 'win' : 'loss', mark };
}

/** Whether the judge was asked about the pair, or would have been if both had answered. */
export function wasAsked({ status }: Pick<Evaluation, 'status'>): boolean {
  return status !== 'skipped';
}

/** Whether a judge named one winner in one order and the other in the other. */
export function isOrderFlip({ agreement }: Evaluation): boolean {
  return agreement === 'contradictory';
}

export function markOf(evaluation: Evaluation): Mark | undefined {
  if (isOrderFlip(evaluation)) return '~';
  if (evaluation.agreement === 'partial') return '≈';
  if (evaluation.status === 'forfeit' || evaluation.status === 'not_comparable') return '!';
  if (evaluation.status === 'skipped') return '/';
  return evaluation.status === 'incomplete' ? '?' : undefined;
}

/** The marks that occur, each with its meaning. */
export function legendOf(evaluations: readonly Evaluation[]): readonly (readonly [string, string])[] {
  const seen = new Set(evaluations.map((evaluation) => String(markOf(evaluation))));
  return Object.entries(MARKS).filter(([mark]) => seen.has(mark));
}

/** How steady one judge was. */
export function steadinessOf(own: readonly Evaluation[]): string {
  const decided = own.filter(({ consistent }) => consistent !== null);
  if (decided.length === 0) return 'no pair with a verdict in both orders';
  const same = decided.filter(({ consistent }) => consistent === true).length;
  const flips = own.filter(isOrderFlip).length;
  const flipped = flips === 0 ? '' : `, ${flips} order ${flips === 1 ? 'flip' : 'flips'}`;
  return `same verdict in both orders: ${same} of ${decided.length} pairs${flipped}`;
}
