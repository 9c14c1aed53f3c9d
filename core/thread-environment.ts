import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The whole environment of a thread: the folder of compiled code, which Node does not pass on by itself. No thread needs a
 * provider's key.
 */
export function threadEnvironment(): Readonly<Record<string, string>> {
  // Inside the configured folder, Node makes one folder for each of its versions.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
