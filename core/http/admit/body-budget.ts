import { GatewayError } from '../../errors.ts';

/** What one request's body takes of the budget. */
export interface BodyShare {
  /** Takes so many bytes more. @throws GatewayError 503 where the budget does not allow it; nothing more is taken then. */
  grow(bytes: number): void;
  /** Gives all of it back. Call it when the body's memory is free. Harmless to call twice. */
  release(): void;
}

export interface BodyBudget {
  share(accountId: number): BodyShare;
  /** Bytes of all bodies that are being received or held. */
  heldBytes(): number;
}

/**
 * One bound on the request bodies that are being received or held at once. An account may hold at most as much as it
 * leaves free: half of all where no other holds any, a third beside another that does the same. So no number of
 * requests of one caller locks the others out.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const byAccount = new Map<number, number>();
  let held = 0;
  const add = (accountId: number, bytes: number): void => {
    held += bytes;
    const ofAccount = (byAccount.get(accountId) ?? 0) + bytes;
    if (ofAccount === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, ofAccount);
  };
  return {
    heldBytes: () => held,
    share(accountId) {
      let own = 0;
      return {
        grow(bytes) {
          const ofAccount = (byAccount.get(accountId) ?? 0) + bytes;
          if (ofAccount > maxBytes - held - bytes) throw full(ofAccount > bytes);
          own += bytes;
          add(accountId, bytes);
        },
        release() {
          add(accountId, -own);
          own = 0;
        },
      };
    },
  };
}

function full(isOwnDoing: boolean): GatewayError {
  const detail = isOwnDoing
    ? 'Your account’s other requests hold as many bytes of bodies and earlier answers as one account may: wait until one has ended.'
    : 'The gateway holds as many bytes of bodies and earlier answers as it may: try again shortly.';
  return new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' } });
}
