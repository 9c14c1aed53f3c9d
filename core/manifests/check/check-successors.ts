import type { Model } from '../../generated/manifest.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ShapedManifest } from './check-shape.ts';

/**
 * A successor is a model that callers may name, and it is there for longer than the model it follows.
 * @param isWhole false where broken models were left out: a successor may then only seem missing.
 */
export function* checkSuccessors(
  manifests: readonly ShapedManifest[],
  isWhole: boolean,
): Generator<ManifestProblem> {
  const models = new Map(
    manifests.flatMap(({ manifest }) => manifest.models.map((model) => [model.id, model] as const)),
  );
  for (const { source, manifest, places } of manifests) {
    for (const [index, model] of manifest.models.entries()) {
      if (model.successor === undefined || model.enabled === false) continue;
      const successor = models.get(model.successor);
      if (successor === undefined && !isWhole) continue;
      const wrong = wrongSuccessor(model, successor);
      if (wrong !== undefined)
        yield source.problem(
          ['models', places[index] ?? index, 'successor'],
          `${model.successor} ${wrong}; name a model that callers can use after ${model.id}, or remove the line`,
        );
    }
  }
}

function wrongSuccessor({ id, shutdown }: Model, successor: Model | undefined): string | undefined {
  if (successor === undefined) return 'is in none of the manifests';
  if (successor.id === id) return 'is the model itself';
  if (successor.enabled === false) return 'is switched off';
  const ends = successor.shutdown;
  if (ends !== undefined && (shutdown === undefined || ends <= shutdown))
    return `is shut down on ${ends}, ${shutdown === undefined ? `and no shutdown of ${id} is known` : `no later than ${id} (${shutdown})`}`;
  return undefined;
}
