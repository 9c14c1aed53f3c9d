import { hash as digest } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readCalibrations, writeCalibrations } from '../calibration/calibration-files.ts';
import { hasPriceJump } from '../manifests/check/check-price-jumps.ts';
import type { PricedModels } from '../model-facts.ts';
import { hashManifests } from '../manifests/load/hash-manifests.ts';
import { listPlugins } from '../manifests/load/find-plugins.ts';
import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { readManifests } from '../manifests/load/read-input.ts';
import { RUNNABLE_FILES } from '../manifests/load/runnable-files.ts';
import { type Panel, readPanels } from '../panels/panels.ts';
import type { RegistryData } from '../contract.ts';
import { findFolder, openFolderCache, type FolderCache } from '../generation/folder-cache.ts';
import { generateInThread } from '../generation/generate-in-thread.ts';
import {
  BUILD,
  generationKey,
  generatorAtStart,
  checkoutKey,
  readGenerator,
} from '../generation/generator-sources.ts';

/** A generated registry on disk, ready to be opened. */
export interface RegistryLocation {
  /** Hash of the manifests, and of the calibrations and panels if there are any. */
  readonly hash: string;
  /** Folder of the generated files. */
  readonly folder: string;
  /** Folder of the operator's own plugins. */
  readonly plugins?: string | undefined;
  /** Folder of the calibrations; undefined if there are none. */
  readonly calibrations?: string | undefined;
  /** Undefined if there are none. */
  readonly panels?: readonly Panel[] | undefined;
}

export type RegistrySource = ReturnType<typeof createRegistrySource>;

export interface RegistryPlaces {
  readonly manifestsPath: string;
  /** Folder of the cached registries. */
  readonly cachePath: string;
  /** Folder of the operator's own plugins. */
  readonly pluginsPath?: string | undefined;
  /** Folder of the calibrations. */
  readonly calibrationsPath?: string | undefined;
  /** Folder of the panels. */
  readonly panelsPath?: string | undefined;
}

export function createRegistrySource({
  manifestsPath,
  cachePath,
  pluginsPath: plugins,
  calibrationsPath,
  panelsPath,
}: RegistryPlaces) {
  let cache: Promise<FolderCache> | undefined;
  const openCache = (): Promise<FolderCache> => (cache ??= openFolderCache(cachePath));
  let isStarting = true;
  return {
    /** Folder of the manifests, as an absolute path. */
    manifests: resolve(manifestsPath),
    /**
     * Reads the manifests, the calibrations and the panels. Manifests that were not generated at the installation or by an
     * earlier gateway are checked and generated.
     * @param running the registry in use. If it is set, price jumps are refused.
     * @throws ManifestError that names the file, the line and a remedy.
     */
    async find(running?: PricedModels): Promise<RegistryLocation> {
      const texts = calibrationsPath === undefined ? new Map() : await readCalibrations(calibrationsPath);
      const panelTexts = panelsPath === undefined ? new Map() : await readPanels(panelsPath);
      const manifests = await readManifests(manifestsPath).catch((cause: unknown) => {
        throw new Error(
          `the manifests in ${manifestsPath} cannot be read; ASSAY_MANIFESTS must name their folder`,
          { cause },
        );
      });
      const manifestsHash = hashManifests(manifests);
      const calibrations = texts.size === 0 ? undefined : await cacheCalibrations(texts, await openCache());
      const others = [texts, panelTexts].filter(({ size }) => size > 0).map(hashManifests);
      const hash = others.length === 0 ? manifestsHash : hashOf([manifestsHash, ...others]);
      const folder = await folderOf(manifests, manifestsHash);
      // Without a folder it writes nothing: it only checks, and throws an error that names every jump.
      if (running !== undefined && hasPriceJump(await readFacts({ folder }), running))
        await generateInThread({ kind: 'registry', manifests, plugins, previous: pricesOf(running) });
      const panels = panelTexts.size === 0 ? undefined : await panelsOf(panelTexts, folder, texts);
      return { hash, folder, plugins, calibrations, panels };
    },
  };

  async function folderOf(manifests: ReadonlyMap<string, string>, manifestsHash: string): Promise<string> {
    const generator = isStarting ? generatorAtStart() : readGenerator();
    isStarting = false;
    const key = generationKey([manifestsHash, await listPlugins(plugins, manifests)], generator);
    const built = await findFolder(BUILD, key);
    if (built !== undefined) return built;
    const folders = await openCache();
    const cacheKey = cachePath === BUILD ? key : checkoutKey(key);
    return (
      (await folders.find(cacheKey)) ??
      (await folders.make(cacheKey, (folder) =>
        generateInThread({ kind: 'registry', manifests, plugins, folder }),
      ))
    );
  }
}

/** The prices without the other facts, because the thread gets a copy. */
function pricesOf({ models }: PricedModels): PricedModels {
  return { models: models.map(({ id, price }) => ({ id, price })) };
}

/** @throws ManifestError with every mistake in the panels. */
async function panelsOf(
  texts: ReadonlyMap<string, string>,
  folder: string,
  calibrations: ReadonlyMap<string, string>,
): Promise<readonly Panel[]> {
  const { checkPanels } = await import('../panels/check-panels.ts');
  const { models } = await readFacts({ folder });
  const { panels, problems } = checkPanels(texts, {
    models: models.map(({ id }) => id),
    calibrations: [...calibrations.keys()].map((file) => basename(file, '.yaml')),
  });
  if (problems.length > 0) throw new ManifestError(problems);
  return panels;
}

/** The facts of a registry, without its plugins. @throws Error if its folder was deleted. */
export async function readFacts({ folder }: Pick<RegistryLocation, 'folder'>): Promise<RegistryData> {
  const data: RegistryData = JSON.parse(await readFile(join(folder, RUNNABLE_FILES.registry), 'utf8'));
  return data;
}

/** @throws ManifestError with every mistake in the calibrations. */
async function cacheCalibrations(texts: ReadonlyMap<string, string>, cache: FolderCache): Promise<string> {
  // Imported only here, because few gateways have calibrations.
  const { checkCalibrations } = await import('../calibration/check-calibrations.ts');
  const { calibrations, problems } = checkCalibrations(texts);
  if (problems.length > 0) throw new ManifestError(problems);
  const key = hashOf(['calibrations', hashManifests(texts)]);
  const write = (folder: string): Promise<void> => writeCalibrations(folder, calibrations);
  return (await cache.find(key)) ?? (await cache.make(key, write));
}

function hashOf(parts: readonly unknown[]): string {
  return digest('sha256', JSON.stringify(parts));
}
