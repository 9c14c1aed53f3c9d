import { GatewayError } from '../errors.ts';

/** What one request takes of the budget. */
export interface MemoryShare {
  /** Takes so many bytes more. @returns false where the budget does not allow it; nothing is taken then. */
  take(bytes: number): boolean;
  give(bytes: number): void;
  /** The account holds more than all others together: where it gets no more, that is its own doing. */
  holdsMost(): boolean;
  /** Gives back all of it; nothing counts from then on. Call it when the memory is free. Harmless to call twice. */
  release(): void;
}

export interface MemoryBudget {
  share(accountId: number): MemoryShare;
  /** Bytes that all shares hold. */
  heldBytes(): number;
}

/**
 * One bound on what all requests keep in memory of one kind. An account may hold at most as much as it leaves free: half
 * of all where no other holds any, a third beside another that does the same. So no number of requests of one caller
 * locks the others out.
 */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
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

/** Takes memory for a body or an earlier answer. @throws GatewayError 503 where the budget does not allow it. */
export function takeOrRefuse(share: Pick<MemoryShare, 'take' | 'holdsMost'>, bytes: number): void {
  if (share.take(bytes)) return;
  const detail = share.holdsMost()
    ? 'Your account’s other requests hold as many bytes of bodies and earlier answers as one account may: wait until one has ended.'
    : 'The gateway holds as many bytes of bodies and earlier answers as it may: try again shortly.';
  throw new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' } });
}
