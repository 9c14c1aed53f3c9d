import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * All that a thread of the SQLite ledger has of the environment: where compiled code is kept, which a thread does not
 * take over by itself. It needs no provider key and no flag meant for the main thread.
 */
export function threadEnvironment(): Readonly<Record<string, string>> {
  // Node keeps the code of each of its versions in a folder of its own, inside the one it is told.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
