import type { Operation, OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { budgetsToCount, decide } from '../../../core/ledger/rules/decide.ts';
import { LedgerState } from '../../../core/ledger/rules/ledger-state.ts';
import type {
  BudgetToCount,
  Changes,
  BudgetCount,
  LoadedRows,
  BatchContext,
  NumberedTable,
  RowsToLoad,
} from '../../../core/ledger/rules/loaded.ts';
import type { TableChanges } from '../../../core/ledger/rules/row-set.ts';
import { TABLES, type KeyOf, type RowOf, type TableName } from '../../../core/ledger/rules/tables.ts';
import { rowsToLoadFor } from '../../../core/ledger/rules/operations.ts';

/** Rows of one table as a database keeps them: it refuses what a database would. */
export class MemoryTable<Name extends TableName> {
  readonly #name: Name;
  readonly rows = new Map<string, RowOf<Name>>();

  constructor(name: Name) {
    this.#name = name;
  }

  all(): RowOf<Name>[] {
    return [...this.rows.values()];
  }

  where(meets: (row: RowOf<Name>) => boolean): RowOf<Name>[] {
    const found: RowOf<Name>[] = [];
    for (const row of this.rows.values()) if (meets(row)) found.push(row);
    return found;
  }

  apply({ inserted, updated, deleted }: TableChanges<Name>): void {
    for (const row of deleted)
      if (!this.rows.delete(this.#keyOf(row))) throw new Error(`No row of ${this.#name} to delete.`);
    for (const row of updated) this.#update(row);
    for (const row of inserted) {
      const key = this.#keyOf(row);
      if (this.rows.has(key)) throw new Error(`A second row ${key} of ${this.#name}.`);
      this.rows.set(key, row);
    }
  }

  /** As stores do it: only the mutable columns are written. */
  #update(row: RowOf<Name>): void {
    const key = this.#keyOf(row);
    const stored = this.rows.get(key);
    const { mutable } = TABLES[this.#name];
    if (stored === undefined || mutable.length === 0) throw new Error(`No row of ${this.#name} to update.`);
    const changed: Record<string, unknown> = { ...stored };
    for (const column of mutable) changed[column] = (row as Record<string, unknown>)[column];
    this.rows.set(key, changed as RowOf<Name>);
  }

  #keyOf(row: KeyOf<Name>): string {
    let key = '';
    for (const column of TABLES[this.#name].key)
      key += ` ${String((row as Record<string, unknown>)[column])}`;
    return key.slice(1);
  }
}

type MemoryTables = { readonly [Name in TableName]: MemoryTable<Name> };

/** The smallest store that loads and applies as `RowsToLoad` and `Changes` say. */
export class MemoryStore {
  readonly tables: MemoryTables = {
    account: new MemoryTable('account'),
    api_key: new MemoryTable('api_key'),
    budget: new MemoryTable('budget'),
    credit: new MemoryTable('credit'),
    credit_claim: new MemoryTable('credit_claim'),
    open_request: new MemoryTable('open_request'),
    request: new MemoryTable('request'),
    call: new MemoryTable('call'),
    idempotency: new MemoryTable('idempotency'),
    budget_alert: new MemoryTable('budget_alert'),
    webhook_event: new MemoryTable('webhook_event'),
    audit_entry: new MemoryTable('audit_entry'),
  };
  readonly webhookAccountIds = new Set<number>();
  /** Logged responses by request. */
  readonly responseBytes = new Map<string, number>();
  readonly #lastIds: Record<NumberedTable, number> = { account: 0, api_key: 0, credit: 0 };

  write(operations: readonly Operation[], context: BatchContext): readonly OperationResult[] {
    const state = new LedgerState(this.#load(rowsToLoadFor(operations)));
    const toCount = budgetsToCount(state, operations, context.nowMs);
    for (const budget of toCount) state.setCount(budget, this.#count(budget));
    const results = decide(state, operations, context);
    this.#apply(state.changes());
    return results;
  }

  #load(toLoad: RowsToLoad): LoadedRows {
    const { tables } = this;
    const idempotency = tables.idempotency.where((row) =>
      toLoad.idempotency.some(({ accountId, key }) => row.account_id === accountId && row.key === key),
    );
    const requestIds = new Set([...toLoad.requestIds, ...idempotency.map((row) => row.request_id)]);
    const open = tables.open_request.where(({ id }) => requestIds.has(id));
    const named = tables.api_key.where(({ prefix }) => toLoad.keyPrefixes.has(prefix));
    const successors = new Set(named.map(({ successor }) => successor));
    const keys = tables.api_key.where(
      ({ id, prefix }) => toLoad.keyIds.has(id) || toLoad.keyPrefixes.has(prefix) || successors.has(prefix),
    );
    const accountIds = new Set([...toLoad.accountIds, ...[...open, ...keys].map((row) => row.account_id)]);
    const accounts = tables.account.where(
      ({ id, name }) => accountIds.has(id) || toLoad.accountNames.has(name),
    );
    const families = new Set<number | null>([0, ...[...open, ...keys].map((row) => row.family_id)]);
    return {
      rows: {
        account: accounts,
        api_key: keys,
        budget: tables.budget.where(
          (row) => families.has(row.family_id) && accounts.some(({ id }) => id === row.account_id),
        ),
        open_request: open,
        request: tables.request.where(({ id }) => requestIds.has(id)),
        idempotency,
        credit_claim: tables.credit_claim.where(({ key }) => toLoad.claims.has(key)),
      },
      webhookAccountIds: [...this.webhookAccountIds],
      responseBytes: this.responseBytes,
      newIds: {
        account: this.#newIds('account', toLoad),
        api_key: this.#newIds('api_key', toLoad),
        credit: this.#newIds('credit', toLoad),
      },
    };
  }

  #newIds(table: NumberedTable, { newIds }: RowsToLoad): readonly number[] {
    const ids: number[] = [];
    while (ids.length < newIds[table]) ids.push((this.#lastIds[table] += 1));
    return ids;
  }

  #count(budget: BudgetToCount): BudgetCount {
    const {
      account_id: accountId,
      family_id: familyId,
      period,
      starts_ms: startsMs,
      ends_ms: endsMs,
    } = budget;
    const familyOf = (keyId: number | null): number =>
      this.tables.api_key.where(({ id }) => id === keyId)[0]?.family_id ?? 0;
    const isIn = (row: { readonly account_id: number; readonly key_id: number | null }): boolean =>
      row.account_id === accountId && (familyId === 0 || familyOf(row.key_id) === familyId);
    const ended = this.tables.request.where(
      (row) => isIn(row) && row.finished_ms >= startsMs && row.finished_ms < endsMs,
    );
    const alerts = this.tables.budget_alert.where(
      (row) =>
        row.account_id === accountId &&
        row.family_id === familyId &&
        row.period === period &&
        row.starts_ms === startsMs,
    );
    return {
      charged: ended.reduce((sum, { charge }) => sum + charge, 0),
      held: this.tables.open_request.where(isIn).reduce((sum, { hold }) => sum + hold, 0),
      alerted: Math.max(0, ...alerts.map(({ threshold }) => threshold)),
    };
  }

  #apply({ tables: changes, withoutTexts }: Changes): void {
    const { tables } = this;
    tables.account.apply(changes.account);
    tables.api_key.apply(changes.api_key);
    tables.budget.apply(changes.budget);
    tables.credit.apply(changes.credit);
    tables.credit_claim.apply(changes.credit_claim);
    tables.open_request.apply(changes.open_request);
    tables.request.apply(changes.request);
    tables.call.apply(changes.call);
    tables.idempotency.apply(changes.idempotency);
    tables.budget_alert.apply(changes.budget_alert);
    tables.webhook_event.apply(changes.webhook_event);
    tables.audit_entry.apply(changes.audit_entry);
    for (const requestId of withoutTexts) this.responseBytes.delete(requestId);
  }
}
