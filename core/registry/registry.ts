import type { Model, Provider, RegistryData, WirePlugin } from '../contract.ts';
import type { PluggedProvider } from './load-plugin.ts';

/** A model with the provider and the plugin that call it. */
export interface RegistryEntry {
  readonly model: Model;
  readonly provider: Provider;
  readonly plugin: WirePlugin;
}

/**
 * The models with their plugins. The manifests become a `RegistryData` in a folder, this registry, a `LoadedRegistry` with
 * request validators, and a `RegistrySnapshot` with connections. Frozen, because a request keeps the one it began with.
 */
export interface Registry {
  readonly hash: string;
  readonly providers: readonly Provider[];
  /** In the manifests' order. */
  readonly entries: readonly RegistryEntry[];
  find(modelId: string): RegistryEntry | undefined;
  /** IDs of models that are in a manifest but that no request may name. */
  readonly switchedOff: readonly string[];
}

/** @param plugged by the provider's ID, in the manifests' order. @throws Error that names a model without its provider. */
export function createRegistry(
  data: Pick<RegistryData, 'hash' | 'models' | 'switchedOff'>,
  plugged: ReadonlyMap<string, PluggedProvider>,
): Registry {
  const entries = data.models.map((model): RegistryEntry => {
    const own = plugged.get(model.provider);
    if (own === undefined) throw new Error(`${model.id}: no plugin is loaded for provider ${model.provider}`);
    return Object.freeze({ model, ...own });
  });
  const byId = new Map(entries.map((entry) => [entry.model.id, entry]));
  return Object.freeze({
    hash: data.hash,
    providers: Object.freeze([...plugged.values()].map(({ provider }) => provider)),
    entries: Object.freeze(entries),
    find: (modelId: string) => byId.get(modelId),
    switchedOff: data.switchedOff ?? [],
  });
}
