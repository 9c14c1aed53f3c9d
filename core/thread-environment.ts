import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The whole environment of a thread: where compiled code is kept, which Node does not pass on by itself. No thread needs
 * a provider's key.
 */
export function threadEnvironment(): Readonly<Record<string, string>> {
  // Node keeps the code of each of its versions in a folder of its own, inside the one it is told.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
