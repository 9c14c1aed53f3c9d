import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import type { LedgerStep } from '../sql/steps.ts';
import type { Storable } from '../texts/storable.ts';
import { openForWriting, openingFailure } from './files.ts';
import { createSqliteTables } from './schema.ts';
import { serveThread } from './serve-thread.ts';
import { SqliteWriter } from './writer.ts';

/** What the writer's thread is started with. */
export interface WriterData {
  readonly path: string;
  /** Owner of what this process reserves. */
  readonly owner: string;
  /** True for a gateway: what processes left open that are gone is ended first. */
  readonly recover: boolean;
  readonly maxTextBytes: number;
  readonly maxCacheBytes: number;
}

export type WriterWork = ReturnType<typeof writerService>['work'];

/** What the writer's thread can be asked: it is the only place that waits for the disk. */
function writerService({ path, recover, ...settings }: WriterData) {
  let database: DatabaseSync | undefined;
  let writer: SqliteWriter | undefined;
  const opened = (): SqliteWriter => {
    if (writer === undefined) throw new Error('The ledger’s writer is not open.');
    return writer;
  };
  const work = {
    /** @returns what recovery ended; nothing for a command. @throws LedgerError `unusable` with what to do. */
    open: async (): Promise<readonly OperationResult[]> => {
      try {
        database = openForWriting(path);
        createSqliteTables(database);
        writer = new SqliteWriter(database, { ...settings, nowMs: Date.now });
        return recover ? await writer.recover() : [];
      } catch (error) {
        throw openingFailure(path, error);
      }
    },
    write: (operations: readonly Operation[]) => opened().write(operations),
    keep: (texts: readonly Storable[]) => opened().keep(texts),
    take: (step: LedgerStep) => opened().take(step),
    check: () => opened().check(),
  };
  return { work, close: (): void => database?.close() };
}

if (parentPort === null) throw new Error('The ledger’s writer runs as a worker thread.');
serveThread(parentPort, writerService(workerData));
