import { unavailableNow } from '../errors.ts';
import { AccountShares } from './account-shares.ts';

/** The memory that one request takes from the budget. */
export interface MemoryShare {
  /** Takes more bytes. @returns false if the budget does not allow it; nothing is taken then. */
  take(bytes: number): boolean;
  give(bytes: number): void;
  /** Whether the account holds more than all others together: if so, a refusal is due to its own requests. */
  holdsMost(): boolean;
  /** Gives back all bytes; later calls change nothing. Call it when the memory is free. */
  release(): void;
}

export interface MemoryBudget {
  share(accountId: number): MemoryShare;
  /** Bytes that all shares hold. */
  heldBytes(): number;
}

/** One bound on the memory of all requests for one purpose, divided as `AccountShares` describes. */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const shares = new AccountShares(maxBytes);
  return {
    heldBytes: () => shares.total,
    share(accountId) {
      let own = 0;
      let isReleased = false;
      return {
        take(bytes) {
          if (isReleased) return true;
          if (!shares.take(accountId, bytes)) return false;
          own += bytes;
          return true;
        },
        give(bytes) {
          if (isReleased) return;
          own -= bytes;
          shares.release(accountId, bytes);
        },
        holdsMost: () => shares.hasMost(accountId),
        release() {
          if (!isReleased) shares.release(accountId, own);
          isReleased = true;
        },
      };
    },
  };
}

/** Takes memory for a body or an earlier answer. @throws GatewayError 503 if the budget does not allow it. */
export function takeOrRefuse(share: Pick<MemoryShare, 'take' | 'holdsMost'>, bytes: number): void {
  if (share.take(bytes)) return;
  const detail = share.holdsMost()
    ? 'Your account’s other requests hold as many bytes of bodies and earlier answers as one account may: wait until one has ended.'
    : 'The gateway holds as many bytes of bodies and earlier answers as it may: try again shortly.';
  throw unavailableNow(detail);
}
