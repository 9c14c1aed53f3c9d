import { textsIn } from '../../text/long-text.ts';
import { neutralise } from '../../text/neutralise.ts';
import { shelveIfLong } from '../../text/shelve-text.ts';
import type { RequestContext } from '../request-context.ts';

/** Up to this a text is read where it is, faster than it could be handed to a thread. */
const INLINE_CHARACTERS = 8_192;

/**
 * A text as judges see it. Do it once for each text, not for each judge or pair.
 * @returns short, or a mark. @throws GatewayError `unavailable` where the threads are busy.
 */
export async function neutralised(text: string, context: RequestContext): Promise<string> {
  const { prompt, services, account } = context;
  const texts = textsIn(text, prompt.texts);
  if (texts.size === 0 && text.length <= INLINE_CHARACTERS) return neutralise(text);
  const prepared = await services.pool.prepareText({ text, texts, isForJudge: true }, account.id);
  for (const [mark, long] of prepared.texts) prompt.texts.set(mark, long);
  return prepared.text;
}

/** In the answer there may be one for each of 400 judge runs. */
const LONG_REASONING_CHARACTERS = 1_024;

/**
 * A judge's reasoning as it is kept from here on: short, or a mark. It is worked on where it is: the whole verdict has
 * at most 32,768 characters.
 */
export function shelvedReasoning(reasoning: string, { prompt }: RequestContext): string {
  const { text, texts } = shelveIfLong(reasoning, LONG_REASONING_CHARACTERS);
  for (const [mark, long] of texts) prompt.texts.set(mark, long);
  return text;
}
