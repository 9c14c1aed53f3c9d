/** Of replies that stand nowhere else: more than a burst of retries needs, and a small part of the process's memory. */
const MAX_REPLIES = 1_000;
const MAX_CHARACTERS = 32 * 1_024 * 1_024;
const KEPT_MS = 600_000;

/**
 * Replies to requests under zero data retention that carry an `Idempotency-Key`, in memory alone. The ledger knows
 * which account's key stands for which request, so the request's ID names its reply.
 */
export interface RecentReplies {
  /** The oldest give way where a bound is reached; a reply larger than all the room is not kept. */
  keep(requestId: string, reply: string): void;
  /** Undefined once 10 minutes have passed, or where it had to give way. */
  find(requestId: string): string | undefined;
  /** Forgets everything at once. */
  clear(): void;
}

interface Kept {
  readonly reply: string;
  readonly untilMs: number;
}

/** @param now milliseconds, never going back. */
export function createRecentReplies(now: () => number): RecentReplies {
  /** In the order of their ends. */
  const kept = new Map<string, Kept>();
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;

  function forget(requestId: string): void {
    characters -= kept.get(requestId)?.reply.length ?? 0;
    kept.delete(requestId);
  }

  function forgetWhile(unwanted: (oldest: Kept) => boolean): void {
    for (const [requestId, oldest] of kept) {
      if (!unwanted(oldest)) return;
      forget(requestId);
    }
  }

  function forgetEnded(): void {
    const timeMs = now();
    forgetWhile(({ untilMs }) => untilMs <= timeMs);
  }

  /** Without a next request too, nothing may outlive its time. */
  function watch(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      forgetEnded();
      if (kept.size > 0) watch();
    }, KEPT_MS / 10).unref();
  }

  return {
    keep(requestId, reply) {
      forget(requestId);
      if (reply.length > MAX_CHARACTERS) return;
      forgetEnded();
      const isFull = (): boolean => kept.size === MAX_REPLIES || characters + reply.length > MAX_CHARACTERS;
      forgetWhile(isFull);
      kept.set(requestId, { reply, untilMs: now() + KEPT_MS });
      characters += reply.length;
      watch();
    },
    find(requestId) {
      forgetEnded();
      return kept.get(requestId)?.reply;
    },
    clear() {
      kept.clear();
      characters = 0;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
