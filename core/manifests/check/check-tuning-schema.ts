import type { IntegerSet, TuningParameter } from '../../generated/manifest.ts';
import type { ProblemMaker } from './check-constants.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';

/**
 * A parameter must define its values completely and in one way: as bounded integers or numbers, words, a boolean or
 * bounded text.
 * @param problem makes problems whose paths are relative to the parameter.
 */
export function* checkParameterSchema(
  parameter: TuningParameter,
  problem: ProblemMaker,
): Generator<ManifestProblem> {
  const { type, enum: words, oneOf } = parameter;
  // Words are text, so they may have the type string.
  const isTyped = type !== undefined && !(type === 'string' && words !== undefined);
  const ways = [words !== undefined, oneOf !== undefined, isTyped];
  if (ways.filter(Boolean).length !== 1) {
    yield problem([], 'must say in one way which values it takes; give either enum, oneOf, or type');
    return;
  }
  if (type === 'integer' || type === 'number') yield* checkBounds(parameter, problem);
  else if (parameter.minimum !== undefined || parameter.maximum !== undefined) {
    yield problem([], 'only a type of integer or number has minimum and maximum; remove them');
  }
  if (type === 'string' && words === undefined) yield* checkText(parameter, problem);
  else if (parameter.pattern !== undefined || parameter.maxLength !== undefined) {
    yield problem([], 'only a type of string has pattern and maxLength; remove them');
  }
  for (const [index, set] of (oneOf ?? []).entries()) {
    if ((set.const !== undefined) !== isRange(set)) continue;
    yield problem(
      ['oneOf', index],
      'must be either one integer (const), or a minimum and a maximum not below it; correct it',
    );
  }
}

function* checkBounds(
  { type, minimum, maximum }: TuningParameter,
  problem: ProblemMaker,
): Generator<ManifestProblem> {
  if (minimum === undefined || maximum === undefined) {
    yield problem(
      [],
      `${type === 'integer' ? 'an integer' : 'a number'} needs minimum and maximum; add both`,
    );
    return;
  }
  for (const [name, bound] of Object.entries({ minimum, maximum })) {
    if (type === 'integer' && !(Number.isSafeInteger(bound) && bound >= 0))
      yield problem([name], 'must be a whole number from 0 on, because the type is integer; correct it');
  }
  if (minimum > maximum) {
    yield problem(['minimum'], `is above the maximum (${maximum}); swap them`);
  }
}

function* checkText(
  { pattern, maxLength }: TuningParameter,
  problem: ProblemMaker,
): Generator<ManifestProblem> {
  if (maxLength === undefined) yield problem([], 'text needs a maxLength; add one');
  if (pattern !== undefined && !isPattern(pattern)) {
    yield problem(['pattern'], 'is no regular expression; correct it');
  }
}

/** Whether a caller may send this value. */
export function takesValue(parameter: TuningParameter, value: string | number | boolean): boolean {
  const { type, enum: words, oneOf, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = parameter;
  if (words !== undefined) return typeof value === 'string' && words.includes(value);
  if (type === 'boolean' || type === 'string') return typeof value === type;
  if (typeof value !== 'number' || (type !== 'number' && !Number.isInteger(value))) return false;
  const sets: readonly IntegerSet[] = oneOf ?? [{ minimum, maximum }];
  return sets.some(
    (set) => set.const === value || (isRange(set) && value >= set.minimum && value <= set.maximum),
  );
}

function isRange(
  set: IntegerSet,
): set is IntegerSet & { readonly minimum: number; readonly maximum: number } {
  return set.minimum !== undefined && set.maximum !== undefined && set.minimum <= set.maximum;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
