import { join } from 'node:path';
import { BUILD } from '../../core/generation/generator-sources.ts';
import { createRegistrySource, readFacts } from '../../core/registry/find-registry.ts';
import { openRegistry } from '../../core/registry/load-registry.ts';

const MANIFESTS = join(import.meta.dirname, '../../manifests');

const found = await createRegistrySource({ manifestsPath: MANIFESTS, cachePath: BUILD }).find();

/** Where the files are that such a gateway runs on. */
export const generatedFolder = found.folder;

/** The facts of every manifest, without the plugins. */
export const registry = await readFacts(found);

/** What a gateway of every manifest runs on. */
export const loadedRegistry = await openRegistry(found);

/** Every model of every manifest with its real plugin; a new manifest is in it without a change here. */
export const registryOnDisk = loadedRegistry.registry;
