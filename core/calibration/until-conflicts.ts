import type { PromptRequest } from '../generated/prompt-request.ts';

export interface UntilConflict {
  /** Of the field that has to change. */
  readonly path: readonly string[];
  readonly message: string;
}

/** What a request, a panel or a suite says of its judging. */
interface SaidOfJudging extends Pick<PromptRequest, 'judge_until' | 'judge_weights'> {
  readonly judges?: readonly string[];
}

/** What does not go with `judge_until`, which asks judges and goes by what they say alone. */
export function untilConflicts(said: SaidOfJudging): readonly UntilConflict[] {
  const { judges = [], judge_until: until, judge_weights: weights = {} } = said;
  if (until === undefined) return [];
  const { accuracy = 1, speed = 0, cost = 0 } = weights;
  const weighed = Object.entries({ speed, cost }).filter(([, weight]) => weight > 0);
  return [
    ...(judges.length === 0
      ? [{ path: ['judge_until'], message: 'needs judges: name some in judges, or leave judge_until out' }]
      : []),
    ...weighed.map(([axis]) => ({
      path: ['judge_weights', axis],
      message: `must be 0 with judge_until, which goes by the judges’ verdicts alone: leave ${axis} out, or leave judge_until out`,
    })),
    ...(accuracy === 0
      ? [
          {
            path: ['judge_weights', 'accuracy'],
            message:
              'must be above 0 with judge_until, which goes by the judges’ verdicts alone: leave accuracy out, or leave judge_until out',
          },
        ]
      : []),
  ];
}
