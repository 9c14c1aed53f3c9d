import { dirname, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../contract.ts';
import { explainSchemaError } from '../../manifests/check/explain-schema-error.ts';
import { loadYaml } from '../../manifests/load/load-yaml.ts';
import type { ManifestPath, ManifestSource } from '../../manifests/load/manifest-source.ts';
import { judgingConflicts } from '../../calibration/judging-conflicts.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';
import { readBounded } from './read-bounded.ts';
import { readRows } from './read-rows.ts';
import { ROW_SCHEMA, SUITE_SCHEMA } from './suite-schema.ts';
import { SuiteError, type SuiteProblem } from './suite-problem.ts';
import type { Suite } from '../../board/run-lines.ts';
import { REPEATED_ID, rowOf, type Row } from './suite.ts';

const MAX_SUITE_BYTES = 4_194_304;
const DEFAULT_CONCURRENCY = 4;
const WORDS = {
  maxCharacters: MAX_SUITE_BYTES,
  tooLong: 'is too long; put the prompts into a file of their own',
  empty: 'is empty; write a `name`, `prompts` and `models`',
};

/** A suite whose file is valid. Its models are checked later, with those of the gateway. */
export interface ReadSuite {
  readonly suite: Suite;
  readonly rows: readonly Row[];
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  /** @throws SuiteError naming each model or judge that is not among these. */
  readonly checkModels: (modelIds: readonly string[]) => void;
}

/** The content of a valid suite file. */
interface SuiteFile extends Omit<Suite, 'judges'> {
  readonly judges?: readonly string[];
  readonly prompts: string | readonly (string | JsonObject)[];
  readonly template?: string;
  readonly concurrency?: number;
}

/** Fields that replace the suite's own. */
export type SuiteChanges = Pick<SuiteFile, 'judge_until' | 'fuse'>;

/**
 * Reads a suite and its prompts.
 * @param changes replace its own fields.
 * @throws SuiteError with every mistake, where it is and what to do; Error if a file cannot be read.
 */
export async function readSuite(path: string, changes: SuiteChanges = {}): Promise<ReadSuite> {
  const text = await readBounded(path, MAX_SUITE_BYTES, 'a suite');
  const texts = new Map([[path, text]]);
  const loaded = loadYaml(path, text, WORDS);
  if ('problems' in loaded) throw new SuiteError(loaded.problems, texts);
  const { source } = loaded;
  const validators = compile();
  if (!validators.suite(source.value)) throw new SuiteError(schemaErrors(validators.suite, source), texts);
  const file: SuiteFile = { ...source.value, ...changes };
  const problems = checkTogether(file, source);
  const { prompts, template, concurrency = DEFAULT_CONCURRENCY, judges = [], ...suiteFields } = file;
  const rowsRead = isPath(prompts)
    ? await readRows(resolve(dirname(path), prompts), { template, isRow: validators.row })
    : { rows: inlineRows(prompts), problems: [], text: undefined };
  problems.push(...rowsRead.problems, ...(isPath(prompts) ? [] : repeatedIds(rowsRead.rows, source)));
  if (rowsRead.rows.length === 0 && rowsRead.problems.length === 0)
    problems.push(source.problem(['prompts'], 'has no prompts; add some'));
  if (isPath(prompts) && rowsRead.text !== undefined)
    texts.set(resolve(dirname(path), prompts), rowsRead.text);
  if (problems.length > 0) throw new SuiteError(problems, texts);
  return {
    suite: { ...suiteFields, judges },
    rows: rowsRead.rows,
    concurrency,
    checkModels(modelIds) {
      const unknown = unknownModels(file, source, modelIds);
      if (unknown.length > 0) throw new SuiteError(unknown, texts);
    },
  };
}

interface Validators {
  readonly suite: ValidateFunction<SuiteFile>;
  readonly row: ValidateFunction<JsonObject>;
}

function compile(): Validators {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, logger: false });
  return { suite: ajv.compile<SuiteFile>(SUITE_SCHEMA), row: ajv.compile<JsonObject>(ROW_SCHEMA) };
}

function schemaErrors(
  validate: ValidateFunction<SuiteFile>,
  source: ManifestSource,
): readonly SuiteProblem[] {
  return decisiveErrors(validate.errors ?? []).map((error) => explainSchemaError(error, source));
}

function isPath(prompts: SuiteFile['prompts']): prompts is string {
  return typeof prompts === 'string';
}

/** The checks that a schema cannot express. */
function checkTogether(file: SuiteFile, source: ManifestSource): SuiteProblem[] {
  const { models, judges = [], baseline, calibration, template, prompts } = file;
  const problems: SuiteProblem[] = [];
  if (baseline !== undefined && !models.includes(baseline)) {
    const nearest = nearestName(baseline, models);
    problems.push(
      source.problem(
        ['baseline'],
        `must be one of the suite’s models; ${nearest === undefined ? 'add it to `models`' : `did you mean ${nearest}?`}`,
      ),
    );
  }
  if (baseline !== undefined && judges.length === 0)
    problems.push(source.problem(['baseline'], 'has no effect without judges; add `judges`', 'key'));
  if (calibration !== undefined && judges.length === 0)
    problems.push(source.problem(['calibration'], 'has no effect without judges; add `judges`', 'key'));
  for (const { path, message } of judgingConflicts(file, { count: models.length, field: 'models' }))
    problems.push(source.problem(path, message));
  if (baseline !== undefined && file.fuse !== undefined)
    problems.push(
      source.problem(
        ['baseline'],
        'cannot be combined with fuse, whose answer is compared with every other; remove one',
        'key',
      ),
    );
  if (baseline !== undefined && models.length === 1)
    problems.push(source.problem(['models'], 'names only the baseline; add a model to compare with it'));
  if (template !== undefined && !isPath(prompts))
    problems.push(source.problem(['template'], 'is only for a file of prompts; remove it', 'key'));
  return problems;
}

function inlineRows(prompts: readonly (string | JsonObject)[]): readonly Row[] {
  return prompts.map((prompt, place) =>
    rowOf(typeof prompt === 'string' ? { prompt } : prompt, String(place + 1)),
  );
}

function repeatedIds(rows: readonly Row[], source: ManifestSource): readonly SuiteProblem[] {
  const ids = new Set<string>();
  return rows.flatMap(({ id }, place) => {
    if (ids.has(id)) return [source.problem(['prompts', place, 'id'], REPEATED_ID)];
    ids.add(id);
    return [];
  });
}

function unknownModels(
  { models, judges = [], fuse }: SuiteFile,
  source: ManifestSource,
  modelIds: readonly string[],
): readonly SuiteProblem[] {
  const check = (id: string, at: ManifestPath): readonly SuiteProblem[] => {
    if (modelIds.includes(id)) return [];
    const nearest = nearestName(id, modelIds);
    const advice = nearest === undefined ? '"assay model list" lists them' : `did you mean ${nearest}?`;
    return [source.problem(at, `the gateway has no such model; ${advice}`)];
  };
  return [
    ...models.flatMap((id, place) => check(id, ['models', place])),
    ...judges.flatMap((id, place) => check(id, ['judges', place])),
    ...(fuse === undefined ? [] : check(fuse, ['fuse'])),
  ];
}
