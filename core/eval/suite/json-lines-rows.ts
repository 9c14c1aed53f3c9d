import { isJsonObject } from '../../schema/json-values.ts';
import type { ManifestPath } from '../../manifests/load/manifest-source.ts';
import { fillRow } from './fill-row.ts';
import { jsonLines, parseLine, problemsIn, schemaProblems } from './json-line.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { REPEATED_ID, rowOf, type ReadRows, type Row, type RowsText } from './suite.ts';

/** One JSON object on each line; empty lines are ignored. */
export function jsonLinesRows({ file, text, template, isRow }: RowsText): ReadRows {
  const rows: Row[] = [];
  const problems: SuiteProblem[] = [];
  const ids = new Set<string>();
  for (const line of jsonLines(file, text)) {
    const at = (path: ManifestPath, message: string): readonly SuiteProblem[] =>
      problemsIn(line, (source) => [source.problem(path, message, 'key')]);
    const result = parseLine(line);
    if ('problem' in result) {
      problems.push(result.problem);
      continue;
    }
    if (!isJsonObject(result.json)) {
      problems.push(...at([], 'must be a JSON object such as {"prompt": "…"}'));
      continue;
    }
    const filled = fillRow(result.json, template);
    if ('wrong' in filled) {
      const { field, message } = filled.wrong;
      problems.push(...at(field === undefined ? [] : [field], message));
      continue;
    }
    if (!isRow(filled.fields)) {
      problems.push(...schemaProblems(line, isRow.errors));
      continue;
    }
    const row = rowOf(filled.fields, String(rows.length + 1));
    if (ids.has(row.id)) problems.push(...at(['id'], REPEATED_ID));
    ids.add(row.id);
    rows.push(row);
  }
  return { rows, problems };
}
