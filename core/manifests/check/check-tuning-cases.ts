import type { TuningParameter } from '../../generated/manifest.ts';
import { casesOf, type TuningCase } from '../load/tuning-cases.ts';
import { checkConstants, type ProblemMaker } from './check-constants.ts';
import { takesValue } from './check-tuning-schema.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';

interface CaseScope {
  readonly parameter: TuningParameter;
  /** The cases before this one. */
  readonly earlier: readonly TuningCase[];
  /** Its paths are relative to the condition. */
  readonly problem: ProblemMaker;
}

/**
 * The first case whose condition is true applies. So every case must be reachable, and the last must take all other
 * values.
 * @param problem makes problems whose paths are relative to the parameter.
 */
export function* checkCases(parameter: TuningParameter, problem: ProblemMaker): Generator<ManifestProblem> {
  yield* checkSteps(parameter, problem);
  const cases = casesOf(parameter);
  for (const [index, { wireCase, condition, effects }] of cases.entries()) {
    yield* checkCondition(wireCase, {
      parameter,
      earlier: cases.slice(0, index).map((earlier) => earlier.wireCase),
      problem: (path, message) => problem([...condition, ...path], message),
    });
    if (wireCase.raisesMaxTokens === true && !isInteger(parameter)) {
      yield problem(
        [...effects, 'raisesMaxTokens'],
        'needs a parameter that counts tokens, and this one takes no integer; remove it',
      );
    }
    yield* checkConstants(wireCase.set ?? {}, [...effects, 'set'], problem);
  }
  if (!cases.some(({ wireCase }) => isUnconditional(wireCase))) {
    const last = cases.at(-1)?.condition ?? [];
    yield problem(last, 'the last case must take every value left; add one more without equals and below');
  }
}

function* checkSteps({ 'x-wire': wire }: TuningParameter, problem: ProblemMaker): Generator<ManifestProblem> {
  if (typeof wire === 'string') return;
  for (const [index, { steps, ...wireCase }] of wire.entries()) {
    if (steps === undefined) continue;
    const path = ['x-wire', index];
    if (!isUnconditional(wireCase))
      yield problem(path, 'has steps and a condition; move the condition into a step');
    const usesValue = JSON.stringify([wireCase.set, wireCase.warn]).includes('$step');
    for (const [place, { value }] of steps.entries()) {
      if (usesValue === (value !== undefined)) continue;
      const message = usesValue
        ? 'needs a value, which stands for $step in set and warn; add it'
        : 'has a value, but neither set nor warn has $step; remove it, or write $step there';
      yield problem([...path, 'steps', place], message);
    }
  }
}

function* checkCondition(
  wireCase: TuningCase,
  { parameter, earlier, problem }: CaseScope,
): Generator<ManifestProblem> {
  const { equals, below } = wireCase;
  if (earlier.some(isUnconditional)) {
    yield problem(
      [],
      'is never reached: a case without a condition stands before it; remove it, or move it up',
    );
    return;
  }
  if (equals !== undefined && below !== undefined) {
    yield problem([], 'has two conditions; make two cases of it');
    return;
  }
  if (equals !== undefined && !takesValue(parameter, equals)) {
    yield problem(['equals'], 'is never true: the parameter does not take this value; correct it');
  } else if (equals !== undefined && earlier.some((other) => other.equals === equals)) {
    yield problem(['equals'], 'is never true: an earlier case has the same value; remove one');
  }
  if (below === undefined) return;
  const highest = Math.max(...earlier.map((other) => other.below ?? Number.NEGATIVE_INFINITY));
  if (!isInteger(parameter) && parameter.type !== 'number') {
    yield problem(['below'], 'compares numbers, and the parameter takes none; use equals');
  } else if (below <= highest) {
    yield problem(
      ['below'],
      `is never true: an earlier case takes all below ${highest}; order the cases upwards`,
    );
  }
}

function isUnconditional({ equals, below }: TuningCase): boolean {
  return equals === undefined && below === undefined;
}

function isInteger({ type, oneOf }: TuningParameter): boolean {
  return type === 'integer' || oneOf !== undefined;
}
