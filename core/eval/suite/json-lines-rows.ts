import type { Json } from '../../contract.ts';
import { explainSchemaError } from '../../manifests/check/explain-schema-error.ts';
import { isJsonObject } from '../../manifests/load/json-values.ts';
import { loadYaml } from '../../manifests/load/load-yaml.ts';
import type { ManifestPath } from '../../manifests/load/manifest-source.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';
import { filledRow } from './filled-row.ts';
import type { ReadRows, RowsText } from './rows-text.ts';
import { REPEATED_ID, rowOf } from './row.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { MAX_PROMPTS_BYTES, type Row } from './suite.ts';

/** One JSON object on each line; empty lines are ignored. */
export function jsonLinesRows({ file, text, template, isRow }: RowsText): ReadRows {
  const rows: Row[] = [];
  const problems: SuiteProblem[] = [];
  const ids = new Set<string>();
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at = (path: ManifestPath, message: string): SuiteProblem =>
      problemIn(line, path, message, { file, place });
    const value = parsed(line);
    if ('wrong' in value) {
      problems.push({ file, line: place + 1, column: value.column, path: '', message: value.wrong });
      continue;
    }
    if (!isJsonObject(value.json)) {
      problems.push(at([], 'must be a JSON object such as {"prompt": "…"}'));
      continue;
    }
    const filled = filledRow(value.json, template);
    if ('wrong' in filled) {
      problems.push(at(filled.wrong.field === undefined ? [] : [filled.wrong.field], filled.wrong.message));
      continue;
    }
    if (!isRow(filled.fields)) {
      const loaded = loadYaml(file, line, WORDS);
      if ('source' in loaded)
        for (const error of decisiveErrors(isRow.errors ?? []))
          problems.push({ ...explainSchemaError(error, loaded.source), line: place + 1 });
      continue;
    }
    const row = rowOf(filled.fields, String(rows.length + 1));
    if (ids.has(row.id)) problems.push(at(['id'], REPEATED_ID));
    ids.add(row.id);
    rows.push(row);
  }
  return { rows, problems, notes: [] };
}

const WORDS = {
  maxCharacters: MAX_PROMPTS_BYTES,
  tooLong: 'is too long',
  empty: 'is empty; write a JSON object',
};

function parsed(line: string): { readonly json: Json } | { readonly wrong: string; readonly column: number } {
  try {
    const json: Json = JSON.parse(line);
    return { json };
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    const column = Number(/position (\d+)/.exec(words)?.[1] ?? 0) + 1;
    return { wrong: 'is not JSON; write one JSON object on each line', column };
  }
}

/** JSON is YAML too, which knows where everything stands. */
function problemIn(
  line: string,
  path: ManifestPath,
  message: string,
  { file, place }: { readonly file: string; readonly place: number },
): SuiteProblem {
  const loaded = loadYaml(file, line, WORDS);
  const problem =
    'source' in loaded
      ? loaded.source.problem(path, message, 'key')
      : { file, column: 1, path: '', message, line: 1 };
  return { ...problem, line: place + 1 };
}
