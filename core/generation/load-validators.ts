import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { ValidatorFile } from '../manifests/load/runnable-files.ts';

/** Tells threads which folder the process has found. */
const FOUND = 'assay-validators';
let folder: Promise<string> | undefined;

/**
 * Validators, or published schemas, of what no manifest changes, by the name each is exported under. The first process that finds none of
 * today's schemas generates them.
 */
export async function loadValidators(file: ValidatorFile): Promise<Readonly<Record<string, unknown>>> {
  folder ??= folderOfProcess();
  return import(pathToFileURL(join(await folder, file)).href);
}

async function folderOfProcess(): Promise<string> {
  const known = getEnvironmentData(FOUND);
  if (typeof known === 'string') return known;
  // Threads do without it: to compile it would take each of them longer than the validators.
  const { findValidators } = await import('./find-validators.ts');
  const found = await findValidators();
  setEnvironmentData(FOUND, found);
  return found;
}
