import { textsIn } from '../../text/long-text.ts';
import { neutralise } from '../../text/neutralise.ts';
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
  const prepared = await services.pool.prepareText({ text, texts }, account.id);
  for (const [mark, long] of prepared.texts) prompt.texts.set(mark, long);
  return prepared.text;
}
