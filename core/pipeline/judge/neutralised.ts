import { neutralise } from '../../text/neutralise.ts';
import { partsOf, SharedText, type Text } from '../../text/shared-text.ts';
import type { RequestContext } from '../request-context.ts';

/** A text up to this length is neutralised on the event loop, because a hop to a thread would take longer. */
const INLINE_CHARACTERS = 8_192;

/**
 * Makes the copy of a text that judges see. Call it once for each text, not for each judge or pair.
 * @throws GatewayError `unavailable` if the threads are busy.
 */
export async function neutralised(text: Text, { services, account }: RequestContext): Promise<Text> {
  if (typeof text === 'string' && text.length <= INLINE_CHARACTERS) return neutralise(text);
  const copy = await services.pool.neutraliseText(partsOf(text), account.id);
  return typeof copy === 'string' ? copy : new SharedText([copy]);
}
