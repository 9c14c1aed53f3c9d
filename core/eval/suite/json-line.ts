import type { ErrorObject } from 'ajv';
import type { Json } from '../../contract.ts';
import { explainSchemaError } from '../../manifests/check/explain-schema-error.ts';
import { atStart, loadYaml } from '../../manifests/load/load-yaml.ts';
import type { ManifestSource } from '../../manifests/load/manifest-source.ts';
import { decisiveErrors } from '../../schema/field-errors.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { MAX_PROMPTS_BYTES } from './suite.ts';

/** One line of a file that has a JSON object on each. */
export interface JsonLine {
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Lines that are not empty. */
export function* jsonLines(file: string, text: string): Generator<JsonLine> {
  for (const [index, line] of text.split('\n').entries())
    if (line.trim() !== '') yield { file, line: index + 1, text: line };
}

export function parseLine(jsonLine: JsonLine): { readonly json: Json } | { readonly problem: SuiteProblem } {
  const { file, line, text } = jsonLine;
  try {
    const json: Json = JSON.parse(text);
    return { json };
  } catch (error) {
    const place = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0;
    const message = 'is not JSON; write one JSON object on each line';
    return { problem: { ...atStart(file, message), line, column: Number(place) + 1 } };
  }
}

/** Problems at their places in the line. @param explain finds them in the line as YAML, which includes JSON. */
export function problemsIn(
  { file, line, text }: JsonLine,
  explain: (source: ManifestSource) => readonly SuiteProblem[],
): readonly SuiteProblem[] {
  const limits = { maxCharacters: MAX_PROMPTS_BYTES, tooLong: 'is too long', empty: 'is empty' };
  const loaded = loadYaml(file, text, limits);
  const problems = 'problems' in loaded ? loaded.problems : explain(loaded.source);
  return problems.map((problem) => ({ ...problem, line }));
}

/** The errors of a schema, at their places. */
export function schemaProblems(
  line: JsonLine,
  errors: readonly ErrorObject[] | null | undefined,
  explain = explainSchemaError,
): readonly SuiteProblem[] {
  return problemsIn(line, (source) => decisiveErrors(errors ?? []).map((error) => explain(error, source)));
}
