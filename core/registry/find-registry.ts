import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashManifests } from '../manifests/link/hash-manifests.ts';
import { listPlugins } from '../manifests/load/find-plugins.ts';
import { readManifests } from '../manifests/load/read-input.ts';
import { RUNNABLE_FILES } from '../manifests/load/runnable-files.ts';
import type { RegistryData } from '../contract.ts';
import { registry as committed } from '../generated/registry.ts';
import { generateInThread } from './generate-in-thread.ts';
import { openRegistryCache, type RegistryCache } from './registry-cache.ts';

/** The registry of the manifests as they stood at one moment, on disk and ready to be opened by any process. */
export interface FoundRegistry {
  /** Of the manifests. */
  readonly hash: string;
  /** Where the generated files are; null where they are those of core/generated. */
  readonly folder: string | null;
  /** Folder of the operator's own plugins. */
  readonly plugins?: string | undefined;
}

export interface RegistrySource {
  /**
   * Reads the manifests. Those that core/generated was made from are taken as they stand, any others are generated,
   * by the same code and with the same checks, unless that was done before.
   * @throws ManifestError naming file, line and what to do.
   */
  find(): Promise<FoundRegistry>;
}

export interface RegistryPlaces {
  readonly manifestsPath: string;
  /** Where generated registries are kept. */
  readonly cachePath: string;
  /** Folder of the operator's own plugins. */
  readonly pluginsPath?: string | undefined;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Besides codegen/ itself, what decides what is generated: the versions of libraries, and what the generator imports. */
const GENERATOR_FILES = ['package.json', 'core/errors.ts'];

export function createRegistrySource({
  manifestsPath,
  cachePath,
  pluginsPath: plugins,
}: RegistryPlaces): RegistrySource {
  let cache: Promise<RegistryCache> | undefined;
  return {
    async find() {
      const manifests = await readManifests(manifestsPath).catch((cause: unknown) => {
        throw new Error(
          `the manifests in ${manifestsPath} cannot be read; ASSAY_MANIFESTS must name their folder`,
          { cause },
        );
      });
      const hash = hashManifests(manifests);
      if (hash === committed.hash) return { hash, folder: null, plugins };
      const [kept, key] = await Promise.all([
        (cache ??= openRegistryCache(cachePath)),
        keyOf(hash, await listPlugins(plugins, manifests)),
      ]);
      const folder =
        (await kept.find(key)) ??
        (await kept.make(key, (into) => generateInThread({ manifests, plugins, folder: into })));
      return { hash, folder, plugins };
    },
  };
}

/** The facts of a registry, without its plugins. @throws Error where its folder is gone. */
export async function readFacts({ folder }: FoundRegistry): Promise<RegistryData> {
  if (folder === null) return committed;
  const data: RegistryData = JSON.parse(await readFile(join(folder, RUNNABLE_FILES.registry), 'utf8'));
  return data;
}

/** The generator's own sources belong to it, and where they stand: the validators name libraries by whole address. */
async function keyOf(manifestsHash: string, plugins: readonly string[]): Promise<string> {
  const codegen = (await readdir(join(ROOT, 'codegen'), { recursive: true }))
    .filter((name) => /\.(ts|json)$/.test(name))
    .toSorted();
  const files = [...codegen.map((name) => join('codegen', name)), ...GENERATOR_FILES];
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')]),
  );
  return createHash('sha256')
    .update(JSON.stringify([manifestsHash, ROOT, process.version, plugins, texts]))
    .digest('hex');
}
