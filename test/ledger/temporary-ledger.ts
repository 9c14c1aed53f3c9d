import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A folder of its own for one test's ledger. */
export interface TemporaryPlace {
  readonly folder: string;
  /** Inside a folder that does not exist yet. */
  readonly path: string;
  remove(): void;
}

export function temporaryPlace(): TemporaryPlace {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ledger-'));
  return {
    folder,
    path: join(folder, 'data', 'assay.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Does something to the file behind the ledger's back. */
export function meddle<Value>(path: string, change: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: false });
  try {
    return change(database);
  } finally {
    database.close();
  }
}
