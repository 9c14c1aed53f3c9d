import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RUNNABLE_FILES } from '../manifests/load/runnable-files.ts';
import type { RegistryData } from '../contract.ts';
import type { CompareRequest } from '../generated/compare-request.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import type { Validator } from '../schema/check-by.ts';
import {
  createRegistrySource,
  readFacts,
  type RegistryLocation,
  type RegistryPlaces,
} from './find-registry.ts';
import { loadPlugins, type PluggedProvider } from './load-plugin.ts';
import {
  describeOverwritten,
  describeUncounted,
  overwrittenPlaces,
  uncountedPrices,
} from './plugin-misfits.ts';
import { createRegistry, type Registry } from './registry.ts';

/** A registry with the validators and the OpenAPI document that were generated from it. */
export interface LoadedRegistry {
  readonly registry: Registry;
  readonly validatePromptRequest: Validator<PromptRequest>;
  readonly validateCompareRequest: Validator<CompareRequest>;
  /** OpenAPI 3.1, as JSON text in UTF-8. */
  readonly openapi: Buffer;
}

/**
 * Loads the registry of a folder of manifests.
 * @throws ManifestError that names the file, the line and a remedy; Error that names a plugin that does not fit.
 */
export async function loadRegistry(places: RegistryPlaces): Promise<LoadedRegistry> {
  return openRegistry(await createRegistrySource(places).find());
}

/** @throws Error if the folder was deleted, or that names a plugin that does not fit. */
export async function openRegistry({
  folder,
  plugins: operatorsFolder,
}: RegistryLocation): Promise<LoadedRegistry> {
  const [data, openapi, validators] = await Promise.all([
    readFacts({ folder }),
    readFile(join(folder, RUNNABLE_FILES.openapi)),
    importValidators(join(folder, RUNNABLE_FILES.validators)),
  ]);
  deepFreeze(data);
  const plugins = await loadPlugins(data.providers, operatorsFolder);
  for (const plugged of plugins.values()) {
    deepFreeze(plugged.provider);
    await refuseMisfit(plugged, data);
  }
  const { validatePromptRequest, validateCompareRequest } = validators;
  return { registry: createRegistry(data, plugins), openapi, validatePromptRequest, validateCompareRequest };
}

/** @throws Error that names the model that does not fit the plugin, and a remedy. */
async function refuseMisfit({ provider, plugin }: PluggedProvider, { models }: RegistryData): Promise<void> {
  const where = `provider ${provider.id}, model`;
  const [overwritten] = await overwrittenPlaces(provider, models, plugin);
  if (overwritten !== undefined)
    throw new Error(`${where} ${overwritten.model.id}: ${describeOverwritten(overwritten)}`);
  const [uncounted] = uncountedPrices(provider, models);
  if (uncounted !== undefined)
    throw new Error(
      `${where} ${uncounted.model.id}: price.${uncounted.price} ${describeUncounted(uncounted)}`,
    );
}

/** Only the validators are a module, because Node never unloads a module. */
function importValidators(
  file: string,
): Promise<Pick<LoadedRegistry, 'validatePromptRequest' | 'validateCompareRequest'>> {
  return import(pathToFileURL(file).href);
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) deepFreeze(member);
  Object.freeze(value);
}
