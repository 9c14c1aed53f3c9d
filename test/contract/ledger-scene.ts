import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Account, Ledger, LedgerAdmin } from '../../core/billing/ledger.ts';

export interface LedgerUnderTest {
  /** As the gateway opens it, on storage with nothing in it. */
  readonly ledger: Ledger & LedgerAdmin;
  /** The same storage as another process sees it. */
  openAnother(): Promise<Ledger & LedgerAdmin>;
  /** Closes everything and removes the storage. */
  dispose(): Promise<void>;
}

/** One ledger, seen from two processes, that all cases of a suite share; each case makes its own account. */
export class LedgerScene {
  readonly #open: () => Promise<LedgerUnderTest>;
  #opened: LedgerUnderTest | undefined;
  #another: (Ledger & LedgerAdmin) | undefined;
  #serial = 0;

  constructor(open: () => Promise<LedgerUnderTest>) {
    this.#open = open;
  }

  async open(): Promise<void> {
    this.#opened = await this.#open();
    this.#another = await this.openAnother();
  }

  async dispose(): Promise<void> {
    await this.#another?.close();
    await this.#opened?.dispose();
  }

  get ledger(): Ledger & LedgerAdmin {
    if (this.#opened === undefined) throw new Error('The ledger did not open.');
    return this.#opened.ledger;
  }

  get another(): Ledger & LedgerAdmin {
    if (this.#another === undefined) throw new Error('The ledger did not open a second time.');
    return this.#another;
  }

  async openAnother(): Promise<Ledger & LedgerAdmin> {
    if (this.#opened === undefined) throw new Error('The ledger did not open.');
    return await this.#opened.openAnother();
  }

  async newAccount(microCredits: number): Promise<Account> {
    this.#serial += 1;
    return await this.ledger.createAccount(`account ${this.#serial}`, microCredits);
  }

  newRequest(): string {
    this.#serial += 1;
    return `request-${this.#serial}`;
  }

  async reserve(account: Account, holdMicroCredits: number): Promise<string> {
    const requestId = this.newRequest();
    const outcome = await this.ledger.reserve({ requestId, accountId: account.id, holdMicroCredits });
    expect(outcome).toEqual({ reserved: true });
    return requestId;
  }

  async newKey(account: Account): Promise<{ readonly prefix: string; readonly hash: Uint8Array }> {
    const key = { prefix: randomBytes(4).toString('hex'), hash: randomBytes(32) };
    await this.ledger.createKey({ accountName: account.name, ...key });
    return key;
  }

  async balanceOf(account: Account): Promise<readonly [posted: number, reserved: number]> {
    const found = (await this.ledger.listAccounts()).find(({ id }) => id === account.id);
    return [found?.postedMicroCredits ?? -1, found?.reservedMicroCredits ?? -1];
  }
}
