import type { Guard } from './guards.ts';

const FINISH = 'core/billing/migrations/0002-request-functions.sql';
const TABLES = 'core/billing/migrations/0001-tables.sql';
const BATCH = 'core/billing/migrations/0004-batch-functions.sql';
const POSTGRES = 'test/billing/postgres-ledger.test.ts';
const POSTGRES_ROWS = 'test/billing/postgres-check.test.ts';
const UNIQUE_ROWS = 'test/proof/unique-rows.test.ts';

export const POSTGRES_GUARDS: readonly Guard[] = [
  {
    name: 'PostgreSQL: the WHERE on the balance',
    file: FINISH,
    find: 'WHERE id = wanted_account AND posted - reserved >= wanted_hold',
    replace: 'WHERE id = wanted_account',
    test: POSTGRES,
    title: 'takes a hold equal to the balance, and not one micro-credit more',
  },
  {
    name: 'PostgreSQL: the CHECK under the balance',
    file: TABLES,
    find: 'CHECK (reserved BETWEEN 0 AND posted)',
    replace: '',
    test: POSTGRES_ROWS,
    title: 'more reserved than posted',
  },
  {
    name: 'PostgreSQL: one charge for each request, UNIQUE',
    file: TABLES,
    find: 'CREATE UNIQUE INDEX entry_once',
    replace: 'CREATE INDEX entry_once',
    test: UNIQUE_ROWS,
    title: 'a second charge',
  },
  {
    name: 'PostgreSQL: a request id is used once',
    file: FINISH,
    find: `    (operation -> 'zeroDataRetention')::boolean, at_ms);`,
    replace: `    (operation -> 'zeroDataRetention')::boolean, at_ms) ON CONFLICT DO NOTHING;`,
    test: POSTGRES,
    title: 'refuses a request id used before',
  },
  {
    name: 'PostgreSQL: one request for each idempotency key, UNIQUE',
    file: TABLES,
    find: `request_id text COLLATE "C" NOT NULL UNIQUE REFERENCES request (id)`,
    replace: `request_id text COLLATE "C" NOT NULL REFERENCES request (id)`,
    test: UNIQUE_ROWS,
    title: 'a second key for one request',
  },
  {
    name: 'PostgreSQL: the look at the idempotency key',
    file: FINISH,
    find: 'IF earlier IS NOT NULL THEN RETURN earlier; END IF;',
    replace: '',
    test: POSTGRES,
    title: 'lets one of a hundred at once run',
  },
  {
    name: 'PostgreSQL: the owner fence',
    file: FINISH,
    find: 'AND r.owner = boot AND',
    replace: 'AND',
    test: POSTGRES,
    title: 'and by the process that reserved it',
  },
  {
    name: 'PostgreSQL: the fence around a lost lease',
    file: BATCH,
    find: "IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;",
    replace: '',
    test: 'test/billing/postgres-connection.test.ts',
    title: 'holds once, and says so',
  },
  {
    name: 'PostgreSQL: a lease taken only from the silent',
    file: BATCH,
    find: " AND renewals = (d -> 'renewals')::bigint",
    replace: '',
    test: 'test/billing/postgres-lease.test.ts',
    title: 'are not taken from a gateway that shows life between the look and the taking',
  },
  {
    name: 'PostgreSQL: a request ends once',
    file: FINISH,
    find: "WHERE r.id = w.request_id AND r.state = 'reserved' AND",
    replace: 'WHERE r.id = w.request_id AND',
    test: POSTGRES,
    title: 'after %s',
  },
  {
    name: 'PostgreSQL: never more than the hold',
    file: FINISH,
    find: 'AND r.hold >= w.charge',
    replace: '',
    test: POSTGRES,
    title: 'refuses more than the hold, and the request stays open',
  },
  {
    name: 'PostgreSQL: no text under zero data retention',
    file: FINISH,
    find: '      AND NOT (r.zero_data_retention AND w.is_logged)',
    replace: '',
    test: POSTGRES,
    title: 'under zero data retention takes no text, and the request stays open',
  },
  {
    name: 'PostgreSQL: integers, within the exact range',
    file: TABLES,
    find: 'CHECK (posted BETWEEN 0 AND 9007199254740991)',
    replace: '',
    test: POSTGRES_ROWS,
    title: 'a balance that is not exact',
  },
  {
    name: 'PostgreSQL: the accounts of a batch are locked first',
    file: BATCH,
    find: 'PERFORM lock_accounts(operations);',
    replace: '',
    test: 'test/billing/postgres-commit.test.ts',
    title: 'of several gateways over the same accounts never wait for each other in a circle',
  },
  {
    name: 'PostgreSQL: commits wait for the disk',
    file: 'core/billing/postgres-connection.ts',
    find: "IN ('off', 'local') THEN",
    replace: "IN ('none') THEN",
    test: 'test/billing/postgres-open.test.ts',
    title: 'waits for the disk, even where the database is set not to',
  },
  {
    name: 'PostgreSQL: entries never change',
    file: TABLES,
    find: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON entry',
    replace: 'BEFORE DELETE OR TRUNCATE ON entry',
    test: POSTGRES_ROWS,
    title: 'to change an entry',
  },
];
