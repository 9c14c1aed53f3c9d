import { Ajv, type ValidateFunction } from 'ajv';
import { explainSchemaError } from '../../manifests/check/explain-schema-error.ts';
import { atStart, loadYaml } from '../../manifests/load/load-yaml.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';
import { readBounded } from '../suite/read-bounded.ts';
import { SuiteError, type SuiteProblem } from '../suite/suite-problem.ts';
import { LABEL_SCHEMA, type Label } from './label.ts';

const MAX_BYTES = 67_108_864;
const MAX_LABELS = 10_000;
const TITLE = 'the labels cannot be used';

/** Labels as one JSON object on each line; empty lines are ignored. @throws SuiteError showing every mistake where it stands. */
export async function readLabels(path: string): Promise<readonly Label[]> {
  const text = await readBounded(path, MAX_BYTES, 'a file of labels');
  const isLabel = new Ajv({ allErrors: true, verbose: true, logger: false }).compile<Label>(LABEL_SCHEMA);
  const problems: SuiteProblem[] = [];
  const labels: Label[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line, path, isLabel);
    if ('label' in read) labels.push(read.label);
    else problems.push(...read.problems.map((problem) => ({ ...problem, line: index + 1 })));
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

type ReadLine = { readonly label: Label } | { readonly problems: readonly SuiteProblem[] };

function readLine(line: string, file: string, isLabel: ValidateFunction<Label>): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const message = 'is not JSON; write one JSON object on each line';
    return { problems: [{ ...atStart(file, message), column: Number(at ?? 0) + 1 }] };
  }
  if (isLabel(value)) return { label: value };
  // JSON is YAML too, which knows where everything stands.
  const loaded = loadYaml(file, line, {
    maxCharacters: MAX_BYTES,
    tooLong: 'is too long',
    empty: 'is empty',
  });
  if ('problems' in loaded) return loaded;
  return {
    problems: decisiveErrors(isLabel.errors ?? []).map((error) =>
      error.instancePath === '/winner' && error.data === ''
        ? loaded.source.problem(['winner'], 'is still empty; write "a", "b" or "tie"')
        : explainSchemaError(error, loaded.source),
    ),
  };
}
