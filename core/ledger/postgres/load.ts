import type { Client } from 'pg';
import type { Operation } from '../ledger-operation.ts';
import type { LoadedRows, NumberedTable, RowsToLoad } from '../rules/loaded.ts';
import { rowsToLoadFor } from '../rules/operations.ts';
import { columnsOf, type RowOf, type TableName } from '../rules/tables.ts';
import { POSTGRES, type Row } from '../sql/database.ts';
import { BEGIN, type Statement } from './connection.ts';
import { sendTogether } from './round-trip.ts';
import { preparedStatement } from './sessions.ts';

const WAIT = "SELECT 1 FROM set_config('lock_timeout', $1, true)";

const listedColumns = (table: TableName): string => columnsOf(table).join(', ');

/** Rows as one value of JSON. */
const listOf = (rows: string): string => `SELECT coalesce(json_agg(list), '[]') FROM ${rows} AS list`;

/** The values of a statement's parameters. */
class Parameters {
  readonly values: unknown[];
  /** Tells statements apart that leave out different lists. */
  shape = '';

  constructor(first: readonly unknown[] = []) {
    this.values = [...first];
  }

  /**
   * Adds a list. An empty list is left out, because each look-up costs the server as much as the rows that it finds.
   * @returns how the statement names the list; undefined if it is empty.
   */
  add(type: 'bigint' | 'text' | 'bytea', items: Iterable<unknown>): string | undefined {
    const list = [...items];
    this.shape += list.length === 0 ? '-' : '+';
    if (list.length === 0) return undefined;
    this.values.push(list);
    return `$${this.values.length}::${type}[]`;
  }
}

function addAccounts(parameters: Parameters, toLoad: RowsToLoad) {
  return {
    accounts: parameters.add('bigint', toLoad.accountIds),
    accountNames: parameters.add('text', toLoad.accountNames),
    requests: parameters.add('text', toLoad.requestIds),
    prefixes: parameters.add('text', toLoad.keyPrefixes),
  };
}

function addLists(parameters: Parameters, toLoad: RowsToLoad) {
  const claimAccounts = toLoad.idempotency.map(({ accountId }) => accountId);
  const claimKeys = toLoad.idempotency.map(({ key }) => key);
  const numbered = Object.entries(toLoad.newIds).filter(([, numbers]) => numbers > 0);
  const tables = numbered.map(([table]) => table);
  const numbers = numbered.map(([, number]) => number);
  return {
    ...addAccounts(parameters, toLoad),
    claimAccounts: parameters.add('bigint', claimAccounts),
    claimKeys: parameters.add('text', claimKeys),
    keys: parameters.add('bigint', toLoad.keyIds),
    hashes: parameters.add('bytea', toLoad.keyHashes),
    credits: parameters.add('text', toLoad.claims),
    numbered: parameters.add('text', tables),
    numbers: parameters.add('bigint', numbers),
  };
}

/** A statement about the accounts that a batch touches. @param write takes the condition that they meet. */
function accountsStatement(
  kind: string,
  toLoad: RowsToLoad,
  write: (condition: string) => string,
): Statement {
  const parameters = new Parameters();
  const { accounts, requests, accountNames, prefixes } = addAccounts(parameters, toLoad);
  return preparedStatement(`${kind} ${parameters.shape}`, parameters.values, () => {
    const lists = joinParts(' || ', [
      accounts,
      requests && `ARRAY(SELECT account_id FROM open_request WHERE id = ANY (${requests}))`,
      accountNames && `ARRAY(SELECT id FROM account WHERE name = ANY (${accountNames}))`,
      prefixes && `ARRAY(SELECT account_id FROM api_key WHERE prefix = ANY (${prefixes}))`,
    ]);
    return write(`id = ANY (${lists === '' ? "'{}'" : lists})`);
  });
}

/**
 * Locks the accounts that a batch touches in the order of their numbers, so that no two gateways wait for each other. The
 * rows are as they are once locked. Nothing else that others change is read here: this statement may have waited, and
 * sees the rest as it was before.
 */
function lockStatement(toLoad: RowsToLoad, ending: '' | 'SKIP LOCKED'): Statement {
  return accountsStatement(`lock ${ending}`, toLoad, (condition) =>
    listOf(`(SELECT ${listedColumns('account')},
      EXISTS (SELECT 1 FROM webhook w WHERE w.account_id = account.id) AS has_webhook
    FROM account WHERE ${condition} ORDER BY id FOR NO KEY UPDATE ${ending})`),
  );
}

function namesOf(condition: string): string {
  return listOf(`(SELECT id, name FROM account WHERE ${condition})`);
}

/**
 * A gateway that was taken for dead, and an earlier session of the same gateway, find no row with their epoch and write
 * nothing any more. The lock of the row keeps others from taking the lease before the batch has ended.
 */
