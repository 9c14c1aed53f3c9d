import { registry } from '../../core/generated/registry.ts';
import { loadPlugins } from '../../core/registry/load-plugin.ts';
import { createRegistry } from '../../core/registry/registry.ts';

/** Every model of every manifest with its real plugin; a new manifest is in it without a change here. */
export const registryOnDisk = createRegistry(registry, await loadPlugins(registry.providers));
