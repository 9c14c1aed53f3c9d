import { textsIn } from '../../text/long-text.ts';
import type { PlanContext } from '../plan/request-context.ts';
import type { CallResult } from './call-result.ts';

/** Puts a mark in the place of an answer beyond `LONG_ANSWER_CHARACTERS`; where the threads are busy the answer stays. */
export async function externalizeAnswer(
  result: CallResult,
  { prompt, services, account }: PlanContext,
): Promise<CallResult> {
  const { outcome } = result;
  if ('fault' in outcome || outcome.text.trim() === '') return result;
  const { text } = outcome;
  try {
    const task = { text, texts: textsIn(text, prompt.texts), isForJudge: false };
    const prepared = await services.pool.prepareText(task, account.id);
    for (const [mark, long] of prepared.texts) prompt.texts.set(mark, long);
    return { ...result, outcome: { ...outcome, text: prepared.text } };
  } catch {
    return result;
  }
}
