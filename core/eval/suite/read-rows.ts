import { extname } from 'node:path';
import { csvRows } from './csv-rows.ts';
import { jsonLinesRows } from './json-lines-rows.ts';
import { readBounded } from './read-bounded.ts';
import { MAX_PROMPTS_BYTES, MAX_ROWS, type ReadRows, type RowsText } from './suite.ts';

const READERS: Readonly<Record<string, (given: RowsText) => ReadRows>> = {
  '.jsonl': jsonLinesRows,
  '.ndjson': jsonLinesRows,
  '.csv': csvRows,
};

/** Reads a file of prompts by its ending: JSON lines or CSV. @throws Error if it cannot be read. */
export async function readRows(
  file: string,
  given: Pick<RowsText, 'template' | 'isRow'>,
): Promise<ReadRows & { readonly text: string }> {
  const read = READERS[extname(file).toLowerCase()];
  if (read === undefined) throw new Error(`${file} has no known ending; prompts are in .jsonl or .csv`);
  const text = (await readBounded(file, MAX_PROMPTS_BYTES, 'a file of prompts')).replace(/^\uFEFF/, '');
  const found = read({ file, text, ...given });
  if (found.rows.length > MAX_ROWS)
    throw new Error(`${file} has ${found.rows.length} prompts; a suite has at most ${MAX_ROWS}`);
  return { ...found, text };
}
