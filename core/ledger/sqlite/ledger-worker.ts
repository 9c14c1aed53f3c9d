import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Operation, OperationResult, Storable } from '../ledger-operation.ts';
import type { SqlValue } from '../sql/database.ts';
import type { KeeperSettings } from '../sql/keep-stored.ts';
import type { LedgerStep } from '../sql/steps.ts';
import { openForReading, openForWriting, openingFailure } from './files.ts';
import { addPromptSearch } from './prompt-search.ts';
import { createSqliteTables } from './schema.ts';
import { readingQuery } from './sqlite-query.ts';
import { serveThread } from './thread.ts';
import { SqliteWriter } from './writer.ts';

/** The data that a thread starts with. */
export interface WorkerData {
  readonly path: string;
  /** Undefined for a thread that reads. */
  readonly writing?: WritingData;
}

export interface WritingData extends KeeperSettings {
  /** True for a gateway: it first ends the requests of processes that are gone. */
  readonly recover: boolean;
}

export type ReaderWork = ReturnType<typeof readerService>['work'];
export type WriterWork = ReturnType<typeof writerService>['work'];

/** Reads with a separate read-only connection. */
function readerService(path: string) {
  const database = openForReading(path);
  addPromptSearch(database);
  const query = readingQuery(database);
  const work = {
    /** @throws LedgerError `unavailable`. */
    query: ({ sql, values }: { readonly sql: string; readonly values: readonly SqlValue[] }) =>
      query(sql, values),
  };
  return { work, close: (): void => database.close() };
}

/** The functions of the writer's thread, the only thread that waits for the disk. */
function writerService(path: string, { recover, ...settings }: WritingData) {
  let database: DatabaseSync | undefined;
  let writer: SqliteWriter | undefined;
  const requireWriter = (): SqliteWriter => {
    if (writer === undefined) throw new Error('The ledger’s writer is not open.');
    return writer;
  };
  const work = {
    /** @returns the results of recovery; none for a command. @throws LedgerError `unusable` with what to do. */
    open: async (): Promise<readonly OperationResult[]> => {
      try {
        database = openForWriting(path);
        createSqliteTables(database);
        writer = new SqliteWriter(database, settings);
        return recover ? await writer.recover() : [];
      } catch (error) {
        throw openingFailure(path, error);
      }
    },
    write: (operations: readonly Operation[]) => requireWriter().write(operations),
    keep: (texts: readonly Storable[]) => requireWriter().keep(texts),
    runStep: (step: LedgerStep) => requireWriter().runStep(step),
    check: () => requireWriter().check(),
  };
  return { work, close: (): void => database?.close() };
}

if (parentPort === null) throw new Error('The ledger’s threads run as workers.');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types do not cross threads
const { path, writing } = workerData as WorkerData;
if (writing === undefined) serveThread(parentPort, readerService(path));
else serveThread(parentPort, writerService(path, writing));
