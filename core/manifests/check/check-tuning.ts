import type { Model, TuningParameter } from '../../generated/manifest.ts';
import { checkConstants, type ProblemMaker, overlaps } from './check-constants.ts';
import type { ShapedManifest } from './check-shape.ts';
import { checkCases } from './check-tuning-cases.ts';
import { checkParameterSchema } from './check-tuning-schema.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { casesOf } from '../load/tuning-cases.ts';
import { nearestName } from '../../text/nearest-name.ts';

type TuningGroup = Readonly<Record<string, TuningParameter>>;

/**
 * Checks tuning groups, the constants that models send, and whether models and groups fit together.
 * @param isWhole false if broken models were left out, so that one of them may use a group.
 */
export function* checkTuning(shaped: ShapedManifest, isWhole: boolean): Generator<ManifestProblem> {
  const { source, manifest, placedModels } = shaped;
  const groups = manifest.tuning ?? {};
  for (const [name, group] of Object.entries(groups)) {
    yield* checkGroup(group, (path, message) => source.problem(['tuning', name, ...path], message));
    if (isWhole && !manifest.models.some((model) => model.tuning === name)) {
      const message = `no model uses the group "${name}"; name it in a model's tuning, or remove it`;
      yield source.problem(['tuning', name], message, 'key');
    }
  }
  for (const { model, index } of placedModels)
    yield* checkModelTuning(model, groups, (path, message) =>
      source.problem(['models', index, ...path], message),
    );
}

function* checkGroup(group: TuningGroup, problem: ProblemMaker): Generator<ManifestProblem> {
  const earlier: [string, TuningParameter][] = [];
  for (const [name, parameter] of Object.entries(group)) {
    const parameterProblem: ProblemMaker = (path, message) => problem([name, ...path], message);
    if (name in Object.prototype) {
      yield parameterProblem([], `"${name}" is a name every JavaScript object has; choose another`);
    }
    yield* checkParameterSchema(parameter, parameterProblem);
    yield* checkCases(parameter, parameterProblem);
    yield* checkExclusions({ name, parameter, group, problem: parameterProblem });
    for (const [otherName, other] of earlier) {
      const shared = sharedPlace(parameter, other);
      if (shared === undefined) continue;
      yield parameterProblem(
        ['x-wire'],
        `sets ${shared} as ${otherName} does; which of the two wins would be chance`,
      );
    }
    earlier.push([name, parameter]);
  }
}

interface ExclusionScope {
  readonly name: string;
  readonly parameter: TuningParameter;
  readonly group: TuningGroup;
  readonly problem: ProblemMaker;
}

/** A case may exclude other parameters of its group by name. */
function* checkExclusions({ name, parameter, group, problem }: ExclusionScope): Generator<ManifestProblem> {
  for (const { wireCase, effects } of casesOf(parameter)) {
    for (const [place, other] of (wireCase.excludes ?? []).entries()) {
      if (other !== name && Object.hasOwn(group, other)) continue;
      const advice = other === name ? 'name another one' : 'name a parameter of this group';
      yield problem([...effects, 'excludes', place], `cannot exclude "${other}"; ${advice}`);
    }
  }
}

function* checkModelTuning(
  model: Model,
  groups: Readonly<Record<string, TuningGroup>>,
  problem: ProblemMaker,
): Generator<ManifestProblem> {
  const send = model.send ?? {};
  yield* checkConstants(send, ['send'], problem);
  if (model.tuning === undefined) return;
  const group = Object.hasOwn(groups, model.tuning) ? groups[model.tuning] : undefined;
  if (group === undefined) {
    const nearest = nearestName(model.tuning, Object.keys(groups));
    const advice =
      nearest === undefined ? 'add it under tuning at the top, or remove this' : `did you mean "${nearest}"?`;
    yield problem(['tuning'], `there is no tuning group "${model.tuning}"; ${advice}`);
    return;
  }
  for (const [name, parameter] of Object.entries(group)) {
    for (const pointer of placesSet(parameter)) {
      const clash = Object.keys(send).find((constant) => overlaps(constant, pointer));
      if (clash === undefined) continue;
      yield problem(
        ['send', clash],
        `clashes with the parameter ${name}, which sets ${pointer}; remove one of the two`,
      );
    }
  }
}

function sharedPlace(a: TuningParameter, b: TuningParameter): string | undefined {
  const others = placesSet(b);
  return placesSet(a).find((pointer) => others.some((other) => overlaps(pointer, other)));
}

/** All pointers that a parameter can set. */
function placesSet(parameter: TuningParameter): readonly string[] {
  return [...new Set(casesOf(parameter).flatMap(({ wireCase }) => Object.keys(wireCase.set ?? {})))];
}
