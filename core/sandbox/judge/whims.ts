import { createHash } from 'node:crypto';

/** Where a judge departs from what it counted: it takes the worse answer, or the one in the place it likes. */
export type Whim = 'errs' | 'first' | 'second';

const [LEAST_ERRS, MOST_ERRS] = [0.04, 0.3];
const [LEAST_FOLLOWS, MOST_FOLLOWS] = [0.08, 0.32];
/** Of all judges the share that likes the first place better than the second. */
const LIKES_FIRST = 0.7;

/**
 * Makes judges of unequal skill: each errs, and follows a place instead of the answers, in a share of all pairs that is
 * its own. The same for the same judge and answers, in whichever order.
 */
export function whimOf(model: string, answers: readonly [string, string]): Whim | undefined {
  const errs = between(LEAST_ERRS, MOST_ERRS, shareOf('errs', model));
  const follows = between(LEAST_FOLLOWS, MOST_FOLLOWS, shareOf('follows', model));
  const draw = shareOf('pair', model, ...answers.toSorted());
  if (draw < errs) return 'errs';
  if (draw >= errs + follows) return undefined;
  return shareOf('place', model) < LIKES_FIRST ? 'first' : 'second';
}

function between(least: number, most: number, share: number): number {
  return least + (most - least) * share;
}

/** 0 inclusive to 1 exclusive, the same in every run. */
function shareOf(...texts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE(0) / 2 ** 32;
}
