/** What the replies of one request take of the budget. */
export interface ReplyShare {
  /** Takes so many bytes more. @returns false where the budget does not allow it; nothing is taken then. */
  take(bytes: number): boolean;
  give(bytes: number): void;
  /** The account holds more than all others together: where it gets no more, that is its own doing. */
  holdsMost(): boolean;
  /** Gives back all of it; nothing counts from then on. Call it when the replies' memory is free. Harmless to call twice. */
  release(): void;
}

export interface ReplyBudget {
  share(accountId: number): ReplyShare;
  /** Bytes of all replies that are being received, or kept for a request that has not been answered. */
  heldBytes(): number;
}

/**
 * One bound on the replies of all requests that run. An account may hold at most as much as it leaves free: half of all
 * where no other holds any, a third beside another that does the same.
 */
export function createReplyBudget(maxBytes: number): ReplyBudget {
  const byAccount = new Map<number, number>();
  let held = 0;
  return {
    heldBytes: () => held,
    share(accountId) {
      let own = 0;
      let isReleased = false;
      const change = (bytes: number): void => {
        own += bytes;
        held += bytes;
        const ofAccount = (byAccount.get(accountId) ?? 0) + bytes;
        if (ofAccount === 0) byAccount.delete(accountId);
        else byAccount.set(accountId, ofAccount);
      };
      return {
        take(bytes) {
          if (isReleased) return true;
          const ofAccount = (byAccount.get(accountId) ?? 0) + bytes;
          if (ofAccount > maxBytes - held - bytes) return false;
          change(bytes);
          return true;
        },
        give(bytes) {
          if (!isReleased) change(-bytes);
        },
        holdsMost: () => 2 * (byAccount.get(accountId) ?? 0) > held,
        release() {
          if (!isReleased) change(-own);
          isReleased = true;
        },
      };
    },
  };
}
