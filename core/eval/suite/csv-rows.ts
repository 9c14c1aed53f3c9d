import { CsvError, parse } from 'csv-parse/sync';
import type { JsonObject } from '../../contract.ts';
import { decisiveErrors, describeSchema } from '../../schema/field-errors.ts';
import { fillRow } from './fill-row.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { REPEATED_ID, rowOf, type ReadRows, type Row, type RowsText } from './suite.ts';

/** Between two tags of one cell. */
const TAG_BREAK = ';';

interface CsvRecord {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/** A heading and one row for each prompt (RFC 4180). Columns that begin with two underscores are another program's. */
export function csvRows({ file, text, template, isRow }: RowsText): ReadRows {
  const csv = parseCsv(text);
  if ('wrong' in csv) return { rows: [], problems: [{ file, column: 1, path: '', ...csv.wrong }] };
  const rows: Row[] = [];
  const problems: SuiteProblem[] = [];
  const ids = new Set<string>();
  let line = 2;
  for (const { record, info } of csv.records) {
    const at = (field: string | undefined, message: string): SuiteProblem => {
      const path = field === undefined ? '' : `/${field}`;
      return { file, line, column: 1, path, message };
    };
    const filledFields = fillRow(fieldsOf(record), template);
    if ('wrong' in filledFields) problems.push(at(filledFields.wrong.field, filledFields.wrong.message));
    else if (isRow(filledFields.fields)) {
      const row = rowOf(filledFields.fields, String(rows.length + 1));
      if (ids.has(row.id)) problems.push(at('id', REPEATED_ID));
      ids.add(row.id);
      rows.push(row);
    } else {
      for (const { instancePath, parentSchema = {}, params } of decisiveErrors(isRow.errors ?? [])) {
        const missing: unknown = Object.getOwnPropertyDescriptor(params, 'missingProperty')?.value;
        const field = typeof missing === 'string' ? missing : instancePath.slice(1);
        problems.push(
          at(
            field,
            typeof missing === 'string'
              ? 'is missing; add the column'
              : `must be ${expectedOf(parentSchema)}`,
          ),
        );
      }
    }
    line = info.lines + 1;
  }
  return { rows, problems };
}

function expectedOf(schema: JsonObject): string {
  const { description, maxLength } = schema;
  const limit = typeof maxLength === 'number' ? ` of 1 to ${maxLength} characters` : '';
  return `${typeof description === 'string' ? description : describeSchema(schema)}${limit}`;
}

function parseCsv(
  text: string,
):
  | { readonly records: readonly CsvRecord[] }
  | { readonly wrong: { readonly line: number; readonly message: string } } {
  try {
    const records: readonly CsvRecord[] = parse(text, { columns: true, info: true, skip_empty_lines: true });
    return { records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = error['lines'];
    return { wrong: { line: typeof line === 'number' ? line : 1, message: `is not CSV: ${error.message}` } };
  }
}

/** An empty cell is no value. */
function fieldsOf(record: Readonly<Record<string, string>>): JsonObject {
  const cells = Object.entries(record).filter(([name, value]) => !name.startsWith('__') && value !== '');
  return Object.fromEntries(
    cells.map(([name, value]) => {
      const tags = value.split(TAG_BREAK).map((tag) => tag.trim());
      return [name, name === 'tags' ? tags.filter((tag) => tag !== '') : value];
    }),
  );
}
