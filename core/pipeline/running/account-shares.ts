/**
 * One bound on what all accounts have at once. An account may have as many as it leaves free: half of all where no other
 * has any, a third beside another that does the same. So no number of requests of one caller locks the others out.
 */
export class AccountShares {
  readonly #max: number;
  readonly #byAccount = new Map<number, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @returns false where the account may have no more; else call `release` once. */
  take(accountId: number): boolean {
    const own = (this.#byAccount.get(accountId) ?? 0) + 1;
    if (own > this.#max - this.#taken - 1) return false;
    this.#byAccount.set(accountId, own);
    this.#taken += 1;
    return true;
  }

  release(accountId: number): void {
    const own = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (own > 0) this.#byAccount.set(accountId, own);
    else this.#byAccount.delete(accountId);
    this.#taken -= 1;
  }
}
