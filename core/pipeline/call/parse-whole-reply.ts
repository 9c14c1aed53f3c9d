import type { ModelCall } from '../../contract.ts';
import type { ReceivedReply } from '../../upstream/receive/receive-reply.ts';
import { isErrorStatus, replyTooLarge, TransportError } from '../../upstream/fault.ts';
import type { Priority } from '../../upstream/slots.ts';
import { TaskRefusal } from '../../workers/pool.ts';
import type { LongStrings } from '../../workers/replies/parse-reply.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * The reply's JSON, a large one parsed on a thread; its long texts go to the request's.
 * @throws TransportError where it is larger than is read. The status of an error says what happened, whatever its body
 * is: that is undefined then.
 */
export async function parseWholeReply(
  { status, bytes }: ReceivedReply,
  call: ModelCall,
  { services, account, prompt, role }: RequestContext,
): Promise<unknown> {
  const longStrings = isErrorStatus(status) ? 'cut' : longStringsOf(call, role);
  try {
    const parsed = await services.pool.parseReply({ bytes, longStrings }, account.id);
    if (parsed === 'too_large') throw replyTooLarge();
    for (const [mark, long] of parsed.texts) prompt.texts.set(mark, long);
    return parsed.value;
  } catch (cause) {
    if (isErrorStatus(status)) return undefined;
    throw threadFault(cause);
  }
}

/** What it means that a thread gave no result. The call has been paid for, so it is not made again for want of a thread. */
export function threadFault(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const isBusy = cause instanceof TaskRefusal && cause.reason === 'busy';
  return isBusy ? new TransportError('overloaded', cause, true) : replyTooLarge(cause);
}

/** Of a verdict little is read; the input of a forced tool is written as JSON again. */
export function longStringsOf({ model, outputSchema }: ModelCall, role: Priority): LongStrings {
  if (role === 'judge') return 'cut';
  return outputSchema !== undefined && model.schemaEnforcement === 'forcedTool' ? 'kept' : 'marked';
}