const FENCE = 'fence AS (UPDATE gateway SET batch = $3 WHERE boot_id = $1 AND epoch = $2 RETURNING 1)';

/**
 * Selects all other rows as one value, because a statement costs the gateway and the server more than the rows.
 *
 * `response_bytes` includes open requests, because they may end in this batch before the repetition.
 */
function loadRows(at: ReturnType<typeof addLists>, hasFence: boolean): string {
  const ids = at.claimKeys === undefined ? at.requests : '(SELECT ids FROM requested)::text[]';
  const scopesIn = (rows: string): string => `SELECT account_id, unnest(ARRAY[0, family_id]) FROM ${rows}`;
  const scopes = joinParts(' UNION ', [
    at.accounts && `SELECT unnest(${at.accounts}), 0`,
    at.accountNames && `SELECT id, 0 FROM account WHERE name = ANY (${at.accountNames})`,
    at.requests && scopesIn('opened'),
    at.keys && scopesIn('used_key'),
    at.prefixes && scopesIn(`api_key WHERE prefix = ANY (${at.prefixes})`),
  ]);
  const tables = joinParts(', ', [
    hasFence ? FENCE : undefined,
    at.claimKeys &&
      `claimed AS (SELECT ${listedColumns('idempotency')} FROM unnest(${at.claimAccounts}, ${at.claimKeys}) AS claim (account_id, key)
          JOIN idempotency USING (account_id, key)),
        requested AS (SELECT ${at.requests} || ARRAY(SELECT request_id FROM claimed) AS ids)`,
    at.requests &&
      `opened AS (SELECT ${listedColumns('open_request')} FROM open_request WHERE id = ANY (${ids}))`,
    at.keys && `used_key AS (SELECT ${listedColumns('api_key')} FROM api_key WHERE id = ANY (${at.keys}))`,
    scopes && `scope (account_id, family_id) AS (${scopes})`,
  ]);
  const selections = {
    open_request: at.requests && 'opened',
    request: at.requests && `(SELECT ${listedColumns('request')} FROM request WHERE id = ANY (${ids}))`,
    idempotency: at.claimKeys && 'claimed',
    response_bytes:
      at.claimKeys &&
      '(SELECT request_id, octet_length(response) AS bytes FROM claimed JOIN prompt_log USING (request_id))',
    used_key: at.keys && 'used_key',
    named_key:
      at.prefixes &&
      `(SELECT ${listedColumns('api_key')} FROM api_key
        WHERE prefix = ANY (${at.prefixes} || ARRAY(SELECT successor FROM api_key WHERE prefix = ANY (${at.prefixes})))
          ${at.hashes ? `OR hash = ANY (${at.hashes})` : ''})`,
    budget:
      scopes && `(SELECT ${listedColumns('budget')} FROM scope JOIN budget USING (account_id, family_id))`,
    credit_claim:
      at.credits &&
      `(SELECT ${listedColumns('credit_claim')} FROM credit_claim WHERE key = ANY (${at.credits}))`,
    numbers:
      at.numbered &&
      `(SELECT kind, nextval(pg_get_serial_sequence(kind, 'id')) AS id
        FROM unnest(${at.numbered}, ${at.numbers}) AS requested (kind, numbers), generate_series(1, numbers))`,
  };
  const fields = Object.entries(selections).map(([name, rows]) => rows && `'${name}', (${listOf(rows)})`);
  const fences = hasFence ? '(SELECT count(*) FROM fence)' : '0';
  return `${tables && `WITH ${tables}`} SELECT json_build_object(${joinParts(', ', [`'fences', ${fences}`, `'now_ms', ${POSTGRES.nowMs}`, ...fields])})`;
}

