import { findFolder, openFolderCache } from './folder-cache.ts';
import { generateInThread } from './generate-in-thread.ts';
import { BUILD, generationKey, generatorAtStart } from './generator-sources.ts';

/** Finds the folder of the validators that do not depend on manifests, or generates it from today's schemas. */
export async function findValidators(): Promise<string> {
  const key = generationKey(['validators'], generatorAtStart());
  const built = await findFolder(BUILD, key);
  if (built !== undefined) return built;
  const cache = await openFolderCache(BUILD);
  return cache.make(key, (folder) => generateInThread({ kind: 'validators', folder }));
}
