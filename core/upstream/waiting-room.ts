/** Counts who waits. One account may take up a quarter of the room, rounded up. */
export interface WaitingRoom {
  /** @returns false where as many wait as may; else `leave` once. */
  enter(accountId: number): boolean;
  leave(accountId: number): void;
  waiting(): number;
}

const ACCOUNT_DIVISOR = 4;

export function createWaitingRoom(size: number): WaitingRoom {
  const sizePerAccount = Math.ceil(size / ACCOUNT_DIVISOR);
  const byAccount = new Map<number, number>();
  let waiting = 0;
  return {
    enter(accountId) {
      const own = byAccount.get(accountId) ?? 0;
      if (waiting >= size || own >= sizePerAccount) return false;
      byAccount.set(accountId, own + 1);
      waiting += 1;
      return true;
    },
    leave(accountId) {
      const own = (byAccount.get(accountId) ?? 0) - 1;
      if (own > 0) byAccount.set(accountId, own);
      else byAccount.delete(accountId);
      waiting -= 1;
    },
    waiting: () => waiting,
  };
}
