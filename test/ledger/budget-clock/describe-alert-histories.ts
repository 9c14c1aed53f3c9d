import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BUDGET_PERIODS,
  BUDGET_THRESHOLDS,
  endOfPeriod,
  type BudgetPeriod,
} from '../../../core/ledger/budgets/budget.ts';
import { reservation, settlement } from '../../contract/ledgers/samples.ts';
import type { ClockedLedger } from './describe-budget-clock.ts';
import { cases } from '../../support/whole-run.ts';

const HOUR_MS = 3_600_000;
const MAX_CREDITS = 100_000;

type Step =
  | { readonly kind: 'hold'; readonly microCredits: number }
  /** Of the open request of this number, as many per cent of its hold. */
  | { readonly kind: 'settle'; readonly index: number; readonly percent: number }
  | { readonly kind: 'set'; readonly period: BudgetPeriod; readonly amount: number | null }
  | { readonly kind: 'wait'; readonly hours: number }
  /** What is open is that of a gateway that has died. */
  | { readonly kind: 'die' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('hold'), microCredits: fc.integer({ min: 0, max: 60 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      index: fc.nat(9),
      percent: fc.integer({ min: 0, max: 200 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set'),
      period: fc.constantFrom(...BUDGET_PERIODS),
      amount: fc.option(fc.integer({ min: 0, max: 200 })),
    }),
  },
  // At times back, as a clock that is set right.
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait'), hours: fc.integer({ min: -30, max: 500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die') }) },
) as fc.Arbitrary<Step>;

const startOf = (period: BudgetPeriod, atMs: number): number => {
  const ends = new Date(endOfPeriod(period, atMs));
  return period === 'day'
    ? ends.getTime() - 24 * HOUR_MS
    : Date.UTC(ends.getUTCFullYear(), ends.getUTCMonth() - 1);
};

/** Plays steps against a ledger, beside what a person with a notebook would have told the account. */
class History {
  readonly #ledger: ClockedLedger;
  readonly #name: string;
  readonly #accountId: number;
  readonly #budgets: Record<BudgetPeriod, number | null> = { day: null, month: null };
  readonly #charges: { readonly atMs: number; readonly charge: number }[] = [];
  readonly told = new Set<string>();
  #open: { readonly requestId: string; readonly hold: number }[] = [];
  #atMs: number;
  #serial = 0;

  constructor(ledger: ClockedLedger, account: { readonly name: string; readonly id: number }, atMs: number) {
    this.#ledger = ledger;
    this.#name = account.name;
    this.#accountId = account.id;
    this.#atMs = atMs;
  }

  async play(next: Step): Promise<void> {
    switch (next.kind) {
      case 'hold':
        return await this.#hold(next.microCredits);
      case 'settle':
        return await this.#settle(next);
      case 'set':
        this.#budgets[next.period] = next.amount;
        await this.#ledger.setBudgets(this.#name, { [next.period]: next.amount });
        return this.#tell();
      case 'wait':
        this.#atMs += next.hours * HOUR_MS;
        return await this.#ledger.setClock(this.#atMs);
      case 'die':
        this.#open = [];
        return await this.#ledger.recover();
    }
  }

  async #hold(holdMicroCredits: number): Promise<void> {
    const requestId = `${this.#name} ${(this.#serial += 1)}`;
    const wanted = reservation(requestId, { accountId: this.#accountId, holdMicroCredits });
    const { outcome } = await this.#ledger.reserve(wanted);
    if (outcome === 'reserved') this.#open.push({ requestId, hold: holdMicroCredits });
  }

  async #settle({ index, percent }: { readonly index: number; readonly percent: number }): Promise<void> {
    const [ended] = this.#open.splice(index, 1);
    if (ended === undefined) return;
    const charge = Math.floor((ended.hold * percent) / 100);
    await this.#ledger.settle(settlement(ended.requestId, { chargeMicroCredits: charge }));
    this.#charges.push({ atMs: this.#atMs, charge });
    if (charge > 0) this.#tell();
  }

  #tell(): void {
    for (const period of BUDGET_PERIODS) {
      const amount = this.#budgets[period];
      const start = startOf(period, this.#atMs);
      const spent = this.#charges
        .filter(({ atMs }) => startOf(period, atMs) === start)
        .reduce((sum, { charge }) => sum + charge, 0);
      for (const threshold of BUDGET_THRESHOLDS)
        if (amount !== null && spent > 0 && spent * 100 >= amount * threshold)
          this.told.add(`${period} from ${start}: ${threshold}`);
    }
  }
}

/** The property that counts: whatever happens, each threshold of each budget is told of once a period where it was reached. */
export function describeAlertHistories(name: string, open: () => Promise<ClockedLedger>): void {
  test(`${name} tells of each threshold once a period, in every history`, async () => {
    const ledger = await open();
    let serial = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      serial += 1;
      const startMs = Date.parse('2027-01-30T20:00:00Z');
      await ledger.setClock(startMs);
      const account = await ledger.newAccount(`history ${serial}`, MAX_CREDITS, {});
      await ledger.read(
        `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES (${account.id}, 'http://x', 'whsec_x', 0)`,
      );
      const history = new History(ledger, account, startMs);
      for (const each of steps) await history.play(each);
      const alerts = await ledger.read(
        `SELECT period, starts_ms, threshold FROM budget_alert WHERE account_id = ${account.id}`,
      );
      const written = alerts.map(
        (row) => `${String(row['period'])} from ${Number(row['starts_ms'])}: ${Number(row['threshold'])}`,
      );
      expect(written.toSorted()).toEqual([...history.told].toSorted());
      const [events] = await ledger.read(
        `SELECT count(*) AS found FROM webhook_event WHERE account_id = ${account.id} AND alert_id IS NOT NULL`,
      );
      expect(Number(events?.['found'])).toBe(written.length);
    });
    await fc.assert(property, { numRuns: cases(name.includes('SQLite') ? 300 : 40) });
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });
}
