// Plain JavaScript: what strips types from TypeScript takes longer to load than the entries themselves.
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';

/**
 * Keeps the compiled code of every module that is loaded from here on, for the next start: a third of a start is
 * compiling. Node writes it when the process ends in order. It is run as code, so like all of its folder it is for this
 * process's own user to write; where it cannot be written nothing is kept.
 * @param {string} folder
 */
export function keepCompiled(folder) {
  try {
    // Absolute: below a relative path, mkdir never returns once the working directory is deleted.
    const path = resolve(folder, 'compiled');
    mkdirSync(path, { recursive: true, mode: 0o700 });
    module.enableCompileCache(path);
  } catch {
    // It is there to save time.
  }
}
