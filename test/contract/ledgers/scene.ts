import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Account, Ledger, Recovery, Hold } from '../../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import { sampleHold, settlement } from './samples.ts';

export interface LedgerUnderTest {
  /** As the gateway opens it, on storage with nothing in it. */
  readonly ledger: Ledger & LedgerAdmin;
  /** The same storage as another process sees it. */
  openAnother(): Promise<Ledger & LedgerAdmin>;
  /** Changes rows behind the ledger's back, with SQL that means the same to every database. */
  meddle(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The same of rows that never change: without the triggers that say so. */
  rewrite(sql: string): Promise<void>;
  /** Ends what processes that are gone left open. */
  recover(): Promise<Recovery>;
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

  get #storage(): LedgerUnderTest {
    if (this.#opened === undefined) throw new Error('The ledger did not open.');
    return this.#opened;
  }

  get ledger(): Ledger & LedgerAdmin {
    return this.#storage.ledger;
  }

  get another(): Ledger & LedgerAdmin {
    if (this.#another === undefined) throw new Error('The ledger did not open a second time.');
    return this.#another;
  }

  async openAnother(): Promise<Ledger & LedgerAdmin> {
    return await this.#storage.openAnother();
  }

  /** Changes rows behind the ledger's back. */
  async meddle(sql: string): Promise<void> {
    await this.#storage.meddle(sql);
  }

  /** The same of rows that never change. */
  async rewrite(sql: string): Promise<void> {
    await this.#storage.rewrite(sql);
  }

  /** Makes what a request wrote look older, as if so much time had passed since. */
  async age(requestId: string, hours: number): Promise<void> {
    await this.ageAll([requestId], hours);
  }

  async ageAll(requestIds: readonly string[], hours: number): Promise<void> {
    const ids = requestIds.map((requestId) => `'${requestId}'`).join(',');
    for (const [table, column, id] of [
      ['idempotency', 'created_ms', 'request_id'],
      ['prompt_log', 'finished_ms', 'request_id'],
      ['request', 'created_ms', 'id'],
      ['request', 'finished_ms', 'id'],
    ]) {
      await this.#storage.rewrite(
        `UPDATE ${table} SET ${column} = ${column} - ${hours * 3_600_000} WHERE ${id} IN (${ids})`,
      );
    }
  }

  /** Makes the requests those of a process that is gone, and recovers as a starting gateway does. */
  async recoverFromDead(requestIds: readonly string[]): Promise<Recovery> {
    const ids = ['none', ...requestIds].map((requestId) => `'${requestId}'`).join(',');
    await this.#storage.meddle(`UPDATE open_request SET owner = 'gone' WHERE id IN (${ids})`);
    return await this.#storage.recover();
  }

  /** @param from a table and perhaps a condition. */
  async count(from: string): Promise<number> {
    const [row] = await this.#storage.meddle(`SELECT count(*) AS found FROM ${from}`);
    return Number(row?.['found']);
  }

  async newAccount(microCredits: number): Promise<Account> {
    this.#serial += 1;
    return await this.ledger.createAccount(`account ${this.#serial}`, microCredits);
  }

  /** An account whose answers may be reused. */
  async newCachingAccount(): Promise<Account> {
    const { name } = await this.newAccount(1000);
    return await this.ledger.changeAccount(name, { cache: true });
  }

  newRequest(): string {
    this.#serial += 1;
    return `request-${this.#serial}`;
  }

  async hold(account: Account, holdMicroCredits: number, changes: Partial<Hold> = {}): Promise<string> {
    const requestId = this.newRequest();
    const outcome = await this.ledger.hold(
      sampleHold(requestId, { accountId: account.id, holdMicroCredits, ...changes }),
    );
    expect(outcome).toEqual({ outcome: 'held' });
    return requestId;
  }

  /** @returns the ID of a request that has ended. */
  async settled(account: Account): Promise<string> {
    const requestId = await this.hold(account, 10);
    await this.ledger.settle(settlement(requestId));
    return requestId;
  }

  async newKey(account: Account): Promise<{ readonly prefix: string; readonly hash: Uint8Array }> {
    const key = { prefix: randomBytes(4).toString('hex'), hash: randomBytes(32) };
    await this.ledger.createKey({ accountName: account.name, ...key });
    return key;
  }

  async balanceOf(account: Account): Promise<readonly [posted: number, reserved: number]> {
    const found = (await this.ledger.listAccounts()).find(({ id }) => id === account.id);
    return [found?.postedMicroCredits ?? -1, found?.heldMicroCredits ?? -1];
  }
}
