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

/** The same of rows that never change: without the triggers that say so, which are there again afterwards. */
export function rewrite(path: string, sql: string): void {
  meddle(path, (database) => {
    database.exec('BEGIN IMMEDIATE');
    const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`);
    database.exec(sql);
    for (const trigger of triggers) database.exec(String(trigger['sql']));
    database.exec('COMMIT');
  });
}
