import { LONG_ANSWER_CHARACTERS, textsIn } from '../../text/long-text.ts';
import type { RequestContext } from '../request-context.ts';
import type { CallResult } from './call-result.ts';

/**
 * The result with its answer as the request keeps it: a short one as it is, a long one as a mark. Where the threads are
 * busy it stays as it is.
 */
export async function externalizeAnswer<Result extends Pick<CallResult, 'outcome'>>(
  result: Result,
  { prompt, services, account }: RequestContext,
): Promise<Result> {
  const { outcome } = result;
  if ('fault' in outcome || outcome.text.length <= LONG_ANSWER_CHARACTERS) return result;
  const { text } = outcome;
  if (text.trim() === '') return result;
  try {
    const task = { text, texts: textsIn(text, prompt.texts), isForJudge: false };
    const prepared = await services.pool.prepareText(task, account.id);
    for (const [mark, long] of prepared.texts) prompt.texts.set(mark, long);
    return { ...result, outcome: { ...outcome, text: prepared.text } };
  } catch {
    return result;
  }
}
