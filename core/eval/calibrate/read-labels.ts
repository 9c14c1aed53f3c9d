import { Ajv, type ErrorObject } from 'ajv';
import { explainSchemaError } from '../../manifests/check/explain-schema-error.ts';
import { atStart } from '../../manifests/load/load-yaml.ts';
import type { ManifestSource } from '../../manifests/load/manifest-source.ts';
import { jsonLines, parseLine, schemaProblems } from '../suite/json-line.ts';
import { readBounded } from '../suite/read-bounded.ts';
import { SuiteError, type SuiteProblem } from '../suite/suite-problem.ts';
import { LABEL_SCHEMA, type Label } from './label.ts';

const MAX_BYTES = 67_108_864;
const MAX_LABELS = 10_000;
const TITLE = 'the labels cannot be used';

/** Labels as one JSON object on each line; empty lines are ignored. @throws SuiteError quoting the line of every mistake. */
export async function readLabels(path: string): Promise<readonly Label[]> {
  const text = await readBounded(path, MAX_BYTES, 'a file of labels');
  const isLabel = new Ajv({ allErrors: true, verbose: true, logger: false }).compile<Label>(LABEL_SCHEMA);
  const problems: SuiteProblem[] = [];
  const labels: Label[] = [];
  for (const line of jsonLines(path, text)) {
    const result = parseLine(line);
    if ('problem' in result) problems.push(result.problem);
    else if (isLabel(result.json)) labels.push(result.json);
    else problems.push(...schemaProblems(line, isLabel.errors, explainError));
  }
  if (problems.length === 0 && labels.length === 0)
    problems.push(
      atStart(path, 'has no labels; write lines such as {"task": "…", "a": "…", "b": "…", "winner": "a"}'),
    );
  if (labels.length > MAX_LABELS)
    problems.push(atStart(path, `has ${labels.length} labels; ${MAX_LABELS} are the most`));
  if (problems.length > 0) throw new SuiteError(problems, new Map([[path, text]]), TITLE);
  return labels;
}

function explainError(error: ErrorObject, source: ManifestSource): SuiteProblem {
  return error.instancePath === '/winner' && error.data === ''
    ? source.problem(['winner'], 'is still empty; write "a", "b" or "tie"')
    : explainSchemaError(error, source);
}
