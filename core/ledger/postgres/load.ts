import type { Operation } from '../ledger-operation.ts';
import type { Loaded, NumberedTable, Touched } from '../rules/loaded.ts';
import { touchedBy } from '../rules/operations.ts';
import type { RowOf, TableName } from '../rules/tables.ts';
import { POSTGRES, type Row } from '../sql/database.ts';
import { allEnded, type Statement } from './connection.ts';
import { columnsOf } from './statements.ts';

/** Sends one statement. Those that are sent before the first has answered share a journey. */
export type Send = (statement: Statement) => Promise<readonly Row[]>;

const WANTED_ACCOUNTS = `id = ANY ($1::bigint[]
    || ARRAY(SELECT account_id FROM open_request WHERE id = ANY ($2::text[]))
    || ARRAY(SELECT id FROM account WHERE name = ANY ($3::text[]))
    || ARRAY(SELECT account_id FROM api_key WHERE prefix = ANY ($4::text[])))`;

/**
 * Locks the accounts that a batch touches in the order of their numbers, so that no two gateways wait for each other. The
 * rows are as they are once locked. Nothing else that others change is read here: this statement may have waited, and
 * sees the rest as it was before.
 */
const lockAccounts = (ending = ''): string => `SELECT ${columnsOf('account')},
    EXISTS (SELECT 1 FROM webhook w WHERE w.account_id = account.id) AS has_webhook
  FROM account WHERE ${WANTED_ACCOUNTS} ORDER BY id FOR NO KEY UPDATE ${ending}`;
const LOCK_ACCOUNTS = lockAccounts();
const LOCK_FREE_ACCOUNTS = lockAccounts('SKIP LOCKED');
const ALL_ACCOUNTS = `SELECT id, name FROM account WHERE ${WANTED_ACCOUNTS}`;

/** Rows as one value, which the driver reads in one step. */
const listOf = (rows: string): string => `(SELECT coalesce(json_agg(list), '[]') FROM ${rows} AS list)`;

const KEYS_BY_PREFIX = `SELECT ${columnsOf('api_key')} FROM api_key
  WHERE prefix = ANY ($1::text[] || ARRAY(SELECT successor FROM api_key WHERE prefix = ANY ($1::text[])))
    OR hash = ANY ($2::bytea[])`;

/**
 * Everything else that requests need, in one row: a statement costs the gateway and the server more than what it reads.
 *
 * `fence`: a gateway that was taken for dead, and an earlier session of the same gateway, find no row with their epoch and
 * write nothing any more. The lock of the row keeps others from taking the lease before the batch has ended.
 *
 * `response_bytes` has those of open requests too: they may end in this batch, before the repetition.
 */
const LOAD = `WITH fence AS (UPDATE gateway SET batch = $10 WHERE boot_id = $8 AND epoch = $9 RETURNING 1),
  claimed AS (SELECT ${columnsOf('idempotency')}
    FROM unnest($2::bigint[], $3::text[]) AS claim (account_id, key) JOIN idempotency USING (account_id, key)),
  wanted AS (SELECT $1::text[] || ARRAY(SELECT request_id FROM claimed) AS ids),
  opened AS (SELECT ${columnsOf('open_request')} FROM open_request WHERE id = ANY ((SELECT ids FROM wanted)::text[])),
  used_key AS (SELECT ${columnsOf('api_key')} FROM api_key WHERE id = ANY ($6::bigint[])),
  scope AS (
    SELECT id AS account_id, 0 AS family_id FROM unnest($4::bigint[]) AS account (id)
    UNION SELECT id, 0 FROM account WHERE name = ANY ($5::text[])
    UNION SELECT account_id, unnest(ARRAY[0, family_id]) FROM opened
    UNION SELECT account_id, unnest(ARRAY[0, family_id]) FROM used_key
    UNION SELECT account_id, unnest(ARRAY[0, family_id]) FROM api_key WHERE prefix = ANY ($7::text[]))
  SELECT (SELECT count(*) FROM fence) AS fences, ${POSTGRES.nowMs} AS now_ms,
    ${listOf('opened')} AS open_request,
    ${listOf(`(SELECT ${columnsOf('request')} FROM request WHERE id = ANY ((SELECT ids FROM wanted)::text[]))`)} AS request,
    ${listOf('claimed')} AS idempotency,
    ${listOf('(SELECT request_id, octet_length(response) AS bytes FROM claimed JOIN prompt_log USING (request_id))')} AS response_bytes,
    ${listOf('used_key')} AS api_key,
    ${listOf(`(SELECT ${columnsOf('budget')} FROM scope JOIN budget USING (account_id, family_id))`)} AS budget`;

const CLAIMS = `SELECT ${columnsOf('credit_claim')} FROM credit_claim WHERE key = ANY ($1::text[])`;

const TOKENS = `SELECT ${columnsOf('admin_token')} FROM admin_token
  WHERE name = ANY ($1::text[]) OR prefix = ANY ($2::text[])`;

const NEW_NUMBERS = `SELECT kind, nextval(pg_get_serial_sequence(kind, 'id')) AS id
  FROM unnest($1::text[], $2::bigint[]) AS wanted (kind, numbers), generate_series(1, numbers)`;

/** A gateway's session, and the batch whose number is written to the gateway's row. */
export interface Fence {
  readonly owner: string;
  readonly epoch: number;
  readonly number: number;
}

export interface LoadingTerms {
  /** Null for a command, which has none. */
  readonly fence: Fence | null;
  /** Leaves accounts out that another session has locked. */
  readonly skipsLocked: boolean;
}