/** @param parts of which undefined and empty ones are left out. */
function joinParts(separator: string, parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

/** A gateway's session, and the batch whose number is written to the gateway's row. */
export interface Fence {
  readonly owner: string;
  readonly epoch: number;
  readonly number: number;
}

export interface LoadingOptions {
  /** Null for a command, which has no lease. */
  readonly fence: Fence | null;
  /** Leaves accounts out that another session has locked. */
  readonly skipsLocked: boolean;
  /** Limit on the wait for each lock, milliseconds; by default the session's. */
  readonly lockMs: number | undefined;
}

/** The loaded rows, and the server's time after every lock was acquired, in Unix milliseconds. */
export interface LoadedBatch extends LoadedRows {
  readonly nowMs: number;
  /** Whether an operation needs an account that was left out. */
  readonly isLeftOut: (operation: Operation) => boolean;
}

/**
 * Begins a transaction, and locks and reads the rows that a batch needs in one round trip; the locks come first.
 * @returns `fenced` if the gateway's lease was taken, or another session of it began.
 * @throws the driver's error of the first statement that failed.
 */
export async function loadBatch(
  client: Client,
  toLoad: RowsToLoad,
  { fence, skipsLocked, lockMs }: LoadingOptions,
): Promise<LoadedBatch | 'fenced'> {
  const parameters = new Parameters(fence === null ? [] : [fence.owner, fence.epoch, fence.number]);
  const at = addLists(parameters, toLoad);
  const kind = fence === null ? 'load' : 'load fenced';
  const answers = await sendTogether(client, {
    begin: BEGIN,
    wait: lockMs === undefined ? undefined : { text: WAIT, values: [lockMs] },
    account: lockStatement(toLoad, skipsLocked ? 'SKIP LOCKED' : ''),
    all_accounts: skipsLocked ? accountsStatement('name', toLoad, namesOf) : undefined,
    rows: preparedStatement(`${kind} ${parameters.shape}`, parameters.values, () =>
      loadRows(at, fence !== null),
    ),
  });
  const [loaded] = requireRows([answers.rows]);
  if (loaded === undefined) throw new TypeError('The database did not load the requests of a batch.');
  if (fence !== null && loaded['fences'] !== 1) return 'fenced';
  const keys = [
    ...rowsOfTable<'api_key'>(loaded['used_key']),
    ...rowsOfTable<'api_key'>(loaded['named_key']),
  ];
  const rows = {
    account: rowsOfTable<'account'>(answers.account),
    open_request: rowsOfTable<'open_request'>(loaded['open_request']),
    request: rowsOfTable<'request'>(loaded['request']),
    idempotency: rowsOfTable<'idempotency'>(loaded['idempotency']),
    // The server's JSON has bytes as `\x` and hexadecimal digits.
    api_key: keys.map((row) => ({ ...row, hash: Buffer.from(String(row.hash).slice(2), 'hex') })),
    budget: rowsOfTable<'budget'>(loaded['budget']),
    credit_claim: rowsOfTable<'credit_claim'>(loaded['credit_claim']),
  };
  const numbers = requireRows(loaded['numbers']);
  const idsOf = (kind: NumberedTable): readonly number[] =>
    numbers.flatMap((row) => (row['kind'] === kind ? [Number(row['id'])] : []));
  return {
    rows,
    isLeftOut: leftOutOf(rowsOfTable<'account'>(answers.all_accounts), rows),
    webhookAccountIds: requireRows(answers.account).flatMap((row) =>
      row['has_webhook'] === true ? [Number(row['id'])] : [],
    ),
    responseBytes: new Map(
      requireRows(loaded['response_bytes']).map((row) => [String(row['request_id']), Number(row['bytes'])]),
    ),
    newIds: { account: idsOf('account'), api_key: idsOf('api_key'), credit: idsOf('credit') },
    nowMs: Number(loaded['now_ms']),
  };
}

/**
 * @param accounts that the batch names; none if it waited for all of them.
 * @returns a function that finds whether an operation needs an account that another session has locked.
 */
function leftOutOf(
  accounts: readonly Pick<RowOf<'account'>, 'id' | 'name'>[],
  rows: Required<Pick<LoadedRows['rows'], 'account' | 'open_request' | 'api_key'>>,
): (operation: Operation) => boolean {
  const locked = new Set(rows.account.map(({ id }) => id));
  const leftOut = accounts.filter(({ id }) => !locked.has(id));
  if (leftOut.length === 0) return () => false;
  const ids = new Set(leftOut.map(({ id }) => id));
  const isOfThem = ({ account_id }: { readonly account_id: number }): boolean => ids.has(account_id);
  const names = new Set(leftOut.map(({ name }) => name));
  const requestIds = new Set(rows.open_request.filter(isOfThem).map(({ id }) => id));
  const prefixes = new Set(rows.api_key.filter(isOfThem).map(({ prefix }) => prefix));
  return (operation) => {
    const toLoad = rowsToLoadFor([operation]);
    return !(
      toLoad.accountIds.isDisjointFrom(ids) &&
      toLoad.accountNames.isDisjointFrom(names) &&
      toLoad.requestIds.isDisjointFrom(requestIds) &&
      toLoad.keyPrefixes.isDisjointFrom(prefixes)
    );
  };
}

function rowsOfTable<Name extends TableName>(rows: unknown): readonly RowOf<Name>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements name the tables' columns, and the schema their types
  return requireRows(rows) as unknown as readonly RowOf<Name>[];
}

/** @param rows undefined if they were not requested. @throws TypeError for anything but a list. */
function requireRows(rows: unknown = []): readonly Row[] {
  if (!Array.isArray(rows)) throw new TypeError('The database gave no list of rows.');
  return rows;
}
