import { extname } from 'node:path';
import { csvRows } from './csv-rows.ts';
import { jsonLinesRows } from './json-lines-rows.ts';
import { readBounded } from './read-bounded.ts';
import { MAX_PROMPTS_BYTES, MAX_ROWS, type ReadRows, type RowsText } from './suite.ts';

const READERS: Readonly<Record<string, (options: RowsText) => ReadRows>> = {
  '.jsonl': jsonLinesRows,
  '.ndjson': jsonLinesRows,
  '.csv': csvRows,
};

/** Reads a file of prompts by its ending: JSON lines or CSV. @throws Error if it cannot be read. */
export async function readRows(
  file: string,
  options: Pick<RowsText, 'template' | 'isRow'>,
): Promise<ReadRows & { readonly text: string }> {
  const readText = READERS[extname(file).toLowerCase()];
  if (readText === undefined) throw new Error(`${file} has no known ending; prompts are in .jsonl or .csv`);
  const text = (await readBounded(file, MAX_PROMPTS_BYTES, 'a file of prompts')).replace(/^\uFEFF/, '');
  const result = readText({ file, text, ...options });
  if (result.rows.length > MAX_ROWS)
    throw new Error(`${file} has ${result.rows.length} prompts; a suite has at most ${MAX_ROWS}`);
  return { ...result, text };
}
