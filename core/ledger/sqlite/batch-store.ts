import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerState } from '../rules/ledger-state.ts';
import type { Changes } from '../rules/loaded.ts';
import { TABLE_NAMES, TABLES, type RowOf, type TableName } from '../rules/tables.ts';
import type { NumberedTable, Touched } from '../rules/touched.ts';
import { type SqlValue, read } from '../sql/query.ts';

/** Finds the rows of one table that meet a condition. */
class Lookup<Name extends TableName> {
  readonly #columns: readonly string[];
  readonly #statement: StatementSync;

  constructor(database: DatabaseSync, table: Name, condition: string) {
    this.#columns = Object.keys(TABLES[table].columns);
    this.#statement = database.prepare(`SELECT ${this.#columns.join(', ')} FROM ${table} WHERE ${condition}`);
    // Rows as objects would take twice the time, because each creates its column names anew.
    this.#statement.setReturnArrays(true);
  }

  find(...values: readonly SqlValue[]): RowOf<Name> | undefined {
    const found = this.#statement.get(...values);
    return found === undefined ? undefined : this.#rowOf(found);
  }

  all(...values: readonly SqlValue[]): readonly RowOf<Name>[] {
    return this.#statement.all(...values).map((found) => this.#rowOf(found));
  }

  #rowOf(found: unknown): RowOf<Name> {
    const row: Record<string, unknown> = {};
    if (!Array.isArray(found)) throw new TypeError('The database gave a row that is no list.');
    for (let place = 0; place < this.#columns.length; place += 1)
      row[this.#columns[place] ?? ''] = found[place];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the table's columns, and STRICT tables keep their types
    return row as RowOf<Name>;
  }
}

/** Writes what a batch did to one table. */
class TableWriter {
  readonly #table: TableName;
  readonly #columns: readonly string[];
  readonly #key: readonly string[];
  readonly #mutable: readonly string[];
  readonly #insert: StatementSync;
  readonly #update: StatementSync | undefined;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, table: TableName) {
    const { columns, key, mutable } = TABLES[table];
    this.#table = table;
    this.#columns = Object.keys(columns);
    this.#key = key;
    this.#mutable = mutable;
    const isRow = key.map((column) => `${column} = ?`).join(' AND ');
    this.#insert = database.prepare(
      `INSERT INTO ${table} (${this.#columns.join(', ')}) VALUES (${this.#columns.map(() => '?').join(', ')})`,
    );
    this.#update =
      mutable.length === 0
        ? undefined
        : database.prepare(
            `UPDATE ${table} SET ${mutable.map((column) => `${column} = ?`).join(', ')} WHERE ${isRow}`,
          );
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE ${isRow}`);
  }

  /** @throws Error where a row is not there: the batch was decided on other rows than are stored. */
  write(changes: Changes['tables']): void {
    const { deleted, updated, inserted } = changes[this.#table];
    for (const row of deleted) requireOne(this.#delete.run(...valuesOf(row, this.#key)));
    for (const row of updated)
      if (this.#update !== undefined)
        requireOne(this.#update.run(...valuesOf(row, this.#mutable), ...valuesOf(row, this.#key)));
    for (const row of inserted) this.#insert.run(...valuesOf(row, this.#columns));
  }
}

function valuesOf(row: object, columns: readonly string[]): SqlValue[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of `TABLES` have these columns and such values
  const values = row as Readonly<Record<string, SqlValue>>;
  const listed: SqlValue[] = [];
  for (const column of columns) listed.push(values[column] ?? null);
  return listed;
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
      accountById: new Lookup(database, 'account', 'id = ?'),
      accountByName: new Lookup(database, 'account', 'name = ?'),
      keyById: new Lookup(database, 'api_key', 'id = ?'),
      keyByPrefix: new Lookup(database, 'api_key', 'prefix = ?'),
      keyByHash: new Lookup(database, 'api_key', 'hash = ?'),
      budgets: new Lookup(database, 'budget', 'account_id = ? AND family_id = ?'),
      open: new Lookup(database, 'open_request', 'id = ?'),
      ended: new Lookup(database, 'request', 'id = ?'),
      idempotency: new Lookup(database, 'idempotency', 'account_id = ? AND key = ?'),
      claim: new Lookup(database, 'credit_claim', 'key = ?'),
      token: new Lookup(database, 'admin_token', 'name = ? OR prefix = ?'),
    };
    this.#writers = TABLE_NAMES.map((table) => new TableWriter(database, table));
    const lastId = (table: NumberedTable): StatementSync =>
      database.prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`);
    this.#lastIds = { account: lastId('account'), api_key: lastId('api_key'), credit: lastId('credit') };
    this.#webhook = database.prepare('SELECT account_id FROM webhook WHERE account_id = ?');
    this.#responseBytes = database.prepare(
      'SELECT octet_length(response) AS bytes FROM prompt_log WHERE request_id = ?',
    );
  }

  load(touched: Touched): LedgerState {
    const find = this.#lookups;
    const idempotency = each(touched.idempotency, ({ accountId, key }) =>
      find.idempotency.find(accountId, key),
    );
    const repeated = idempotency.map((row) => row.request_id);
    const open: RowOf<'open_request'>[] = [];
    const ended: RowOf<'request'>[] = [];
    const findRequest = (id: string): void => {
      const row = find.open.find(id);
      const end = row === undefined ? find.ended.find(id) : undefined;
      if (row !== undefined) open.push(row);
      else if (end !== undefined) ended.push(end);
    };
    for (const id of touched.requestIds) findRequest(id);
    for (const id of repeated) if (!touched.requestIds.has(id)) findRequest(id);
    const keys = this.#keys(touched);
    const accounts = this.#accounts(touched, [...open, ...keys]);
    return new LedgerState({
      rows: {
        account: accounts,
        api_key: keys,
        budget: this.#budgets(accounts, [...open, ...keys]),
        open_request: open,
        request: ended,
        idempotency,
        credit_claim: each(touched.claims, (key) => find.claim.find(key)),
        admin_token: this.#tokens(touched),
      },
      webhookAccountIds: accounts.map(({ id }) => id).filter((id) => this.#webhook.get(id) !== undefined),
      responseBytes: this.#bytesOf(repeated),
      newIds: {
        account: this.#newIds('account', touched),
        api_key: this.#newIds('api_key', touched),
        credit: this.#newIds('credit', touched),
      },
    });
  }

  write({ tables }: Changes): void {
    for (const writer of this.#writers) writer.write(tables);
  }

  #keys({ keyIds, keyPrefixes, keyHashes }: Touched): readonly RowOf<'api_key'>[] {
    const find = this.#lookups;
    const named = each(keyPrefixes, (prefix) => find.keyByPrefix.find(prefix));
    const successors = each(named, ({ successor }) =>
      successor === null ? undefined : find.keyByPrefix.find(successor),
    );
    const owned = each(keyHashes, (hash) => find.keyByHash.find(hash));
    return [...each(keyIds, (id) => find.keyById.find(id)), ...owned, ...named, ...successors];
  }

  #accounts(
    touched: Touched,
    owned: readonly { readonly account_id: number }[],
  ): readonly RowOf<'account'>[] {
    const find = this.#lookups;
    const ids = new Set(touched.accountIds);
    for (const { account_id } of owned) ids.add(account_id);
    const named = each(touched.accountNames, (name) => find.accountByName.find(name));
    for (const { id } of named) ids.delete(id);
    return [...each(ids, (id) => find.accountById.find(id)), ...named];
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
      ...accounts.flatMap(({ id }) => budgets.all(id, 0)),
      ...[...families].flatMap(([familyId, accountId]) => budgets.all(accountId, familyId)),
    ];
  }

  #tokens({ tokenNames, tokenPrefixes }: Touched): readonly RowOf<'admin_token'>[] {
    const { token } = this.#lookups;
    return [
      ...[...tokenNames].flatMap((name) => token.all(name, null)),
      ...[...tokenPrefixes].flatMap((prefix) => token.all(null, prefix)),
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

  #newIds(table: NumberedTable, { newIds }: Touched): readonly number[] {
    if (newIds[table] === 0) return [];
    const last = read(this.#lastIds[table].get() ?? {}, 'id', 'integer');
    return Array.from({ length: newIds[table] }, (_, index) => last + index + 1);
  }
}

/** What `find` finds for the items, without those for which it finds nothing. */
function each<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found[] {
  const found: Found[] = [];
  for (const item of items) {
    const one = find(item);
    if (one !== undefined) found.push(one);
  }
  return found;
}
