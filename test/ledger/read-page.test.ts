import { expect, it } from 'vitest';
import type { OperationResult, TextResult } from '../../core/ledger/ledger-operation.ts';
import { LedgerQueues } from '../../core/ledger/ledger-queues.ts';
import type { RequestPage } from '../../core/ledger/requests/request-page.ts';
import { settlement, texts } from '../contract/ledgers/samples.ts';
import { idleStore } from './idle-store.ts';

/** A ledger that has written texts as soon as it is told to, and pages by what it has written. */
class PagingLedger {
  readonly texts = Promise.withResolvers<void>();
  readonly charge = Promise.withResolvers<readonly OperationResult[]>();
  readonly queues: LedgerQueues;
  reads = 0;
  #isLogged = false;

  constructor() {
    const keep = async (): Promise<readonly TextResult[]> => {
      await this.texts.promise;
      this.#isLogged = true;
      return [{ outcome: 'kept', evicted: 0 }];
    };
    this.queues = new LedgerQueues(idleStore({ write: () => this.charge.promise, keep }), { recover: true });
  }

  /** @param meanwhile comes to pass after the page was read and before it is here. */
  async page(meanwhile: () => Promise<unknown>): Promise<RequestPage> {
    return await this.queues.readPage(async () => {
      this.reads += 1;
      const request = { requestId: 'one', state: 'settled', isLogged: this.#isLogged };
      await meanwhile();
      return { requests: [request], next: null } as unknown as RequestPage;
    });
  }
}

it('a page has the texts that were written while it was read', async () => {
  const ledger = new PagingLedger();
  const keeping = ledger.queues.keepTexts(texts('one'), true);
  const page = await ledger.page(async () => {
    ledger.texts.resolve();
    await keeping;
  });
  expect(page.requests).toMatchObject([{ requestId: 'one', isLogged: true }]);
  expect(ledger.reads).toBe(2);
});

it('a page has the texts that follow a charge which came while it was read', async () => {
  const ledger = new PagingLedger();
  const charging = ledger.queues.settle(settlement('one'));
  // Its batch leaves at the end of this turn.
  await new Promise((resolve) => setImmediate(resolve));
  const page = await ledger.page(async () => {
    ledger.charge.resolve([{ value: null }]);
    await charging;
    const keeping = ledger.queues.keepTexts(texts('one'), true);
    ledger.texts.resolve();
    await keeping;
  });
  expect(page.requests).toMatchObject([{ requestId: 'one', isLogged: true }]);
});

it('a page for which no text waited is read once', async () => {
  const ledger = new PagingLedger();
  await ledger.page(async () => {});
  expect(ledger.reads).toBe(1);
});
