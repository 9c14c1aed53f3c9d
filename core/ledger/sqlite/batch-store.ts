import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerState } from '../rules/ledger-state.ts';
import type { Changes, NumberedTable, RowsToLoad } from '../rules/loaded.ts';
import { columnsOf, TABLE_NAMES, TABLES, type RowOf, type TableName } from '../rules/tables.ts';
import { type SqlValue, read } from '../sql/database.ts';

/** Finds the rows of one table that meet a condition. */
type Lookup<Name extends TableName> = (...values: readonly SqlValue[]) => readonly RowOf<Name>[];

function lookup<Name extends TableName>(
  database: DatabaseSync,
  table: Name,
  condition: string,
): Lookup<Name> {
  const columns = columnsOf(table);
  const statement = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${condition}`);
  // Rows as objects would take twice the time, because each creates its column names again.
  statement.setReturnArrays(true);
  const rowOf = (found: unknown): RowOf<Name> => {
    const row: Record<string, unknown> = {};
    if (!Array.isArray(found)) throw new TypeError('The database gave a row that is no list.');
    for (let place = 0; place < columns.length; place += 1) row[columns[place] ?? ''] = found[place];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the table's columns, and STRICT tables keep their types
    return row as RowOf<Name>;
  };
  return (...values) => statement.all(...values).map(rowOf);
}

/**
 * Writes what a batch did to one table.
 * @throws Error if a row is missing: the batch was decided on other rows than are stored.
 */
type TableWriter = (changes: Changes['tables']) => void;

function tableWriter(database: DatabaseSync, table: TableName): TableWriter {
  const { key, mutable } = TABLES[table];
  const columns = columnsOf(table);
  const isRow = key.map((column) => `${column} = ?`).join(' AND ');
  const assignments = mutable.map((column) => `${column} = ?`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
  const update =
    mutable.length === 0 ? undefined : database.prepare(`UPDATE ${table} SET ${assignments} WHERE ${isRow}`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE ${isRow}`);
  return (changes) => {
    const { deleted, updated, inserted } = changes[table];
    for (const row of deleted) requireOne(remove.run(...valuesOf(row, key)));
    for (const row of updated)
      if (update !== undefined) requireOne(update.run(...valuesOf(row, mutable), ...valuesOf(row, key)));
    for (const row of inserted) insert.run(...valuesOf(row, columns));
  };
}

function valuesOf(row: object, columns: readonly string[]): SqlValue[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of `TABLES` have these columns and such values
  const values = row as Readonly<Record<string, SqlValue>>;
  const ordered: SqlValue[] = [];
  for (const column of columns) ordered.push(values[column] ?? null);
  return ordered;
}

function requireOne({ changes }: { readonly changes: number | bigint }): void {
  if (changes !== 1) throw new Error(`A row changed ${changes} rows of the database instead of one.`);
}

/**
 * Loads what a batch needs and writes what it changes, by prepared statements inside its caller's transaction.
 *
 * Numbers are bound as doubles; every amount is below 2^53, so that STRICT tables store them as exact integers.
 */
export class BatchStore {
  readonly #lookups;
  readonly #writers: readonly TableWriter[];
  readonly #lastIds: Readonly<Record<NumberedTable, StatementSync>>;
  readonly #webhook: StatementSync;
  readonly #responseBytes: StatementSync;

