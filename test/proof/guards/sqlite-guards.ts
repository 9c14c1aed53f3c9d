import { answering, withText, withoutCall, withoutIf, withoutOperand } from './change-code.ts';
import { changeSql } from './change-sql.ts';
import type { Edit, Guard, Sources } from './guard.ts';

const inSql = (within: string, find: string, put?: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/sqlite', { within, find, ...(put !== undefined && { put }) });
const inBudgetSql = (within: string, find: string, put: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/budgets', { within, find, put });

export const SQLITE_GUARDS: readonly Guard[] = [
  {
    name: 'SQLite: the hold fits the free balance',
    remove: inSql('UPDATE account SET reserved = reserved +', 'AND posted - reserved >= ?'),
    test: 'sqlite-ledger',
    title: 'takes a hold equal to the balance, and not one micro-credit more',
  },
  {
    name: 'SQLite: a correction fits the free balance',
    remove: inSql('UPDATE account SET posted = posted -', 'AND posted - reserved >= ?'),
    test: 'sqlite-ledger',
    title: 'take back what is free, with a note, and never more',
  },
  {
    name: 'SQLite: a payment is credited once',
    remove: withoutIf('SqliteAdministration.once', 'claimed'),
    test: 'sqlite-ledger',
    title: 'are given once, at however many processes they are posted at once',
  },
  {
    name: 'SQLite: the CHECK under the balance',
    remove: inSql('CREATE TABLE account', 'reserved >= 0 AND'),
    test: 'sqlite/rows',
    title: 'less than nothing reserved',
  },
  {
    name: 'SQLite: one charge for each request, UNIQUE',
    remove: inSql('CREATE UNIQUE INDEX entry_once', 'UNIQUE'),
    test: 'unique-rows',
    title: 'a second charge',
  },
  {
    name: 'SQLite: a request id is used once',
    remove: inSql('INSERT INTO request (id', 'INSERT INTO', 'INSERT OR REPLACE INTO'),
    test: 'sqlite-ledger',
    title: 'refuses a request id used before',
  },
  {
    name: 'SQLite: one request for each idempotency key, UNIQUE',
    remove: inSql('CREATE TABLE idempotency', 'UNIQUE'),
    test: 'unique-rows',
    title: 'a second key for one request',
  },
  {
    name: 'SQLite: the idempotency key is looked up first',
    remove: withoutIf('RequestOperations.reserve', 'earlier'),
    test: 'sqlite-ledger',
    title: 'lets one of a hundred at once run',
  },
  {
    name: 'SQLite: only the owner ends a request',
    // A numbered parameter must be used, or SQLite refuses its value.
    remove: inSql('UPDATE request SET state', 'AND owner = ?', 'AND {1} = {1}'),
    test: 'sqlite-ledger',
    title: 'and by the process that reserved it',
  },
  {
    name: 'SQLite: a request ends once',
    remove: inSql('UPDATE request SET state', "AND state = 'reserved'"),
    test: 'sqlite-ledger',
    title: 'after %s',
  },
  {
    name: 'SQLite: no text under zero data retention',
    remove: inSql('SELECT r.account_id', 'AND ?.zero_data_retention = 0'),
    test: 'sqlite-ledger',
    title: 'under zero data retention takes no text, and the request stays open',
  },
  {
    name: 'SQLite: a delivering request is never voided',
    remove: inSql('UPDATE request SET state', "AND NOT (? = 'voided' AND delivering = 1)"),
    test: 'sqlite-ledger',
    title: 'is never voided, and its hold stands',
  },
  {
    name: 'SQLite: recovery charges what was delivered',
    remove: inSql('CREATE TEMP TABLE foreign_hold', 'CASE delivering WHEN 1', 'CASE delivering WHEN 2'),
    test: 'sqlite-ledger',
    title: 'whose process is gone is charged what is known of it: %s',
  },
  {
    name: 'SQLite: integers, by STRICT tables',
    remove: inSql('CREATE TABLE account', 'STRICT'),
    test: 'sqlite/rows',
    title: 'half a micro-credit',
  },
  {
    name: 'SQLite: entries never change',
    remove: inSql('CREATE TRIGGER entry_keeps_values', 'UPDATE ON', 'UPDATE OF kind ON'),
    test: 'sqlite/rows',
    title: 'to change an entry',
  },
  {
    name: 'SQLite: entries are not replaced',
    remove: inSql('CREATE TRIGGER entry_is_not_replaced', 'WHEN', 'WHEN 0 AND'),
    test: 'sqlite/rows',
    title: 'to replace an entry by its number',
  },
  {
    name: 'SQLite: a hold fits in every budget',
    remove: withoutOperand('RequestOperations.reserve', 'budget'),
    test: 'sqlite-ledger',
    title: 'lets of a hundred spenders at once exactly those pass that fit',
  },
  {
    name: 'SQLite: a budget is counted for the period of the clock',
    remove: withoutIf('SqliteBudgets.binding', 'rows'),
    test: 'budget-clock/sqlite',
    title: 'a clock that goes back finds what was spent on that day',
  },
  {
    name: 'SQLite: a rotated key shares its budgets',
    remove: inSql('CREATE TRIGGER key_line_goes_on', 'coalesce(new.line_id, new.id)', 'NULL'),
    test: 'sqlite-ledger',
    title: 'for another by a rotation shares its budgets with it, and with the one after',
  },
  {
    name: 'SQLite: a charge that reaches a budget is told of',
    remove: inBudgetSql(
      "${writeAlerts('new.account_id'",
      "${writeAlerts('new.account_id', 'new.finished_ms')}",
      'SELECT 1',
    ),
    test: 'sqlite-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'SQLite: a budget is told of once a period',
    remove: inBudgetSql('INSERT INTO budget_alert', 'AND NOT EXISTS (', 'AND 1 OR EXISTS ('),
    test: 'sqlite-ledger',
    title: 'is told of at 80 and at 100 %, to the micro-credit, each once',
  },
  {
    name: 'SQLite: a batch that fails is rolled back',
    remove: withText('BatchWriter.#transact', 'ROLLBACK', 'COMMIT'),
    test: 'failing-writes',
    title: 'keeping texts or charging ($index, $step): charged once, and answered',
  },
  {
    name: 'SQLite: an I/O error ends the process',
    remove: withoutOperand('throwIfDiskFailed', 'SQLITE_IOERR'),
    test: 'failing-writes',
    title: 'charging ($index, $step): ends without a 200',
  },
  {
    name: 'SQLite: commits wait for the disk',
    remove: inSql('PRAGMA synchronous', 'FULL;', 'NORMAL;'),
    test: 'sqlite/open',
    title: 'writes durably: a log ahead of the file, synced at every commit',
  },
  {
    name: 'SQLite: only holds alone do not wait for the disk',
    remove: answering('mayBeUnsynced', () => 'true'),
    test: 'sqlite/disk-faults',
    title: 'commits with a sync of the disk (%s): %s',
  },
  {
    name: 'SQLite: what follows holds waits for the disk',
    remove: withText('BatchWriter.#unsynced', 'PRAGMA synchronous = FULL', 'PRAGMA synchronous = NORMAL'),
    test: 'sqlite/disk-faults',
    title: 'commits with a sync of the disk (%s): %s',
  },
  {
    name: 'SQLite: one gateway for one file',
    remove: inSql('BEGIN EXCLUSIVE', 'BEGIN EXCLUSIVE', 'SELECT 1'),
    test: 'sqlite/recovery',
    title: 'a second one in another process is refused while the first lives',
  },
  {
    name: 'SQLite: recovery before anything else',
    remove: answering(
      'recoverLedger',
      () => '{ voidedRequests: 0, chargedRequests: 0, chargedMicroCredits: 0, givenBackMicroCredits: 0 }',
    ),
    test: 'sqlite/recovery',
    title: 'keeps what it said, gives back what it held, and the next one starts',
  },
  {
    name: 'SQLite: recovery frees the idempotency key',
    remove: inSql(
      'DELETE FROM idempotency',
      'WHERE request_id IN (SELECT id FROM foreign_hold WHERE',
      'WHERE request_id IN (SELECT id FROM foreign_hold WHERE 0 AND',
    ),
    test: 'sqlite/rows',
    title: 'a recovery: the same as a void, idempotency keys included',
  },
  {
    name: 'SQLite: no start on broken books',
    remove: withoutCall('recoverLedger', 'refuseProblems'),
    test: 'sqlite/open',
    title: 'a ledger whose figures are wrong, for the gateway; a command may still look',
  },
  {
    name: 'SQLite: whoever ends a request tells the webhook',
    remove: changeSql('core/ledger/webhooks', {
      within: 'CREATE TRIGGER request_ended',
      find: "new.state <> 'reserved'",
      put: "new.state = 'never'",
    }),
    test: 'sqlite-ledger',
    title: 'is told of each request that ends, once, and says what it came to',
  },
];
