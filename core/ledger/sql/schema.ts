import { readFileSync } from 'node:fs';
import { LedgerError } from '../ledger-error.ts';

/** The statements that turn one version of the tables into the next. */
export interface SchemaStep {
  /** For both databases, in SQLite's dialect. */
  readonly tables: string;
  readonly sqlite?: string;
  readonly postgres?: string;
}

const FIRST_VERSION = 3;

/**
 * The first step makes the tables of an empty ledger; each further one raises the version. A new ledger takes all of them,
 * so that it has the same tables as one that was migrated. Released steps never change, because ledgers have taken them.
 */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  {
    tables: read('schema.sql'),
    sqlite: read('../sqlite/schema.sql'),
    postgres: read('../postgres/schema.sql'),
  },
  {
    // A name or a group that the account gives a request. It is deleted with the texts, but is not in their row: SQLite
    // would read all of their bytes to find it, and write them again to change it.
    tables: `CREATE TABLE request_label (
        request_id TEXT NOT NULL PRIMARY KEY REFERENCES prompt_log (request_id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL,
        label TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX request_label_account ON request_label (account_id, label, request_id);`,
  },
];

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** The version of a ledger that has taken these steps. */
export function versionAfter(steps: readonly SchemaStep[]): number {
  return FIRST_VERSION + steps.length - 1;
}

export interface SchemaOptions {
  readonly steps?: readonly SchemaStep[];
  /** Whether a ledger that has tables may get others: only once its operator has asked for it. */
  readonly mayMigrate?: boolean;
  /** Whether an empty database may get tables; true by default. */
  readonly mayCreate?: boolean | undefined;
}

/**
 * @param versionBefore the version of the database; null if it is empty.
 * @returns the steps that lead from there to the present version.
 * @throws LedgerError `unusable` if no steps lead there, or if some are missing and may not be taken.
 */
export function missingSteps(
  versionBefore: number | null,
  { steps = SCHEMA_STEPS, mayMigrate = false, mayCreate = true }: SchemaOptions,
): readonly SchemaStep[] {
  if (versionBefore === null && mayCreate) return steps;
  if (versionBefore === null) {
    throw new LedgerError(
      'unusable',
      'The database has no tables of a ledger. Check ASSAY_DATABASE_URL; if it is right, restore a backup.',
    );
  }
  const appliedSteps = versionBefore - FIRST_VERSION + 1;
  const version = versionAfter(steps);
  if (appliedSteps < 1 || appliedSteps > steps.length) {
    throw new LedgerError(
      'unusable',
      `The database has schema version ${versionBefore}; this program knows version ${version} alone. Use the program it was made with, or point ASSAY_DATABASE_URL at an empty database to begin a new ledger.`,
    );
  }
  if (appliedSteps < steps.length && !mayMigrate) {
    throw new LedgerError(
      'unusable',
      `The database has schema version ${versionBefore}; this program needs version ${version}. Stop every gateway, back up the ledger, and run \`assay ledger migrate\`.`,
    );
  }
  return steps.slice(appliedSteps);
}
