/** @import { Evaluation, Participant } from '../generated/prompt-response.ts' */

/** What a verdict's mark means. */
export const MARKS = /** @type {const} */ ({
  '~': 'order flip: the judge changed its mind when the two outputs changed places, so the pair counts as a tie',
  '≈': 'one order gave a tie, so the win counts half',
  '!': 'forfeit: an output failed or was empty, and no judge was asked',
  '?': 'a run gave no verdict',
  '/': 'the judge was not asked: judging stopped before',
});

/** @typedef {keyof typeof MARKS} Mark */

/**
 * @typedef {object} Verdict
 * @property {'win' | 'loss' | 'tie' | 'none'} outcome For the model asked about.
 * @property {Mark | undefined} mark
 */

/**
 * Every judge that judged, in the order of the request.
 * @param {readonly Evaluation[]} evaluations
 * @returns {readonly Participant[]}
 */
export function judgesOf(evaluations) {
  const byIndex = new Map(evaluations.map(({ judge }) => [judge.index, judge]));
  return [...byIndex.values()].toSorted((one, other) => one.index - other.index);
}

/**
 * One judge's evaluation of two models, whichever is its `a`.
 * @param {readonly Evaluation[]} own Of one judge.
 * @param {number} one
 * @param {number} other
 * @returns {Evaluation | undefined}
 */
export function evaluationOf(own, one, other) {
  return own.find(
    ({ a, b }) => (a.index === one && b.index === other) || (a.index === other && b.index === one),
  );
}

/**
 * @param {Evaluation} evaluation
 * @param {number} index The model it is told for.
 * @returns {Verdict}
 */
export function verdictFor(evaluation, index) {
  const { winner, a, b } = evaluation;
  const mark = markOf(evaluation);
  if (winner === null) return { outcome: 'none', mark };
  if (winner === 'tie') return { outcome: 'tie', mark };
  return { outcome: (winner === 'a' ? a : b).index === index ? 'win' : 'loss', mark };
}

/**
 * Whether the judge was asked about the pair, or would have been if both had answered.
 * @param {Pick<Evaluation, 'status'>} evaluation
 * @returns {boolean}
 */
export function wasAsked({ status }) {
  return status !== 'skipped';
}

/**
 * Whether a judge named one winner in one order and the other in the other.
 * @param {Evaluation} evaluation
 * @returns {boolean}
 */
export function isOrderFlip({ agreement }) {
  return agreement === 'contradictory';
}

/**
 * @param {Evaluation} evaluation
 * @returns {Mark | undefined}
 */
export function markOf(evaluation) {
  if (isOrderFlip(evaluation)) return '~';
  if (evaluation.agreement === 'partial') return '≈';
  if (evaluation.status === 'forfeit' || evaluation.status === 'not_comparable') return '!';
  if (evaluation.status === 'skipped') return '/';
  return evaluation.status === 'incomplete' ? '?' : undefined;
}

/**
 * The marks that occur, each with its meaning.
 * @param {readonly Evaluation[]} evaluations
 * @returns {readonly (readonly [string, string])[]}
 */
export function legendOf(evaluations) {
  const seen = new Set(evaluations.map((evaluation) => String(markOf(evaluation))));
  return Object.entries(MARKS).filter(([mark]) => seen.has(mark));
}

/**
 * How steady one judge was.
 * @param {readonly Evaluation[]} own
 * @returns {string}
 */
export function steadinessOf(own) {
  const decided = own.filter(({ consistent }) => consistent !== null);
  const same = decided.filter(({ consistent }) => consistent === true).length;
  const flips = own.filter(isOrderFlip).length;
  const flipped = flips === 0 ? '' : `, ${flips} order ${flips === 1 ? 'flip' : 'flips'}`;
  return `same verdict in both orders: ${same} of ${decided.length} pairs${flipped}`;
}
