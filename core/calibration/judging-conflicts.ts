import type { PromptRequest } from '../generated/prompt-request.ts';

/** A field that conflicts with `judge_until` or `fuse`. */
interface JudgingConflict {
  /** The field that has to change. */
  readonly path: readonly string[];
  readonly message: string;
}

/** The fields of a request, a panel or a suite that concern `judge_until` and `fuse`. */
interface JudgingFields extends Pick<PromptRequest, 'judge_until' | 'judge_weights' | 'judge_pairs'> {
  readonly fuse?: string;
  readonly judges?: readonly string[];
}

/** Fewer answers cannot be fused. */
export const MIN_FUSED_ANSWERS = 2;

/**
 * Finds the fields that conflict with `judge_until`, which depends on the judges' verdicts alone, and those that conflict
 * with `fuse`. Verdicts alone compare its answer with all others, because it takes the time and the money of all of them.
 * @param count of the answers, without that of `fuse`.
 * @param field that lists these answers.
 */
export function* judgingConflicts(
  { judges = [], judge_until: until, fuse, judge_pairs: pairs, judge_weights: weights = {} }: JudgingFields,
  { count, field }: { readonly count: number; readonly field: 'models' | 'answers' },
): Generator<JudgingConflict> {
  const { accuracy = 1, speed = 0, cost = 0 } = weights;
  const measuredAxes = Object.entries({ speed, cost }).flatMap(([axis, weight]) =>
    weight > 0 ? [axis] : [],
  );
  if (until !== undefined) {
    if (judges.length === 0)
      yield { path: ['judge_until'], message: 'needs judges: name some in judges, or leave judge_until out' };
    for (const axis of measuredAxes) {
      const message = `must be 0 with judge_until, which goes by the judges’ verdicts alone: leave ${axis} out, or leave judge_until out`;
      yield { path: ['judge_weights', axis], message };
    }
    if (accuracy === 0) {
      const message =
        'must be above 0 with judge_until, which goes by the judges’ verdicts alone: leave accuracy out, or leave judge_until out';
      yield { path: ['judge_weights', 'accuracy'], message };
    }
  }
  if (fuse === undefined) return;
  if (judges.length === 0)
    yield { path: ['fuse'], message: 'needs judges: name some in judges, or leave fuse out' };
  if (count < MIN_FUSED_ANSWERS)
    yield { path: ['fuse'], message: `needs two answers: name more in ${field}, or leave fuse out` };
  if (pairs !== undefined) {
    const message =
      'not taken with fuse, whose answer is compared with every other: leave judge_pairs out, or leave fuse out';
    yield { path: ['judge_pairs'], message };
  }
  for (const axis of measuredAxes) {
    const message = `must be 0 with fuse, whose answer takes the time and the money of all others: leave ${axis} out, or leave fuse out`;
    yield { path: ['judge_weights', axis], message };
  }
}
