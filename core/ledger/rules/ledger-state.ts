import { EVENT_LIFE_MS } from '../webhooks/outbox.ts';
import type { BudgetCount, Changes, LoadedRows, NumberedTable } from './loaded.ts';
import { RowSet } from './row-set.ts';
import { TABLE_NAMES, type KeyOf, type RowOf, type TableName } from './tables.ts';

type Tables = { readonly [Name in TableName]: RowSet<Name> };

/** The owner and the period of a budget. */
export type BudgetKey = KeyOf<'budget'>;

/** The stored rows that a batch needs, and the changes that the batch makes to them. */
export class LedgerState {
  readonly tables: Tables;
  readonly #responseBytes: LoadedRows['responseBytes'];
  readonly #webhookAccountIds: ReadonlySet<number>;
  readonly #newIds: Readonly<Record<NumberedTable, Iterator<number>>>;
  /** The present figures of budgets, with the changes of the batch. */
  readonly #counts = new Map<string, BudgetCount>();
  readonly #withoutTexts: string[] = [];

  constructor({ rows, webhookAccountIds, responseBytes, newIds }: LoadedRows) {
    const tables = TABLE_NAMES.map((name) => [name, new RowSet(name, rows[name])]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets which keys there are
    this.tables = Object.fromEntries(tables) as Tables;
    this.#responseBytes = responseBytes;
    this.#webhookAccountIds = new Set(webhookAccountIds);
    this.#newIds = {
      account: newIds.account.values(),
      api_key: newIds.api_key.values(),
      credit: newIds.credit.values(),
    };
  }

  accountNamed(name: string): RowOf<'account'> | undefined {
    return this.tables.account.search((account) => account.name === name);
  }

  keyWithPrefix(prefix: string): RowOf<'api_key'> | undefined {
    return this.tables.api_key.search((key) => key.prefix === prefix);
  }

  /** Tells the webhook of an account, if it has one, that a request ended or that a budget was reached. */
  addEvent(
    accountId: number,
    event: { readonly requestId: string | null; readonly alertId: string | null; readonly nowMs: number },
  ): void {
    const { requestId, alertId, nowMs } = event;
    const id = requestId ?? alertId;
    if (id === null || !this.#webhookAccountIds.has(accountId)) return;
    this.tables.webhook_event.insert({
      id,
      account_id: accountId,
      request_id: requestId,
      alert_id: alertId,
      due_ms: nowMs,
      until_ms: nowMs + EVENT_LIFE_MS,
      attempts: 0,
      dead_ms: null,
      last_failure: null,
    });
  }

  /** Null if no response is logged, or if the batch deletes it. */
  responseBytesOf(requestId: string): number | null {
    if (this.#withoutTexts.includes(requestId)) return null;
    return this.#responseBytes.get(requestId) ?? null;
  }

  /** @throws Error if the store gave too few. */
  newId(table: NumberedTable): number {
    const { done, value } = this.#newIds[table].next();
    if (done === true) throw new Error(`No number is left for a new row of ${table}.`);
    return value;
  }

  /** Has the stored texts of the request deleted in the transaction of the batch. */
  dropTexts(requestId: string): void {
    this.#withoutTexts.push(requestId);
  }

  /** Whether any budget was counted. Most batches count none and skip the look-ups. */
  get hasCounts(): boolean {
    return this.#counts.size > 0;
  }

  /** Undefined if `budgetsToCount` did not name the budget. */
  countOf(budget: BudgetKey): BudgetCount | undefined {
    return this.#counts.get(countKey(budget));
  }

  /** Sets the figures of a budget that `budgetsToCount` named. Call it before `decide`. */
  setCount(budget: BudgetKey, { charged, held, alerted }: BudgetCount): void {
    this.#counts.set(countKey(budget), { charged, held, alerted });
  }

  /**
   * For an account or a key that the batch itself makes: nothing was charged or held, so its budgets are not counted.
   */
  setZeroCounts(accountId: number, familyId: number): void {
    for (const period of ['day', 'month'])
      this.setCount(
        { account_id: accountId, family_id: familyId, period },
        { charged: 0, held: 0, alerted: 0 },
      );
  }

  changes(): Changes {
    const tables = TABLE_NAMES.map((name) => [name, this.tables[name].changes()]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets which keys there are
    return { tables: Object.fromEntries(tables) as Changes['tables'], withoutTexts: this.#withoutTexts };
  }
}

function countKey({ account_id, family_id, period }: BudgetKey): string {
  return `${account_id} ${family_id} ${period}`;
}
