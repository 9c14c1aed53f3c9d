import { answering, withoutCall, withoutIf } from './change-code.ts';
import { changeSql } from './change-sql.ts';
import type { Edit, Guard, Sources } from './guard.ts';

const inSql = (within: string, find: string, put?: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/postgres', { within, find, ...(put !== undefined && { put }) });

export const POSTGRES_GUARDS: readonly Guard[] = [
  {
    name: 'PostgreSQL: the accounts of a batch are locked first',
    remove: inSql('FROM webhook w WHERE w.account_id = account.id', 'FOR NO KEY UPDATE'),
    test: 'postgres-ledger',
    title: '500 at once, with a balance for ten, lets exactly ten through',
  },
  {
    name: 'PostgreSQL: a lost lease writes nothing',
    remove: inSql('UPDATE gateway SET batch', 'AND epoch = ?'),
    test: 'postgres/lease',
    title: 'are not taken from a gateway that shows life between the look and the taking',
  },
  {
    name: 'PostgreSQL: a lease is taken only from a silent gateway',
    remove: inSql('UPDATE gateway SET taken', 'AND gateway.renewals = dead.renewals'),
    test: 'postgres/lease',
    title: 'are not taken from a gateway that shows life between the look and the taking',
  },
  {
    name: 'PostgreSQL: no ledger is migrated while it is used',
    remove: answering('refuseUse', () => 'undefined'),
    test: 'ledger/sql/migrations',
    title: 'is migrated in one transaction or not at all, while nobody uses it',
  },
  {
    name: 'PostgreSQL: a session uses tables of its own version alone',
    remove: withoutIf('useTables', 'versionAfter'),
    test: 'ledger/sql/migrations',
    title: 'that was migrated is used no more by who opened it before',
  },
  {
    name: 'PostgreSQL: only orphans are ended',
    remove: inSql('SELECT id, owner FROM open_request', 'WHERE NOT EXISTS', 'WHERE true OR EXISTS'),
    test: 'postgres/lease',
    title: 'of gateways that may live are not taken at a start',
  },
  {
    name: 'PostgreSQL: recovery before anything else',
    remove: answering('LeaseKeeper.recoverAtStart', () => 'undefined'),
    test: 'postgres/lease',
    title: 'of gateways long dead are taken before a new one serves',
  },
  {
    name: 'PostgreSQL: no start on broken books',
    remove: withoutCall('postgresStore.open', 'refuseProblems'),
    test: 'postgres/open',
    title: 'refuses a ledger whose figures are wrong, for a gateway; a command may still look',
  },
  {
    name: 'PostgreSQL: whether a batch took effect is found out',
    remove: withoutIf('PostgresWriter.#enter', 'last'),
    test: 'postgres/connection',
    title: 'charges once, and says so',
  },
  {
    name: 'PostgreSQL: what nobody was told of is given back',
    remove: withoutIf('PostgresWriter.#begin', 'unconfirmed'),
    test: 'postgres/connection',
    title: 'for long refuses in bounded time, and gives back what nobody was told of',
  },
  {
    name: 'PostgreSQL: a batch that stops in its middle loses its locks',
    remove: inSql(
      "set_config('search_path'",
      "set_config('idle_in_transaction_session_timeout', ?, false)",
      '1',
    ),
    test: 'postgres/connection',
    title: 'in a batch that stopped in its middle keeps nobody else waiting for its locks',
  },
  {
    name: 'PostgreSQL: commits wait for the disk',
    remove: inSql("CASE WHEN current_setting('synchronous_commit')", "IN ('off', 'local')", "IN ('none')"),
    test: 'postgres/open',
    title: 'waits for the disk, even where the database is set not to',
  },
  {
    name: 'PostgreSQL: credits never change',
    remove: inSql('CREATE TRIGGER credit_stays', 'UPDATE OR'),
    test: 'sql/refusals',
    title: 'to change their %s',
  },
  {
    name: 'PostgreSQL: charges never change',
    remove: inSql('CREATE TRIGGER request_stays', 'charge,'),
    test: 'sql/refusals',
    title: 'to change their %s',
  },
];
