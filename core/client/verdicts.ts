import type { Evaluation, Participant } from '../generated/prompt-response.ts';

/** The meaning of each mark of a verdict. */
export const MARKS = {
  '~': 'order flip: the judge changed its mind when the two outputs changed places, so the pair counts as a tie',
  '≈': 'one order gave a tie, so the win counts half',
  '!': 'forfeit: an output failed or was empty, and no judge was asked',
  '?': 'a run gave no verdict',
  '/': 'the judge was not asked: judging stopped before',
} as const;

type Mark = keyof typeof MARKS;

export interface Verdict {
  /** From the view of one of the two models. */
  readonly outcome: 'win' | 'loss' | 'tie' | 'none';
  readonly mark: Mark | undefined;
}

/** The judges of some evaluations, in the order of the request. */
export function judgesOf(evaluations: readonly Evaluation[]): readonly Participant[] {
  const byIndex = new Map(evaluations.map(({ judge }) => [judge.index, judge]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

type Pair = { readonly a: Pick<Participant, 'index'>; readonly b: Pick<Participant, 'index'> };

/** Whether two pairs consist of the same two models, in either order. */
export function isSamePair(one: Pair, other: Pair): boolean {
  return (
    (one.a.index === other.a.index && one.b.index === other.b.index) ||
    (one.a.index === other.b.index && one.b.index === other.a.index)
  );
}

/**
 * One judge's evaluation of two models, in either order.
 * @param evaluations of one judge.
 */
export function evaluationOf(
  evaluations: readonly Evaluation[],
  one: number,
  other: number,
): Evaluation | undefined {
  return evaluations.find((evaluation) => isSamePair(evaluation, { a: { index: one }, b: { index: other } }));
}

/** @returns undefined for a tie, and if the two were not compared. */
export function winnerOf({ winner, a, b }: Pick<Evaluation, 'winner' | 'a' | 'b'>): Participant | undefined {
  return winner === 'a' ? a : winner === 'b' ? b : undefined;
}

/** @param index of the model from whose view the outcome is. */
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

/** Whether a judge named different winners in the two orders. */
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

/** The marks that occur, with their meanings. */
export function legendOf(evaluations: readonly Evaluation[]): readonly (readonly [string, string])[] {
  const marks = new Set(evaluations.map((evaluation) => String(markOf(evaluation))));
  return Object.entries(MARKS).filter(([mark]) => marks.has(mark));
}

/** How often one judge's verdict was the same in both orders. */
export function steadinessOf(evaluations: readonly Evaluation[]): string {
  const decided = evaluations.filter(({ consistent }) => consistent !== null);
  if (decided.length === 0) return 'no pair with a verdict in both orders';
  const same = decided.filter(({ consistent }) => consistent === true).length;
  const flips = evaluations.filter(isOrderFlip).length;
  const flipped = flips === 0 ? '' : `, ${flips} order ${flips === 1 ? 'flip' : 'flips'}`;
  return `same verdict in both orders: ${same} of ${decided.length} pairs${flipped}`;
}
