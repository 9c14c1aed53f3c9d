import type { Model, RegistryData } from '../contract.ts';
import type { PluggedProvider } from './load-plugin.ts';

/** A model with the provider and the plugin that call it. */
export interface RegistryEntry extends PluggedProvider {
  readonly model: Model;
}

export type Registry = ReturnType<typeof createRegistry>;

/**
 * The models with their plugins. The manifests become a `RegistryData` in a folder, this registry, a `LoadedRegistry` with
 * request validators, and a `RegistrySnapshot` with connections. Frozen, because a request keeps the one it began with.
 * @param plugged by the provider's ID, in the manifests' order.
 * @throws Error that names a model without its provider.
 */
export function createRegistry(
  data: Pick<RegistryData, 'hash' | 'models' | 'switchedOff'>,
  plugged: ReadonlyMap<string, PluggedProvider>,
) {
  const entries = data.models.map((model): RegistryEntry => {
    const own = plugged.get(model.provider);
    if (own === undefined) throw new Error(`${model.id}: no plugin is loaded for provider ${model.provider}`);
    return Object.freeze({ model, ...own });
  });
  const byId = new Map(entries.map((entry) => [entry.model.id, entry]));
  return Object.freeze({
    hash: data.hash,
    providers: Object.freeze([...plugged.values()].map(({ provider }) => provider)),
    /** In the manifests' order. */
    entries: Object.freeze(entries),
    find: (modelId: string) => byId.get(modelId),
    /** IDs of models that are in a manifest but that no request may name. */
    switchedOff: data.switchedOff ?? [],
  });
}
