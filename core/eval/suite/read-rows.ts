import { extname } from 'node:path';
import { csvRows } from './csv-rows.ts';
import { jsonLinesRows } from './json-lines-rows.ts';
import { promptfooRows } from './promptfoo-rows.ts';
import { readBounded } from './read-bounded.ts';
import type { ReadRows, RowsText } from './rows-text.ts';
import { MAX_PROMPTS_BYTES, MAX_ROWS } from './suite.ts';

const READERS: Readonly<Record<string, (given: RowsText) => ReadRows | Promise<ReadRows>>> = {
  '.jsonl': jsonLinesRows,
  '.ndjson': jsonLinesRows,
  '.csv': csvRows,
  '.yaml': promptfooRows,
  '.yml': promptfooRows,
  '.json': promptfooRows,
};

/** Reads a file of prompts by its ending: JSON lines, CSV, or promptfoo's test cases. @throws Error if it cannot be read. */
export async function readRows(
  file: string,
  given: Pick<RowsText, 'template' | 'isRow'>,
): Promise<ReadRows & { readonly text: string }> {
  const read = READERS[extname(file).toLowerCase()];
  if (read === undefined)
    throw new Error(
      `${file} has no known ending; prompts are in .jsonl or .csv, promptfoo’s test cases in .yaml or .json`,
    );
  const text = (await readBounded(file, MAX_PROMPTS_BYTES, 'a file of prompts')).replace(/^\uFEFF/, '');
  const found = await read({ file, text, ...given });
  if (found.rows.length > MAX_ROWS)
    throw new Error(`${file} has ${found.rows.length} prompts; a suite has at most ${MAX_ROWS}`);
  return { ...found, text };
}
