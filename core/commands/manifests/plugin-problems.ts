import type { LinkedProvider } from '../../contract.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import { linkRegistry } from '../../manifests/link/link-registry.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import type { ManifestPath } from '../../manifests/load/manifest-source.ts';
import { loadPlugins } from '../../registry/load-plugin.ts';
import {
  describeOverwritten,
  describeUncounted,
  type OverwrittenPlace,
  overwrittenPlaces,
  type UncountedPrice,
  uncountedPrices,
} from '../../registry/plugin-misfits.ts';
import type { ManifestFolder } from './manifest-folder.ts';

/**
 * What keeps plugins from serving the providers that name them, such as a wrong option of a bridge: only the plugin
 * knows which it takes. Loads every plugin, and the packages that bridges name, as a start does.
 * @param folder without problems of its own.
 */
export async function pluginProblems(folder: ManifestFolder): Promise<readonly ManifestProblem[]> {
  const { manifests, input, pluginsPath } = folder;
  const { providers, models } = linkRegistry(manifests, input.manifests);
  const problems: ManifestProblem[] = [];
  for (const provider of providers) {
    const shaped = manifests.find(({ manifest }) => manifest.provider.id === provider.id);
    try {
      const loaded = (await loadPlugins([provider], pluginsPath)).get(provider.id);
      if (loaded === undefined || shaped === undefined) continue;
      const places = await overwrittenPlaces(loaded.provider, models, loaded.plugin);
      const misfits = [
        ...places.map((place) => overwritingProblem(place, shaped)),
        ...uncountedPrices(loaded.provider, models).map((price) => uncountedProblem(price, shaped)),
      ];
      // Models that differ elsewhere may share the parameter.
      problems.push(...new Map(misfits.map((each) => [`${each.path} ${each.message}`, each])).values());
    } catch (error) {
      if (shaped === undefined || !(error instanceof Error)) throw error;
      problems.push(problemOf(error, provider, shaped));
    }
  }
  return problems;
}

function problemOf(error: Error, provider: LinkedProvider, { source }: ShapedManifest): ManifestProblem {
  const path = pathOf(error) ?? ['plugin'];
  return source.problem(['provider', ...path], error.message.replace(`provider ${provider.id}: `, ''));
}

function overwritingProblem(place: OverwrittenPlace, { source, manifest }: ShapedManifest): ManifestProblem {
  const group = manifest.models.find(({ id }) => id === place.model.id)?.tuning ?? '';
  return source.problem(['tuning', group, place.parameter, 'x-wire'], describeOverwritten(place));
}

function uncountedProblem(uncounted: UncountedPrice, { source, manifest }: ShapedManifest): ManifestProblem {
  const index = manifest.models.findIndex(({ id }) => id === uncounted.model.id);
  return source.problem(['models', index, 'price', uncounted.price], describeUncounted(uncounted));
}

/** The place that a plugin names for its error; see `forProvider` of the contract. */
function pathOf(error: Error): ManifestPath | undefined {
  if (!('path' in error) || !Array.isArray(error.path)) return undefined;
  const path: readonly unknown[] = error.path;
  return path.map(String);
}
