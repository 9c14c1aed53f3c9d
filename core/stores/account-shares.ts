/**
 * One bound on what all accounts have at once. An account may have as many as it leaves free: half of all if no other
 * has any, a third beside another that does the same. So no number of requests of one caller locks the others out.
 */
export class AccountShares {
  readonly #max: number;
  readonly #byAccount = new Map<number, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What all accounts have taken together. */
  get taken(): number {
    return this.#taken;
  }

  /** The account has more than all others together. */
  hasMost(accountId: number): boolean {
    return 2 * this.#of(accountId) > this.#taken;
  }

  /** @returns false if the account may have no more; otherwise give it back with `release`. */
  take(accountId: number, amount = 1): boolean {
    if (this.#of(accountId) + amount > this.#max - this.#taken - amount) return false;
    this.#change(accountId, amount);
    return true;
  }

  release(accountId: number, amount = 1): void {
    this.#change(accountId, -amount);
  }

  #of(accountId: number): number {
    return this.#byAccount.get(accountId) ?? 0;
  }

  #change(accountId: number, amount: number): void {
    const own = this.#of(accountId) + amount;
    if (own === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, own);
    this.#taken += amount;
  }
}
