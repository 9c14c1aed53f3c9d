import { neutralise } from '../../text/neutralise.ts';
import { partsOf, SharedText, type Text } from '../../text/shared-text.ts';
import type { RequestContext } from '../request-context.ts';

/** Up to this a text is read where it is, faster than it could be handed to a thread. */
const INLINE_CHARACTERS = 8_192;

/**
 * A text as judges see it. Do it once for each text, not for each judge or pair.
 * @throws GatewayError `unavailable` where the threads are busy.
 */
export async function neutralised(text: Text, { services, account }: RequestContext): Promise<Text> {
  if (typeof text === 'string' && text.length <= INLINE_CHARACTERS) return neutralise(text);
  const copy = await services.pool.neutraliseText(partsOf(text), account.id);
  return typeof copy === 'string' ? copy : new SharedText([copy]);
}
