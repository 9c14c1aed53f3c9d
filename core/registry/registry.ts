import type { Model, Provider, RegistryData, WirePlugin } from '../contract.ts';

/** A model with all that is needed to call it. */
export interface RegistryEntry {
  readonly model: Model;
  readonly provider: Provider;
  readonly plugin: WirePlugin;
}

/** Frozen: a request keeps the registry it began with, whatever is swapped in meanwhile. */
export interface Registry {
  readonly hash: string;
  readonly providers: readonly Provider[];
  /** In the manifests' order. */
  readonly entries: readonly RegistryEntry[];
  find(modelId: string): RegistryEntry | undefined;
  /** IDs of models that are in a manifest and that no request may name. */
  readonly switchedOff: readonly string[];
  /** It is in a manifest, and no request may name it. */
  isSwitchedOff(modelId: string): boolean;
}

/** @param plugins by provider. @throws Error naming the provider whose plugin is not loaded. */
export function createRegistry(data: RegistryData, plugins: ReadonlyMap<string, WirePlugin>): Registry {
  const providers = new Map(data.providers.map((provider) => [provider.id, provider]));
  const entries = data.models.map((model): RegistryEntry => {
    const provider = providers.get(model.provider);
    const plugin = plugins.get(model.provider);
    if (provider === undefined || plugin === undefined)
      throw new Error(`${model.id}: no plugin is loaded for provider ${model.provider}`);
    return Object.freeze({ model, provider, plugin });
  });
  const byId = new Map(entries.map((entry) => [entry.model.id, entry]));
  return Object.freeze({
    hash: data.hash,
    providers: data.providers,
    entries: Object.freeze(entries),
    find: (modelId: string) => byId.get(modelId),
    switchedOff: data.switchedOff ?? [],
    isSwitchedOff: (modelId: string) => data.switchedOff?.includes(modelId) === true,
  });
}
