import type { JsonObject } from '../../contract.ts';
import type { Label } from './label.ts';

/** Who compares labelled pairs, and how. */
export interface LabelTerms {
  /** Model IDs. */
  readonly judges: readonly string[];
  /** The caller's own criteria. */
  readonly judge_prompt?: string;
}

/** The request that has the judges compare one pair, the same whenever terms and label are. */
export function labelBody(
  { task, a, b, models }: Label,
  { judges, judge_prompt: criteria }: LabelTerms,
): JsonObject {
  const answer = (text: string, place: 0 | 1): JsonObject => ({
    text,
    ...(models !== undefined && { modelId: models[place] }),
  });
  return {
    prompt: task,
    answers: [answer(a, 0), answer(b, 1)],
    judges: [...judges],
    ...(criteria !== undefined && { judge_prompt: criteria }),
    // What earlier labels said has no part in what these say.
    calibration: 'none',
  };
}
