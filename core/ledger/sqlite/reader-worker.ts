import { parentPort, workerData } from 'node:worker_threads';
import type { Row, SqlValue } from '../sql/query.ts';
import { addPromptSearch } from './prompt-search.ts';
import { openForReading } from './files.ts';
import { serveThread } from './serve-thread.ts';
import { readingQuery } from './sqlite-query.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type ReaderWork = ReturnType<typeof readerService>['work'];

/** Reads with a read-only connection of its own. */
function readerService(path: string) {
  const database = openForReading(path);
  addPromptSearch(database);
  const query = readingQuery(database);
  const work = {
    /** @throws LedgerError `unavailable`. */
    query: ({ sql, values }: Statement): Promise<readonly Row[]> => query(sql, values),
  };
  return { work, close: (): void => database.close(), transfer: bytesOf };
}

/** The memory of the texts in the rows. */
function bytesOf(rows: unknown): readonly ArrayBuffer[] {
  const bytes: ArrayBuffer[] = [];
  for (const row of Array.isArray(rows) ? rows : [])
    for (const value of Object.values(row))
      if (value instanceof Uint8Array && value.buffer instanceof ArrayBuffer) bytes.push(value.buffer);
  return bytes;
}

if (parentPort === null) throw new Error('The ledger’s reader runs as a worker thread.');
serveThread(parentPort, readerService(String(workerData)));
