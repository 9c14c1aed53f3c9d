import type { ShapedManifest } from '../check/check-shape.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { Model, Provider } from '../../generated/manifest.ts';
import { compareModel, type FactDifference } from './compare-prices.ts';
import type { ListedProviders } from './price-list.ts';

/** A model of the list, and all differences. */
interface ComparedModel {
  readonly file: string;
  readonly model: Model;
  readonly differences: readonly FactDifference[];
}

/** A model that is not in the list, and the probable reason. */
export interface UnmatchedModel {
  readonly file: string;
  readonly model: Model;
  readonly reason: string;
}

export interface Comparison {
  readonly compared: readonly ComparedModel[];
  readonly unmatched: readonly UnmatchedModel[];
}

/** Finds models by their upstream names, and providers by their IDs or by `priceLists`. */
export function compareManifests(manifests: readonly ShapedManifest[], list: ListedProviders): Comparison {
  const compared: ComparedModel[] = [];
  const unmatched: UnmatchedModel[] = [];
  for (const { source, manifest } of manifests) {
    const name = manifest.provider.priceLists?.modelsDev ?? manifest.provider.id;
    const models = list.get(name);
    for (const model of manifest.models) {
      const listed = models?.get(model.upstream);
      if (listed === undefined) {
        const reason =
          models === undefined
            ? unknownProvider(name, manifest.provider, list)
            : unknownModel(model, models.keys());
        unmatched.push({ file: source.file, model, reason });
      } else {
        compared.push({ file: source.file, model, differences: compareModel(model, listed) });
      }
    }
  }
  return { compared, unmatched };
}

function unknownProvider(name: string, { id }: Provider, list: ListedProviders): string {
  const nearest = nearestName(name, list.keys());
  const advice = nearest === undefined ? '' : `, such as ${nearest}`;
  return `models.dev has no provider "${name}"; where it has ${id} under another name${advice}, say so in provider.priceLists.modelsDev`;
}

function unknownModel({ upstream }: Model, names: Iterable<string>): string {
  const nearest = nearestName(upstream, names);
  return `the provider has no model "${upstream}" there${nearest === undefined ? '' : `; the nearest is ${nearest}`}`;
}
