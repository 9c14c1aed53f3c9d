import { LONG_ANSWER_CHARACTERS } from '../../text/long-text.ts';
import { externalized } from '../plan/request-texts.ts';
import type { RequestContext } from '../request-context.ts';
import type { CallResult } from './call-result.ts';

/** The result with its answer as the request keeps it: a short one as it is, a long one as a mark. */
export async function externalizeAnswer<Result extends Pick<CallResult, 'outcome'>>(
  result: Result,
  context: RequestContext,
): Promise<Result> {
  const { outcome } = result;
  if ('fault' in outcome || outcome.text.length <= LONG_ANSWER_CHARACTERS) return result;
  return { ...result, outcome: { ...outcome, text: await externalized(outcome.text, context) } };
}
