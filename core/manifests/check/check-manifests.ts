import type { PricedModels } from '../../model-facts.ts';
import type { Model } from '../../generated/manifest.ts';
import { compareText } from '../load/hash-manifests.ts';
import { loadManifests } from '../load/load-manifests.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import { checkModel } from './check-model.ts';
import { checkPriceJumps } from './check-price-jumps.ts';
import { checkProvider, type KnownPlugins } from './check-provider.ts';
import type { ShapeChecker, ShapedManifest } from './check-shape.ts';
import { checkTuning } from './check-tuning.ts';

interface ManifestsInput extends KnownPlugins {
  /** File -> its text. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly checkShape: ShapeChecker;
  /** The registry that these manifests replace. If it is set, prices that jump are refused. */
  readonly previous?: PricedModels | undefined;
}

export interface CheckedManifests {
  /** Ordered by file. Complete only if there are no problems. */
  readonly manifests: readonly ShapedManifest[];
  /** Every problem of every manifest, ordered by file and place. */
  readonly problems: readonly ManifestProblem[];
}

/** Reads and checks all manifests. It reports mistakes and never throws for them. */
export function checkManifests(input: ManifestsInput): CheckedManifests {
  const loaded = loadManifests(input.manifests);
  const problems = [...loaded.problems];
  const manifests: ShapedManifest[] = [];
  let isWhole = loaded.problems.length === 0;
  for (const source of loaded.sources) {
    const { shaped, problems: shapeProblems } = input.checkShape(source);
    problems.push(...shapeProblems);
    isWhole &&= shapeProblems.length === 0;
    if (shaped === undefined) continue;
    manifests.push(shaped);
    problems.push(
      ...checkProvider(shaped, input),
      ...checkModels(shaped),
      ...checkTuning(shaped, shapeProblems.length === 0),
    );
  }
  problems.push(
    ...checkIds(manifests),
    ...checkEnabled(manifests),
    ...checkSuccessors(manifests, isWhole),
    ...checkPriceJumps(manifests, input.previous),
  );
  return { manifests, problems: withoutRepeated(problems.toSorted(byPlace)) };
}

/** Removes repeated problems, because a mistake in `every` is found in every model of the file. */
function withoutRepeated(problems: readonly ManifestProblem[]): readonly ManifestProblem[] {
  return problems.filter((problem, index) => {
    const before = problems[index - 1];
    return before === undefined || byPlace(before, problem) !== 0;
  });
}

function* checkModels({ source, manifest, placedModels }: ShapedManifest): Generator<ManifestProblem> {
  for (const { model, index } of placedModels)
    yield* checkModel({
      manifest,
      model,
      problem: (path, message) => source.factProblem(['models', index, ...path], message),
    });
}

/** An ID must be unique over all files, because callers name models by it. */
function* checkIds(manifests: readonly ShapedManifest[]): Generator<ManifestProblem> {
  const firstPlaces = new Map<string, string>();
  for (const { source, manifest, placedModels } of manifests) {
    for (const { model, index } of placedModels) {
      const path = ['models', index, 'id'];
      const { line } = source.problem(path, '');
      const first = firstPlaces.get(model.id);
      if (first === undefined) firstPlaces.set(model.id, `${source.file}:${line}`);
      else {
        yield source.problem(
          path,
          `the ID "${model.id}" is taken at ${first}; choose another, such as ${manifest.provider.id}-${model.id}`,
        );
      }
    }
  }
}

/** At least one model must be switched on. */
function* checkEnabled(manifests: readonly ShapedManifest[]): Generator<ManifestProblem> {
  const [first] = manifests;
  const isOff = manifests.every(({ manifest }) => manifest.models.every(({ enabled }) => enabled === false));
  if (first !== undefined && isOff)
    yield first.source.problem(['models', 0, 'enabled'], 'every model is switched off; leave one on');
}

function byPlace(a: ManifestProblem, b: ManifestProblem): number {
  return (
    compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.message, b.message)
  );
}

/**
 * A successor must be a model that callers may name, and must not be shut down before its predecessor.
 * @param isWhole false if broken models were left out, so that a missing successor may be one of them.
 */
function* checkSuccessors(
  manifests: readonly ShapedManifest[],
  isWhole: boolean,
): Generator<ManifestProblem> {
  const models = new Map(
    manifests.flatMap(({ manifest }) => manifest.models.map((model) => [model.id, model] as const)),
  );
  for (const { source, placedModels } of manifests) {
    for (const { model, index } of placedModels) {
      if (model.successor === undefined || model.enabled === false) continue;
      const successor = models.get(model.successor);
      if (successor === undefined && !isWhole) continue;
      const mistake = successorMistake(model, successor);
      if (mistake !== undefined)
        yield source.problem(
          ['models', index, 'successor'],
          `${model.successor} ${mistake}; name a model that callers can use after ${model.id}, or remove the line`,
        );
    }
  }
}

function successorMistake({ id, shutdown }: Model, successor: Model | undefined): string | undefined {
  if (successor === undefined) return 'is in none of the manifests';
  if (successor.id === id) return 'is the model itself';
  if (successor.enabled === false) return 'is switched off';
  const ends = successor.shutdown;
  if (ends !== undefined && (shutdown === undefined || ends <= shutdown))
    return `is shut down on ${ends}, ${shutdown === undefined ? `and no shutdown of ${id} is known` : `no later than ${id} (${shutdown})`}`;
  return undefined;
}
