import { join } from 'node:path';
import { BUILD } from '../../core/generation/generator-sources.ts';
import { createRegistrySource, readFacts } from '../../core/registry/find-registry.ts';
import { openRegistry } from '../../core/registry/load-registry.ts';

const MANIFESTS = join(import.meta.dirname, '../../manifests');

const found = await createRegistrySource({ manifestsPath: MANIFESTS, cachePath: BUILD }).find();

/** The folder with the files that a gateway of these manifests runs on. */
export const generatedFolder = found.folder;

/** The facts of every manifest, without the plugins. */
export const registry = await readFacts(found);

/** The registry of a gateway with all manifests. */
export const loadedRegistry = await openRegistry(found);

/** Every model of every manifest, with its real plugin. */
export const registryOnDisk = loadedRegistry.registry;
