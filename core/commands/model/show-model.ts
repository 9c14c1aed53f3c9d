import type { Json, Provider } from '../../contract.ts';
import type { ShapedManifest } from '../../manifests/check/check-shape.ts';
import { isJsonObject } from '../../schema/json-values.ts';
import type { ManifestPath } from '../../manifests/load/manifest-source.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { linkRegistry, TYPICAL_OUTPUT } from '../../manifests/link/link-registry.ts';
import { loadPlugins } from '../../registry/load-plugin.ts';
import type { CommandArguments } from '../command-table.ts';
import { readSoundManifests } from '../manifests/manifest-folder.ts';
import { formatTable, print } from '../print.ts';
import { findModel, type FoundModel } from './find-model.ts';

/** A fact of a model or of its provider, and its source. */
export interface ShownFact {
  /** Such as `limits.contextTokens` or `provider.timeouts.totalMs`. */
  readonly fact: string;
  readonly value: Json;
  readonly from: 'model' | 'every' | 'provider' | 'schema' | 'plugin';
  /** Its line in the file; null for a default and for a plugin. */
  readonly line: number | null;
}

/** Prints every fact of a model, then those of its provider. @throws Error where its plugin cannot be loaded. */
export async function showModel(args: CommandArguments, environment: Environment): Promise<void> {
  const [id = ''] = args.positionals;
  const found = findModel(id, await readSoundManifests(environment));
  const { model, shaped } = found;
  const { providers } = linkRegistry([shaped], new Map());
  const [loadedProvider] = (await loadPlugins(providers, loadConfig(environment).pluginsPath)).values();
  if (loadedProvider === undefined) return;
  const facts = factsOf(found, loadedProvider.provider);
  const rows = facts.map(({ fact, value, from, line }) => ({
    fact,
    from: line === null ? from : `${from}, line ${line}`,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  const { file } = shaped.source;
  print(args, { id: model.id, file, facts }, `${model.id}, in ${file}\n${formatTable(rows)}`);
}

function factsOf({ shaped, model, index }: FoundModel, { usage }: Provider): readonly ShownFact[] {
  const { id: _, ...ownFacts } = model;
  const typicalOutputTokens = { ...TYPICAL_OUTPUT[model.group], ...model.typicalOutputTokens };
  return [
    ...leaves({ ...ownFacts, typicalOutputTokens }).map(({ path, value }): ShownFact => {
      const place = ['models', index, ...path];
      return factOf(shaped, { place, fact: path.join('.'), value, fallback: 'schema' });
    }),
    ...leaves({ ...shaped.manifest.provider, usage }).map(({ path, value }): ShownFact => {
      const place = ['provider', ...path];
      const fallback = path[0] === 'usage' ? 'plugin' : 'schema';
      return factOf(shaped, { place, fact: place.join('.'), value, fallback });
    }),
  ];
}

interface PlacedFact extends Pick<ShownFact, 'fact' | 'value'> {
  readonly place: ManifestPath;
  /** The source of a fact that is not in the file. */
  readonly fallback: 'schema' | 'plugin';
}

function factOf({ source }: ShapedManifest, { place, fact, value, fallback }: PlacedFact): ShownFact {
  const origin = source.origin(place);
  if (origin === undefined) return { fact, value, from: fallback, line: null };
  const from = place[0] === 'provider' ? 'provider' : origin;
  return { fact, value, from, line: source.problem(place, '', 'key').line };
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/** Values at most two keys deep; a deeper value is one fact. */
function leaves(facts: object): readonly Leaf[] {
  return Object.entries(facts).flatMap(([key, value]: [string, Json]): readonly Leaf[] =>
    isJsonObject(value) && !WHOLE.has(key)
      ? Object.entries(value).map(([inner, member]) => ({ path: [key, inner], value: member }))
      : [{ path: [key], value }],
  );
}

/** Objects whose keys are no facts by themselves. */
const WHOLE: ReadonlySet<string> = new Set(['headers', 'schemaSubset', 'bridge', 'priceLists']);