/** What was loaded, and the server's time once every lock was held, in Unix milliseconds. */
export interface LoadedBatch extends Loaded {
  readonly nowMs: number;
  /** Whether an operation needs an account that was left out. */
  readonly isLeftOut: (operation: Operation) => boolean;
}

/**
 * Locks and reads the rows that a batch needs, inside a transaction. The statements are sent together; the locks come first.
 * @returns `fenced` where the gateway's lease was taken, or another session of it began.
 * @throws the driver's error of the first statement that failed, once all have ended.
 */
export async function loadBatch(
  send: Send,
  touched: Touched,
  { fence, skipsLocked }: LoadingTerms,
): Promise<LoadedBatch | 'fenced'> {
  const { idempotency, newIds } = touched;
  const [accountIds, accountNames] = [[...touched.accountIds], [...touched.accountNames]];
  const [requestIds, prefixes] = [[...touched.requestIds], [...touched.keyPrefixes]];
  const accounts = [accountIds, requestIds, accountNames, prefixes];
  const tokens = [[...touched.tokenNames], [...touched.tokenPrefixes]];
  const claims = [...touched.claims];
  const unlessUnused = async (part: string, text: string, values: readonly (readonly unknown[])[]) =>
    values.some((list) => list.length > 0) ? await send({ name: `load-${part}`, text, values }) : [];
  const [locked, named, [loaded], byPrefix, claimed, known, numbers] = await allEnded([
    skipsLocked
      ? send({ name: 'load-free-account', text: LOCK_FREE_ACCOUNTS, values: accounts })
      : send({ name: 'load-account', text: LOCK_ACCOUNTS, values: accounts }),
    unlessUnused('all_accounts', ALL_ACCOUNTS, skipsLocked ? accounts : []),
    send({
      name: 'load-requests',
      text: LOAD,
      values: [
        requestIds,
        idempotency.map(({ accountId }) => accountId),
        idempotency.map(({ key }) => key),
        accountIds,
        accountNames,
        [...touched.keyIds],
        prefixes,
        fence?.owner,
        fence?.epoch,
        fence?.number,
      ],
    }),
    unlessUnused('api_key_by_prefix', KEYS_BY_PREFIX, [prefixes, touched.keyHashes]),
    unlessUnused('credit_claim', CLAIMS, [claims]),
    unlessUnused('admin_token', TOKENS, tokens),
    unlessUnused('new_numbers', NEW_NUMBERS, newNumbers(newIds)),
  ]);
  if (loaded === undefined) throw new TypeError('The database did not load the requests of a batch.');
  if (fence !== null && loaded['fences'] !== 1) return 'fenced';
  const usedKeys = typed<'api_key'>(loaded['api_key']).map((key) => ({ ...key, hash: bytesOf(key.hash) }));
  const rows = {
    account: typed<'account'>(locked),
    open_request: typed<'open_request'>(loaded['open_request']),
    request: typed<'request'>(loaded['request']),
    idempotency: typed<'idempotency'>(loaded['idempotency']),
    api_key: [...usedKeys, ...typed<'api_key'>(byPrefix)],
    budget: typed<'budget'>(loaded['budget']),
    credit_claim: typed<'credit_claim'>(claimed),
    admin_token: typed<'admin_token'>(known),
  };
  const idsOf = (kind: NumberedTable): readonly number[] =>
    numbers.flatMap((row) => (row['kind'] === kind ? [Number(row['id'])] : []));
  return {
    rows,
    isLeftOut: leftOutOf(typed<'account'>(named), rows),
    webhookAccountIds: locked.flatMap((row) => (row['has_webhook'] === true ? [Number(row['id'])] : [])),
    responseBytes: new Map(
      listed(loaded['response_bytes']).map((row) => [String(row['request_id']), Number(row['bytes'])]),
    ),
    newIds: { account: idsOf('account'), api_key: idsOf('api_key'), credit: idsOf('credit') },
    nowMs: Number(loaded['now_ms']),
  };
}

/** The tables that need new numbers, and how many. */
function newNumbers(
  newIds: Touched['newIds'],
): readonly [tables: readonly string[], numbers: readonly number[]] {
  const wanted = Object.entries(newIds).filter(([, numbers]) => numbers > 0);
  return [wanted.map(([table]) => table), wanted.map(([, numbers]) => numbers)];
}

/**
 * @param accounts that the batch names; none where it waited for all of them.
 * @returns whether an operation needs an account that was left out, since another session has locked it.
 */
function leftOutOf(
  accounts: readonly Pick<RowOf<'account'>, 'id' | 'name'>[],
  rows: Required<Pick<Loaded['rows'], 'account' | 'open_request' | 'api_key'>>,
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
    const touched = touchedBy([operation]);
    return !(
      touched.accountIds.isDisjointFrom(ids) &&
      touched.accountNames.isDisjointFrom(names) &&
      touched.requestIds.isDisjointFrom(requestIds) &&
      touched.keyPrefixes.isDisjointFrom(prefixes)
    );
  };
}

function typed<Name extends TableName>(rows: unknown): readonly RowOf<Name>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements name the tables' columns, and the schema their types
  return listed(rows) as unknown as readonly RowOf<Name>[];
}

/** @throws TypeError for anything but a list. */
function listed(rows: unknown): readonly Row[] {
  if (!Array.isArray(rows)) throw new TypeError('The database gave no list of rows.');
  return rows;
}

/** The server's JSON has bytes as `\x` and hexadecimal digits. */
function bytesOf(hexadecimal: unknown): Uint8Array {
  return Buffer.from(String(hexadecimal).slice(2), 'hex');
}
