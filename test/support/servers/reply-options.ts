import type { ReceiveOptions } from '../../../core/upstream/receive/receive-reply.ts';
import { createReplyPace, EventBudget, ReplyMemory } from '../../../core/upstream/receive/reply-bounds.ts';
import { StopSource } from '../../../core/upstream/stop-signal.ts';

export const TIMEOUTS = { connectMs: 1_000, firstByteMs: 5_000, idleMs: 1_000, totalMs: 60_000 };

/** For a whole reply, with enough memory for any. */
export function replyOptions(maxReplyBytes: number): ReceiveOptions {
  return {
    provider: { maxReplyBytes, timeouts: TIMEOUTS },
    accountId: 1,
    signal: new StopSource(),
    memory: new ReplyMemory({ take: () => true, give: () => {}, holdsMost: () => false }),
    exchange: {},
    stream: undefined,
    nextTurn: createReplyPace(),
    eventBudget: new EventBudget(),
  };
}
