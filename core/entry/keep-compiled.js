// Plain JavaScript, because loading the stripping of types takes longer than loading the entries.
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';

/**
 * Keeps the compiled code of every module that is loaded later, because compiling takes a third of a start. Node writes
 * it when the process exits normally. The code is executed, so only the user of this process may write to its folder. If
 * the folder cannot be written to, nothing is kept.
 * @param {string} folder
 */
export function keepCompiled(folder) {
  try {
    // The path is absolute, because mkdir never returns for a relative one once the working directory is deleted.
    const path = resolve(folder, 'compiled');
    mkdirSync(path, { recursive: true, mode: 0o700 });
    module.enableCompileCache(path);
  } catch {
    // The cache only saves time.
  }
}
