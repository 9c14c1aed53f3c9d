import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BudgetChanges } from '../../../core/ledger/budgets/budget.ts';
import type {
  Account,
  LedgerProblem,
  Reservation,
  ReserveResult,
  Settlement,
} from '../../../core/ledger/ledger.ts';
import { reservation, settlement } from '../../contract/ledgers/samples.ts';
import { describeAlertHistories } from './describe-alert-histories.ts';

/** A ledger whose clock the test moves. */
export interface ClockedLedger {
  setClock(atMs: number): Promise<void>;
  newAccount(name: string, microCredits: number, budgets: BudgetChanges): Promise<Account>;
  setBudgets(name: string, budgets: BudgetChanges): Promise<void>;
  reserve(reservation: Reservation): Promise<ReserveResult>;
  settle(settlement: Settlement): Promise<void>;
  /** Settles all of them in one batch where the ledger has batches. */
  settleAll(settlements: readonly Settlement[]): Promise<void>;
  /** Ends what is open as that of a gateway that has died. */
  recover(): Promise<void>;
  /** Reads tables with SQL that means the same to both databases. */
  read(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  check(): Promise<readonly LedgerProblem[]>;
  close(): Promise<void>;
}

const LAST_OF_MONTHS = ['2027-02-28', '2028-02-29', '2027-04-30', '2026-12-31', '2027-01-31'];
const LAST_MOMENT = 'T23:59:59.999Z';

export function describeBudgetClock(name: string, open: () => Promise<ClockedLedger>): void {
  describeAlertHistories(name, open);

  describe(`${name} begins days and months at 00:00 UTC`, () => {
    let ledger: ClockedLedger;
    let serial = 0;
    beforeAll(async () => {
      ledger = await open();
    });
    afterAll(async () => await ledger.close());

    const at = async (iso: string, laterMs = 0): Promise<void> =>
      await ledger.setClock(Date.parse(iso) + laterMs);
    const newAccount = async (budgets: BudgetChanges): Promise<Account> => {
      serial += 1;
      return await ledger.newAccount(`account ${serial}`, 10_000, budgets);
    };
    const ask = async (account: Account, holdMicroCredits: number) => {
      serial += 1;
      const requestId = `request-${serial}`;
      const wanted = reservation(requestId, { accountId: account.id, holdMicroCredits });
      return { requestId, ...(await ledger.reserve(wanted)) };
    };
    const hold = async (account: Account, microCredits: number): Promise<string> => {
      const { requestId, outcome } = await ask(account, microCredits);
      expect(outcome).toBe('reserved');
      return requestId;
    };
    const charge = async (requestId: string, chargeMicroCredits: number): Promise<void> =>
      await ledger.settle(settlement(requestId, { chargeMicroCredits }));
    const chargedOfMonth = async ({ id }: Account): Promise<number> => {
      const month = `SELECT charged FROM budget WHERE account_id = ${id} AND period = 'month'`;
      return Number((await ledger.read(month))[0]?.['charged']);
    };
    const refused = async (account: Account, microCredits: number): Promise<string> => {
      const asked = await ask(account, microCredits);
      expect(asked.outcome).toBe('over_budget');
      if (!('budget' in asked)) return 'nothing';
      return `${asked.budget.period} until ${new Date(asked.budget.resetsAtMs).toISOString()}`;
    };

    test.each(LAST_OF_MONTHS)('a day and a month that end on %s', async (last) => {
      await at(`${last}T00:00:00Z`);
      const account = await newAccount({ day: 50, month: 80 });
      await charge(await hold(account, 50), 50);
      const next = new Date(Date.parse(last) + 86_400_000).toISOString();
      await at(`${last}${LAST_MOMENT}`);
      expect(await refused(account, 1)).toBe(`day until ${next}`);
      await at(`${last}${LAST_MOMENT}`, 1);
      const ends = new Date(Date.UTC(Number(next.slice(0, 4)), Number(next.slice(5, 7)))).toISOString();
      await charge(await hold(account, 50), 50);
      expect(await refused(account, 31)).toBe(`month until ${ends}`);
      expect(await ledger.check()).toEqual([]);
    });

    test('a month goes on over midnight', async () => {
      await at('2027-02-27T12:00:00Z');
      const account = await newAccount({ day: 50, month: 80 });
      await charge(await hold(account, 50), 50);
      await at('2027-02-28T00:00:00Z');
      await charge(await hold(account, 30), 30);
      expect(await refused(account, 1)).toBe('month until 2027-03-01T00:00:00.000Z');
      await at('2027-03-01T00:00:00Z');
      await hold(account, 50);
    });

    test('a request counts in the period in which it ends, and its hold until then', async () => {
      await at(`2027-03-31${LAST_MOMENT}`);
      const account = await newAccount({ day: 100, month: 100 });
      const open = await hold(account, 60);
      await at('2027-04-01T00:00:00Z');
      expect(await refused(account, 41)).toMatch(/^month/);
      await charge(open, 70);
      expect(await chargedOfMonth(account)).toBe(70);
      expect(await refused(account, 31)).toMatch(/^month/);
      await hold(account, 30);
      expect(await ledger.check()).toEqual([]);
    });

    test('a charge beyond the hold counts in the new day', async () => {
      await at(`2027-05-10${LAST_MOMENT}`);
      const account = await newAccount({ day: 100, month: 1_000 });
      await charge(await hold(account, 80), 80);
      const open = await hold(account, 20);
      await at('2027-05-11T00:00:00Z');
      await charge(open, 150);
      expect(await chargedOfMonth(account)).toBe(230);
      expect(await refused(account, 1)).toMatch(/^day/);
      expect(await ledger.check()).toEqual([]);
    });

    test('many that end together after midnight are each counted once', async () => {
      await at(`2027-05-31${LAST_MOMENT}`);
      const account = await newAccount({ day: 500, month: 500 });
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) ids.push(await hold(account, 10));
      await at('2027-06-01T00:00:00Z');
      await ledger.settleAll(ids.map((id) => settlement(id, { chargeMicroCredits: 10 })));
      expect(await chargedOfMonth(account)).toBe(200);
      expect(await ledger.check()).toEqual([]);
      expect(await refused(account, 301)).toMatch(/^month/);
      await hold(account, 300);
    });

    test('many that recovery ends after midnight are counted, too', async () => {
      await at(`2027-06-30${LAST_MOMENT}`);
      const account = await newAccount({ day: 500, month: 500 });
      await charge(await hold(account, 400), 400);
      for (let index = 0; index < 10; index += 1) await hold(account, 10);
      await at('2027-07-01T00:00:00Z');
      await ledger.recover();
      expect(await ledger.check()).toEqual([]);
      await hold(account, 500);
    });

    test('a clock that goes back finds what was spent on that day', async () => {
      await at('2027-08-10T12:00:00Z');
      const account = await newAccount({ day: 100 });
      await charge(await hold(account, 70), 70);
      await at('2027-08-11T00:00:01Z');
      await charge(await hold(account, 90), 90);
      await at(`2027-08-10${LAST_MOMENT}`);
      expect(await refused(account, 31)).toBe('day until 2027-08-11T00:00:00.000Z');
      await charge(await hold(account, 30), 30);
      await at('2027-08-11T00:00:02Z');
      expect(await refused(account, 11)).toBe('day until 2027-08-12T00:00:00.000Z');
      expect(await ledger.check()).toEqual([]);
    });
  });
}
