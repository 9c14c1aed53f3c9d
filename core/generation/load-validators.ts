import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { ValidatorFile } from '../manifests/load/runnable-files.ts';
import { findFolder, openFolderCache } from './folder-cache.ts';
import { generateInThread } from './generate-in-thread.ts';
import { BUILD, generationKey } from './generator-sources.ts';

/** Tells threads which folder the process has found. */
const FOUND = 'assay-validators';
let folder: Promise<string> | undefined;

/**
 * Validators of what no manifest changes, by the name each is exported under. The first process that finds none of
 * today's schemas generates them.
 */
export async function loadValidators(file: ValidatorFile): Promise<Readonly<Record<string, unknown>>> {
  folder ??= findOrGenerate();
  return import(pathToFileURL(join(await folder, file)).href);
}

async function findOrGenerate(): Promise<string> {
  const ofProcess = getEnvironmentData(FOUND);
  if (typeof ofProcess === 'string') return ofProcess;
  const key = generationKey(['validators']);
  const found = (await findFolder(BUILD, key)) ?? (await generate(key));
  setEnvironmentData(FOUND, found);
  return found;
}

async function generate(key: string): Promise<string> {
  const cache = await openFolderCache(BUILD);
  return cache.make(key, (into) => generateInThread({ kind: 'validators', folder: into }));
}
