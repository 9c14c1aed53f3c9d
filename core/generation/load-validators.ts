import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { ValidatorFile } from '../manifests/load/runnable-files.ts';

/** The key under which threads find the process's folder. */
const FOLDER_KEY = 'assay-validators';
let folder: Promise<string> | undefined;

/**
 * Loads validators, or published schemas, that do not depend on manifests, by the name of each export. The first process
 * that finds none of today's schemas generates them.
 */
export async function loadValidators(file: ValidatorFile): Promise<Readonly<Record<string, unknown>>> {
  folder ??= folderOfProcess();
  return import(pathToFileURL(join(await folder, file)).href);
}

async function folderOfProcess(): Promise<string> {
  const shared = getEnvironmentData(FOLDER_KEY);
  if (typeof shared === 'string') return shared;
  // Threads do not import it, because compiling it takes longer than loading the validators.
  const { findValidators } = await import('./find-validators.ts');
  const path = await findValidators();
  setEnvironmentData(FOLDER_KEY, path);
  return path;
}
