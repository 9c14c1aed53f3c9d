import type { Provider } from '../../contract.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import { linkRegistry } from '../../manifests/link/link-registry.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import type { ManifestPath } from '../../manifests/load/manifest-source.ts';
import { loadPlugins } from '../../registry/load-plugin.ts';
import type { ManifestFolder } from './manifest-folder.ts';

/**
 * What keeps plugins from serving the providers that name them, such as a wrong option of a bridge: only the plugin
 * knows which it takes. Loads every plugin, and the packages that bridges name, as a start does.
 * @param folder without problems of its own.
 */
export async function pluginProblems({
  manifests,
  input,
  pluginsPath,
}: ManifestFolder): Promise<readonly ManifestProblem[]> {
  const { providers } = linkRegistry(manifests, input.manifests);
  const problems: ManifestProblem[] = [];
  for (const provider of providers) {
    const shaped = manifests.find(({ manifest }) => manifest.provider.id === provider.id);
    try {
      await loadPlugins([provider], pluginsPath);
    } catch (error) {
      if (shaped === undefined || !(error instanceof Error)) throw error;
      problems.push(problemOf(error, provider, shaped));
    }
  }
  return problems;
}

function problemOf(error: Error, provider: Provider, { source }: ShapedManifest): ManifestProblem {
  const path = pathOf(error) ?? ['plugin'];
  return source.problem(['provider', ...path], error.message.replace(`provider ${provider.id}: `, ''));
}

/** Where a plugin says that the mistake is; see `forProvider` of the contract. */
function pathOf(error: Error): ManifestPath | undefined {
  if (!('path' in error) || !Array.isArray(error.path)) return undefined;
  const path: readonly unknown[] = error.path;
  return path.map(String);
}
