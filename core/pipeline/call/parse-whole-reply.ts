import { isErrorStatus, type ReceivedReply } from '../../upstream/receive/receive-reply.ts';
import { ReplyTooLarge, TransportError } from '../../upstream/fault.ts';
import { TaskRefusal } from '../../workers/pool.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Parses the JSON of a reply, on a thread if it is large.
 * @returns undefined for the unreadable body of an error, whose status says enough.
 * @throws TransportError if the reply exceeds a bound.
 */
export async function parseWholeReply(
  { status, bytes }: ReceivedReply,
  { services, account, role }: RequestContext,
): Promise<unknown> {
  const isCut = isErrorStatus(status) || role === 'judge';
  try {
    const parsed = await services.pool.parseReply({ bytes, isCut }, account.id);
    if (parsed === 'too_large') throw new ReplyTooLarge();
    return parsed.value;
  } catch (cause) {
    if (isErrorStatus(status)) return undefined;
    throw threadFault(cause);
  }
}

/** Turns a failed parse task into a fault. The call has been paid for, so the fault is not retried. */
export function threadFault(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const isBusy = cause instanceof TaskRefusal && cause.reason === 'busy';
  return isBusy ? new TransportError('overloaded', cause, true) : new ReplyTooLarge(cause);
}
