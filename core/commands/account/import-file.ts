import { unknownModels } from '../../administration/allowed-models.ts';
import { readAccountRows, type AccountRow } from '../../administration/account-rows.ts';
import { importAccounts } from '../../administration/import-accounts.ts';
import type { RowProblem } from '../../administration/csv-lines.ts';
import type { AdminNewKey } from '../../generated/admin-answers.ts';
import type { Office } from '../../administration/office.ts';
import type { Environment } from '../../config.ts';
import { readBounded } from '../../eval/suite/read-bounded.ts';
import { csvLine } from '../../text/csv-line.ts';
import { onOneLine } from '../../terminal/printable-text.ts';
import type { CommandArguments } from '../command-table.ts';
import { LISTED_BY, manifestModels } from './refuse-unknown-models.ts';
import { withOffice } from './with-ledger.ts';

const MAX_BYTES = 5_242_880;
const MAX_SHOWN = 20;

/** Reads the file to its end before a ledger is opened. */
export async function importFile({ positionals }: CommandArguments, environment: Environment): Promise<void> {
  const [path = ''] = positionals;
  const rows = await readImportFile(path, environment);
  await withOffice(environment, (office) => printImport(office, rows), true);
}

/** @throws Error naming each wrong line and column, or that a manifest is wrong. */
async function readImportFile(path: string, environment: Environment): Promise<readonly AccountRow[]> {
  const { rows, problems } = readAccountRows(await readBounded(path, MAX_BYTES, 'a file of accounts'));
  const wrong = [...problems, ...(await modelProblems(rows, environment))];
  if (wrong.length === 0) return rows;
  const lines = wrong
    .toSorted((one, other) => one.line - other.line)
    .slice(0, MAX_SHOWN)
    .map(({ line, column, message }) =>
      onOneLine(`${path}:${line}: ${column === undefined ? '' : `column ${column}: `}${message}`),
    );
  const more = wrong.length - lines.length;
  const rest = more > 0 ? `\nand ${more} more` : '';
  throw new Error(`The file is wrong, and nothing was made:\n${lines.join('\n')}${rest}`);
}

/** The models that no manifest has. */
async function modelProblems(
  rows: readonly AccountRow[],
  environment: Environment,
): Promise<readonly RowProblem[]> {
  const named = rows.flatMap(({ line, key: { models = [] } }) => models.map((name) => ({ line, name })));
  if (named.length === 0) return [];
  const names = [...new Set(named.map(({ name }) => name))];
  const unknown = unknownModels(names, await manifestModels(environment), LISTED_BY);
  const messages = new Map(unknown.map(({ name, message }) => [name, message]));
  return named.flatMap(({ line, name }) => {
    const message = messages.get(name);
    return message === undefined ? [] : [{ line, column: 'models', message: `"${name}": ${message}` }];
  });
}

/** Prints each new key as soon as it is made, as nobody can show it again. */
async function printImport(office: Office, rows: readonly AccountRow[]): Promise<void> {
  process.stdout.write(csvLine(['account', 'key_name', 'prefix', 'key']));
  const { made, kept } = await importAccounts(office, rows, printKey);
  process.stderr.write(`${made} of ${rows.length} keys were made.\n`);
  if (kept.length === 0) return;
  const shown = kept
    .slice(0, MAX_SHOWN)
    .map(({ key: { accountName, name } }) => (name === undefined ? accountName : `${accountName} (${name})`))
    .join(', ');
  const more = kept.length > MAX_SHOWN ? ` and ${kept.length - MAX_SHOWN} more` : '';
  process.stderr.write(`${kept.length} are there already and stay as they are: ${shown}${more}\n`);
}

function printKey({ account, name = '', prefix, key }: AdminNewKey): void {
  process.stdout.write(csvLine([account, name, prefix, key]));
}
