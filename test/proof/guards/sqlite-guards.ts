import { answering, withoutCall, withoutOperand, withText } from './change-code.ts';
import { changeSql } from './change-sql.ts';
import type { Edit, Guard, Sources } from './guard.ts';

const inSql = (within: string, find: string, put?: string): ((sources: Sources) => Edit) =>
  changeSql('core/ledger/sqlite', { within, find, ...(put !== undefined && { put }) });

export const SQLITE_GUARDS: readonly Guard[] = [
  {
    name: 'SQLite: credits never change',
    remove: inSql('CREATE TRIGGER credit_keeps_values', 'UPDATE ON', 'UPDATE OF note ON'),
    test: 'sql/refusals',
    title: 'to change their %s',
  },
  {
    name: 'SQLite: credits are not replaced',
    remove: inSql('CREATE TRIGGER credit_is_not_replaced', 'WHEN', 'WHEN 0 AND'),
    test: 'sql/refusals',
    title: 'to empty the table, or to replace a row',
  },
  {
    name: 'SQLite: no row is replaced on the connection of the writer',
    remove: inSql('PRAGMA recursive_triggers', '= ON', '= OFF'),
    test: 'sqlite/rows',
    title: 'no row of %s is replaced on the connection of the writer',
  },
  {
    name: 'SQLite: a batch that fails is rolled back',
    remove: withText('SqliteWriter.#transact', 'ROLLBACK', 'COMMIT'),
    test: 'sqlite/disk-faults',
    title: 'a settlement that fails at %s leaves nothing of itself',
  },
  {
    name: 'SQLite: an I/O error ends the process',
    remove: withoutOperand('throwIfDiskFailed', 'SQLITE_IOERR'),
    test: 'failing-writes',
    title: 'charging: ends without a 200',
  },
  {
    name: 'SQLite: commits wait for the disk',
    remove: inSql('PRAGMA synchronous', 'FULL;', 'NORMAL;'),
    test: 'sqlite/open',
    title: 'writes durably: a log ahead of the file, synced at every commit, what is deleted overwritten',
  },
  {
    name: 'SQLite: only holds alone do not wait for the disk',
    remove: answering('mayBeUnsynced', () => 'true'),
    test: 'sqlite/disk-faults',
    title: 'commits with a sync of the disk (%s): %s',
  },
  {
    name: 'SQLite: what follows holds waits for the disk',
    remove: withText('SqliteWriter.#unsynced', 'PRAGMA synchronous = FULL', 'PRAGMA synchronous = NORMAL'),
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
    remove: answering('SqliteWriter.#endForeignRequests', () => '[]'),
    test: 'sqlite/recovery',
    title:
      'a gateway killed in the middle of its work keeps what it said, gives back what it held, and the next one starts',
  },
  {
    name: 'SQLite: no start on broken books',
    remove: withoutCall('SqliteWriter.#refuseProblems', 'refuseProblems'),
    test: 'sqlite/open',
    title: 'a ledger whose figures are wrong, for the gateway; a command may still look',
  },
];
