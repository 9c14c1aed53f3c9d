import type { TuningCase, TuningParameter } from '../../generated/manifest.ts';
import { checkConstants, type ProblemMaker } from './check-constants.ts';
import { takesValue } from './check-tuning-schema.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';

interface CaseScope {
  readonly parameter: TuningParameter;
  /** The cases before this one. */
  readonly earlier: readonly TuningCase[];
  /** Relative to the case. */
  readonly problem: ProblemMaker;
}

/**
 * The first case whose condition holds decides, so every case must be reachable and the last must catch the rest.
 * @param problem relative to the parameter.
 */
export function* checkCases(parameter: TuningParameter, problem: ProblemMaker): Generator<ManifestProblem> {
  const cases = parameter['x-wire'];
  if (typeof cases === 'string') return;
  for (const [index, wireCase] of cases.entries()) {
    const scope: CaseScope = {
      parameter,
      earlier: cases.slice(0, index),
      problem: (path, message) => problem(['x-wire', index, ...path], message),
    };
    yield* checkCondition(wireCase, scope);
    yield* checkEffects(wireCase, scope);
  }
  if (!cases.some(isUnconditional)) {
    const last = ['x-wire', cases.length - 1];
    yield problem(last, 'the last case must take every value left; add one more without equals and below');
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

function* checkEffects(wireCase: TuningCase, { parameter, problem }: CaseScope): Generator<ManifestProblem> {
  if (wireCase.raisesMaxTokens === true && !isInteger(parameter)) {
    yield problem(
      ['raisesMaxTokens'],
      'needs a parameter that counts tokens, and this one takes no integer; remove it',
    );
  }
  yield* checkConstants(wireCase.set ?? {}, ['set'], problem);
}

function isUnconditional({ equals, below }: TuningCase): boolean {
  return equals === undefined && below === undefined;
}

function isInteger({ type, oneOf }: TuningParameter): boolean {
  return type === 'integer' || oneOf !== undefined;
}
