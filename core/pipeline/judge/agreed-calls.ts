import type { AgreedCalls } from '../../generated/prompt-response.ts';
import { hasAnswer, type JudgedOutput } from './judged-output.ts';

/** A single answer has none to agree with. */
const MIN_AGREED = 2;

/**
 * Finds the answers that call the same functions with equal arguments, if they are more than half of all answers. Then no
 * judge is needed, because the majority decides.
 */
export function agreedCalls(outputs: readonly JudgedOutput[]): AgreedCalls | undefined {
  const answers = [...outputs.entries()].filter(([, output]) => hasAnswer(output));
  const groups = Map.groupBy(answers, ([, { callsKey }]) => callsKey);
  for (const [key, group] of groups) {
    if (key === undefined || group.length < MIN_AGREED || group.length * 2 <= answers.length) continue;
    return { indexes: group.map(([index]) => index), of: answers.length };
  }
  return undefined;
}
