import type { TextStore } from '../../text/long-text.ts';
import type { LongStrings } from '../../workers/parse-reply.ts';
import { TaskRefusal, type WorkerPool } from '../../workers/pool.ts';
import { replyTooLarge, TransportError } from '../../upstream/upstream-reply.ts';

/** Parses a reply's JSON, a large one on a thread. @throws TransportError where it is larger than is read. */
export type ParseReply = (bytes: Buffer, longStrings: LongStrings) => Promise<unknown>;

/** Parses the replies of one account's request. Their long texts go to the request's. */
export function parseInPool(
  pool: Pick<WorkerPool, 'parseReply'>,
  { accountId, store }: { readonly accountId: number; readonly store: TextStore },
): ParseReply {
  return async (bytes, longStrings) => {
    const parsed = await pool.parseReply({ bytes, longStrings }, accountId).catch((cause: unknown) => {
      const isBusy = cause instanceof TaskRefusal && cause.reason === 'busy';
      // The call has been paid for, so it is not made again for want of a thread.
      throw isBusy ? new TransportError('overloaded', cause, true) : replyTooLarge(cause);
    });
    if (parsed === 'too_large') throw replyTooLarge();
    for (const [mark, long] of parsed.texts) store.set(mark, long);
    return parsed.value;
  };
}