  constructor(database: DatabaseSync) {
    this.#lookups = {
      accountById: lookup(database, 'account', 'id = ?'),
      accountByName: lookup(database, 'account', 'name = ?'),
      keyById: lookup(database, 'api_key', 'id = ?'),
      keyByPrefix: lookup(database, 'api_key', 'prefix = ?'),
      keyByHash: lookup(database, 'api_key', 'hash = ?'),
      budgets: lookup(database, 'budget', 'account_id = ? AND family_id = ?'),
      open: lookup(database, 'open_request', 'id = ?'),
      ended: lookup(database, 'request', 'id = ?'),
      idempotency: lookup(database, 'idempotency', 'account_id = ? AND key = ?'),
      claim: lookup(database, 'credit_claim', 'key = ?'),
    };
    this.#writers = TABLE_NAMES.map((table) => tableWriter(database, table));
    const lastId = (table: NumberedTable): StatementSync =>
      database.prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`);
    this.#lastIds = { account: lastId('account'), api_key: lastId('api_key'), credit: lastId('credit') };
    this.#webhook = database.prepare('SELECT account_id FROM webhook WHERE account_id = ?');
    this.#responseBytes = database.prepare(
      'SELECT octet_length(response) AS bytes FROM prompt_log WHERE request_id = ?',
    );
  }

  load(toLoad: RowsToLoad): LedgerState {
    const find = this.#lookups;
    const idempotency = toLoad.idempotency.flatMap(({ accountId, key }) => find.idempotency(accountId, key));
    const repeated = idempotency.map((row) => row.request_id);
    const open: RowOf<'open_request'>[] = [];
    const ended: RowOf<'request'>[] = [];
    for (const id of new Set([...toLoad.requestIds, ...repeated])) {
      const [row] = find.open(id);
      if (row !== undefined) open.push(row);
      else ended.push(...find.ended(id));
    }
    const keys = this.#keys(toLoad);
    const accounts = this.#accounts(toLoad, [...open, ...keys]);
    return new LedgerState({
      rows: {
        account: accounts,
        api_key: keys,
        budget: this.#budgets(accounts, [...open, ...keys]),
        open_request: open,
        request: ended,
        idempotency,
        credit_claim: each(toLoad.claims, find.claim),
      },
      webhookAccountIds: accounts.map(({ id }) => id).filter((id) => this.#webhook.get(id) !== undefined),
      responseBytes: this.#bytesOf(repeated),
      newIds: {
        account: this.#newIds('account', toLoad),
        api_key: this.#newIds('api_key', toLoad),
        credit: this.#newIds('credit', toLoad),
      },
    });
  }

  write({ tables }: Changes): void {
    for (const write of this.#writers) write(tables);
  }

  #keys({ keyIds, keyPrefixes, keyHashes }: RowsToLoad): readonly RowOf<'api_key'>[] {
    const find = this.#lookups;
    const keysByPrefix = each(keyPrefixes, find.keyByPrefix);
    const successors = each(keysByPrefix, ({ successor }) =>
      successor === null ? [] : find.keyByPrefix(successor),
    );
    return [
      ...each(keyIds, find.keyById),
      ...each(keyHashes, find.keyByHash),
      ...keysByPrefix,
      ...successors,
    ];
  }

  #accounts(
    toLoad: RowsToLoad,
    owned: readonly { readonly account_id: number }[],
  ): readonly RowOf<'account'>[] {
    const find = this.#lookups;
    const byName = each(toLoad.accountNames, find.accountByName);
    const ids = new Set([...toLoad.accountIds, ...owned.map((row) => row.account_id)]);
    for (const { id } of byName) ids.delete(id);
    return [...each(ids, find.accountById), ...byName];
  }

  #budgets(
    accounts: readonly RowOf<'account'>[],
    owned: readonly { readonly account_id: number; readonly family_id: number | null }[],
  ): readonly RowOf<'budget'>[] {
    const families = new Map<number, number>();
    for (const { account_id, family_id } of owned)
      if (family_id !== null) families.set(family_id, account_id);
    const { budgets } = this.#lookups;
    return [
      ...each(accounts, ({ id }) => budgets(id, 0)),
      ...each(families, ([familyId, accountId]) => budgets(accountId, familyId)),
    ];
  }

  #bytesOf(requestIds: readonly string[]): ReadonlyMap<string, number> {
    const bytes = new Map<string, number>();
    for (const id of requestIds) {
      const length = read(this.#responseBytes.get(id) ?? { bytes: null }, 'bytes', 'integer?');
      if (length !== null) bytes.set(id, length);
    }
    return bytes;
  }

  #newIds(table: NumberedTable, { newIds }: RowsToLoad): readonly number[] {
    if (newIds[table] === 0) return [];
    const last = read(this.#lastIds[table].get() ?? {}, 'id', 'integer');
    return Array.from({ length: newIds[table] }, (_, index) => last + index + 1);
  }
}

/** The rows that `find` returns for all items. */
function each<Item, Row>(items: Iterable<Item>, find: (item: Item) => readonly Row[]): Row[] {
  const rows: Row[] = [];
  for (const item of items) rows.push(...find(item));
  return rows;
}
