import { MAX_ACCOUNT_ROWS, readAccountRows, type AccountRow } from '../../administration/account-rows.ts';
import { importAccounts } from '../../administration/import-accounts.ts';
import type { ShownNewKey } from '../../administration/keys.ts';
import type { Office } from '../../administration/office.ts';
import { readBounded } from '../../eval/suite/read-bounded.ts';
import { csvLine } from '../../text/csv-line.ts';
import { onOneLine } from '../../terminal/printable-text.ts';

const MAX_BYTES = 5_242_880;
const MAX_SHOWN = 20;

/** What `--help` says of the bounds. */
export const IMPORT_BOUNDS = `${MAX_ACCOUNT_ROWS} rows and ${MAX_BYTES / 1_048_576} MiB`;

/** @throws Error naming each wrong line and column. */
export async function readImportFile(path: string): Promise<readonly AccountRow[]> {
  const read = readAccountRows(await readBounded(path, MAX_BYTES, 'a file of accounts'));
  if ('rows' in read) return read.rows;
  const lines = read.problems
    .slice(0, MAX_SHOWN)
    .map(({ line, column, message }) =>
      onOneLine(`${path}:${line}: ${column === undefined ? '' : `column ${column}: `}${message}`),
    );
  const more = read.problems.length - lines.length;
  const rest = more > 0 ? `\nand ${more} more` : '';
  throw new Error(`the file is wrong, and nothing was made:\n${lines.join('\n')}${rest}`);
}

/** Prints each new key as soon as it is made, as nobody can show it again. */
export async function printImport(office: Office, rows: readonly AccountRow[]): Promise<void> {
  process.stdout.write(csvLine(['account', 'key_name', 'prefix', 'key']));
  const { made, kept } = await importAccounts(office, rows, printKey);
  process.stderr.write(`${made} of ${rows.length} accounts were made with a key.\n`);
  if (kept.length === 0) return;
  const shown = kept.slice(0, MAX_SHOWN).join(', ');
  const more = kept.length > MAX_SHOWN ? ` and ${kept.length - MAX_SHOWN} more` : '';
  process.stderr.write(`${kept.length} are there already and stay as they are: ${shown}${more}\n`);
}

function printKey({ account, name = '', prefix, key }: ShownNewKey): void {
  process.stdout.write(csvLine([account, name, prefix, key]));
}
