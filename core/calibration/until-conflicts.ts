import type { PromptRequest } from '../generated/prompt-request.ts';

export interface UntilConflict {
  /** The field that has to change. */
  readonly path: readonly string[];
  readonly message: string;
}

/** The fields of a request, a panel or a suite that concern `judge_until`. */
interface JudgingFields extends Pick<PromptRequest, 'judge_until' | 'judge_weights'> {
  readonly judges?: readonly string[];
}

/** Finds the fields that conflict with `judge_until`, which depends on the judges' verdicts alone. */
export function* untilConflicts(fields: JudgingFields): Generator<UntilConflict> {
  const { judges = [], judge_until: until, judge_weights: weights = {} } = fields;
  if (until === undefined) return;
  const { accuracy = 1, speed = 0, cost = 0 } = weights;
  if (judges.length === 0)
    yield { path: ['judge_until'], message: 'needs judges: name some in judges, or leave judge_until out' };
  for (const [axis, weight] of Object.entries({ speed, cost })) {
    const message = `must be 0 with judge_until, which goes by the judges’ verdicts alone: leave ${axis} out, or leave judge_until out`;
    if (weight > 0) yield { path: ['judge_weights', axis], message };
  }
  if (accuracy === 0) {
    const message =
      'must be above 0 with judge_until, which goes by the judges’ verdicts alone: leave accuracy out, or leave judge_until out';
    yield { path: ['judge_weights', 'accuracy'], message };
  }
}
