import { unavailableNow } from '../errors.ts';

/**
 * One bound on what all accounts take together. An account may take at most as much as it leaves free: half of it if it is
 * alone, a third beside another account that does the same. So the requests of one caller never lock the others out.
 */
export class AccountShares {
  readonly #max: number;
  readonly #byAccount = new Map<number, number>();
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What all accounts have taken together. */
  get total(): number {
    return this.#total;
  }

  /** Whether the account has taken more than all others together. */
  hasMost(accountId: number): boolean {
    return 2 * (this.#byAccount.get(accountId) ?? 0) > this.#total;
  }

  /** @returns false if the account may not take that much; otherwise give it back with `release`. */
  take(accountId: number, amount = 1): boolean {
    const own = (this.#byAccount.get(accountId) ?? 0) + amount;
    if (own > this.#max - this.#total - amount) return false;
    this.#byAccount.set(accountId, own);
    this.#total += amount;
    return true;
  }

  release(accountId: number, amount = 1): void {
    const own = (this.#byAccount.get(accountId) ?? 0) - amount;
    if (own === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, own);
    this.#total -= amount;
  }
}

/** One bound on the memory of all requests for one purpose, in bytes. */
export class MemoryBudget extends AccountShares {
  share(accountId: number): MemoryShare {
    return new MemoryShare(this, accountId);
  }
}

/** The memory that one request takes from the budget. A class, because a waiting request has four of them. */
export class MemoryShare {
  readonly #shares: AccountShares;
  readonly #accountId: number;
  #bytes = 0;
  #isReleased = false;

  constructor(shares: AccountShares, accountId: number) {
    this.#shares = shares;
    this.#accountId = accountId;
  }

  /** Takes more bytes. @returns false if the budget does not allow it; nothing is taken then. */
  take(bytes: number): boolean {
    if (this.#isReleased) return true;
    if (!this.#shares.take(this.#accountId, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    if (this.#isReleased) return;
    this.#bytes -= bytes;
    this.#shares.release(this.#accountId, bytes);
  }

  /** Whether the account holds more than all others together: if so, a refusal is due to its own requests. */
  holdsMost(): boolean {
    return this.#shares.hasMost(this.#accountId);
  }

  /** Gives back all bytes; later calls change nothing. Call it when the memory is free. */
  release(): void {
    if (!this.#isReleased) this.#shares.release(this.#accountId, this.#bytes);
    this.#isReleased = true;
  }
}

/** Takes memory for a body or an earlier answer. @throws GatewayError 503 if the budget does not allow it. */
export function takeOrRefuse(share: Pick<MemoryShare, 'take' | 'holdsMost'>, bytes: number): void {
  if (share.take(bytes)) return;
  const detail = share.holdsMost()
    ? 'Your account’s other requests hold as many bytes of bodies and earlier answers as one account may: wait until one has ended.'
    : 'The gateway holds as many bytes of bodies and earlier answers as it may: try again shortly.';
  throw unavailableNow(detail);
}
