import type { Guard } from './guards.ts';

const RESERVE = 'core/ledger/sqlite/request-operations.ts';
const SCHEMA = 'core/ledger/sqlite/schema.ts';
const SQLITE = 'test/ledger/sqlite/sqlite-ledger.test.ts';
const SQLITE_ROWS = 'test/ledger/sqlite/rows.test.ts';
const UNIQUE_ROWS = 'test/proof/unique-rows.test.ts';
const FAILING = 'test/proof/failing-writes.test.ts';

export const SQLITE_GUARDS: readonly Guard[] = [
  {
    name: 'SQLite: the WHERE on the balance',
    file: RESERVE,
    find: 'WHERE id = ?2 AND posted - reserved >= ?1',
    replace: 'WHERE id = ?2',
    test: SQLITE,
    title: 'takes a hold equal to the balance, and not one micro-credit more',
  },
  {
    name: 'SQLite: the CHECK under the balance',
    file: SCHEMA,
    find: 'CHECK (reserved BETWEEN 0 AND posted)',
    replace: '',
    test: SQLITE_ROWS,
    title: 'more reserved than posted',
  },
  {
    name: 'SQLite: one charge for each request, UNIQUE',
    file: SCHEMA,
    find: 'CREATE UNIQUE INDEX entry_once',
    replace: 'CREATE INDEX entry_once',
    test: UNIQUE_ROWS,
    title: 'a second charge',
  },
  {
    name: 'SQLite: a request id is used once',
    file: RESERVE,
    find: '`INSERT INTO request (id',
    replace: '`INSERT OR REPLACE INTO request (id',
    test: SQLITE,
    title: 'refuses a request id used before',
  },
  {
    name: 'SQLite: one request for each idempotency key, UNIQUE',
    file: SCHEMA,
    find: `  request_id TEXT NOT NULL UNIQUE REFERENCES request (id),
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)`,
    replace: `  request_id TEXT NOT NULL REFERENCES request (id),
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)`,
    test: UNIQUE_ROWS,
    title: 'a second key for one request',
  },
  {
    name: 'SQLite: the look at the idempotency key',
    file: RESERVE,
    find: 'if (earlier !== undefined) return { value: earlier };',
    replace: '',
    test: SQLITE,
    title: 'lets one of a hundred at once run',
  },
  {
    name: 'SQLite: the owner fence',
    file: RESERVE,
    find: 'AND owner = ?5 AND',
    replace: 'AND ?5 = ?5 AND',
    test: SQLITE,
    title: 'and by the process that reserved it',
  },
  {
    name: 'SQLite: a request ends once',
    file: RESERVE,
    find: "WHERE id = ?4 AND state = 'reserved' AND",
    replace: 'WHERE id = ?4 AND',
    test: SQLITE,
    title: 'after %s',
  },
  {
    name: 'SQLite: never more than the hold',
    file: RESERVE,
    find: 'AND hold >= ?2\n',
    replace: '\n',
    test: SQLITE,
    title: 'refuses more than the hold, and the request stays open',
  },
  {
    name: 'SQLite: no text under zero data retention',
    file: 'core/ledger/sqlite/texts.ts',
    find: ' AND r.zero_data_retention = 0',
    replace: '',
    test: SQLITE,
    title: 'under zero data retention takes no text, and the request stays open',
  },
  {
    name: 'SQLite: delivering is never voided',
    file: RESERVE,
    find: "AND NOT (?1 = 'voided' AND delivering = 1)",
    replace: '',
    test: SQLITE,
    title: 'is never voided, and its hold stands',
  },
  {
    name: 'SQLite: recovery charges what was delivered',
    file: 'core/ledger/sqlite/recovery.ts',
    find: 'CASE delivering WHEN 1 THEN',
    replace: 'CASE delivering WHEN 2 THEN',
    test: SQLITE,
    title: 'whose process is gone is charged what is known of it: %s',
  },
  {
    name: 'SQLite: integers, by STRICT tables',
    file: SCHEMA,
    find: `  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key`,
    replace: `  created_ms INTEGER NOT NULL
);

CREATE TABLE api_key`,
    test: SQLITE_ROWS,
    title: 'half a micro-credit',
  },
  {
    name: 'SQLite: entries never change',
    file: SCHEMA,
    find: 'CREATE TRIGGER entry_keeps_values BEFORE UPDATE ON entry',
    replace: 'CREATE TRIGGER entry_keeps_values BEFORE UPDATE OF kind ON entry',
    test: SQLITE_ROWS,
    title: 'to change an entry',
  },
  {
    name: 'SQLite: a batch that fails is taken back',
    file: 'core/ledger/sqlite/batch.ts',
    find: "if (this.#database.isTransaction) this.#database.exec('ROLLBACK');",
    replace: "if (this.#database.isTransaction) this.#database.exec('COMMIT');",
    test: FAILING,
    title: 'keeping texts or charging ($index, $step): charged once, and answered',
  },
  {
    name: 'SQLite: an I/O error ends the process',
    file: 'core/ledger/sqlite/batch.ts',
    find: 'code === SQLITE_IOERR || ',
    replace: '',
    test: FAILING,
    title: 'charging ($index, $step): ends without a 200',
  },
  {
    name: 'SQLite: commits wait for the disk',
    file: 'core/ledger/sqlite/files.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = NORMAL;',
    test: 'test/ledger/sqlite/open.test.ts',
    title: 'writes durably: a log ahead of the file, synced at every commit',
  },
  {
    name: 'SQLite: one gateway for one file',
    file: 'core/ledger/sqlite/files.ts',
    find: 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE',
    replace: 'PRAGMA journal_mode = MEMORY',
    test: 'test/ledger/sqlite/recovery.test.ts',
    title: 'a second one in another process is refused while the first lives',
  },
  {
    name: 'SQLite: recovery before anything else',
    file: 'core/ledger/sqlite/writer-worker.ts',
    find: 'recover ? recoverLedger(database, { bootId, nowMs: Date.now() }) : 0',
    replace: 'recover && recoverLedger.length === 0 ? 1 : 0',
    test: 'test/ledger/sqlite/recovery.test.ts',
    title: 'keeps what it said, gives back what it held, and the next one starts',
  },
  {
    name: 'SQLite: recovery frees the idempotency key',
    file: 'core/ledger/sqlite/recovery.ts',
    find: 'DELETE FROM idempotency WHERE request_id IN (SELECT id FROM foreign_hold WHERE delivering = 0)',
    replace: 'DELETE FROM idempotency WHERE request_id IS NULL',
    test: SQLITE_ROWS,
    title: 'a recovery: the same as a void, idempotency keys included',
  },
  {
    name: 'SQLite: no start on broken books',
    file: 'core/ledger/sqlite/recovery.ts',
    find: `    const voided = endForeignHolds(database, writer);
    refuseProblems(findProblems(database, { logs: false }));`,
    replace: '    const voided = endForeignHolds(database, writer);',
    test: 'test/ledger/sqlite/open.test.ts',
    title: 'a ledger whose figures are wrong, for the gateway; a command may still look',
  },
];
