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
    return 2 * this.#of(accountId) > this.#total;
  }

  /** @returns false if the account may not take that much; otherwise give it back with `release`. */
  take(accountId: number, amount = 1): boolean {
    const own = this.#of(accountId) + amount;
    if (own > this.#max - this.#total - amount) return false;
    this.#byAccount.set(accountId, own);
    this.#total += amount;
    return true;
  }

  release(accountId: number, amount = 1): void {
    const own = this.#of(accountId) - amount;
    if (own === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, own);
    this.#total -= amount;
  }

  #of(accountId: number): number {
    return this.#byAccount.get(accountId) ?? 0;
  }
}
