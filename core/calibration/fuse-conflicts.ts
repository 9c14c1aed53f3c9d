import type { PromptRequest } from '../generated/prompt-request.ts';
import type { UntilConflict } from './until-conflicts.ts';

/** The fields of a request, a panel or a suite that concern `fuse`. */
interface FusingFields extends Pick<PromptRequest, 'judge_weights' | 'judge_pairs'> {
  readonly fuse?: string;
  readonly judges?: readonly string[];
}

/** Fewer answers cannot be fused. */
const MIN_ANSWERS = 2;

/**
 * Finds the fields that conflict with `fuse`. The judges' verdicts alone compare its answer with all others, because it
 * takes the time and the money of all of them.
 * @param count of the answers that it is written from.
 * @param field that lists these answers.
 */
export function* fuseConflicts(
  { judges = [], fuse, judge_pairs: pairs, judge_weights: weights = {} }: FusingFields,
  { count, field }: { readonly count: number; readonly field: 'models' | 'answers' },
): Generator<UntilConflict> {
  if (fuse === undefined) return;
  if (judges.length === 0)
    yield { path: ['fuse'], message: 'needs judges: name some in judges, or leave fuse out' };
  if (count < MIN_ANSWERS)
    yield { path: ['fuse'], message: `needs two answers: name more in ${field}, or leave fuse out` };
  if (pairs !== undefined) {
    const message =
      'not taken with fuse, whose answer is compared with every other: leave judge_pairs out, or leave fuse out';
    yield { path: ['judge_pairs'], message };
  }
  for (const [axis, weight] of Object.entries({ speed: weights.speed ?? 0, cost: weights.cost ?? 0 })) {
    const message = `must be 0 with fuse, whose answer takes the time and the money of all others: leave ${axis} out, or leave fuse out`;
    if (weight > 0) yield { path: ['judge_weights', axis], message };
  }
}
