import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

/**
 * Keeps the compiled code of every module that is loaded from here on, for the next start: a third of a start is
 * compiling. Node writes it when the process ends in order. It is run as code, so like all of this folder it is the
 * gateway's own to write; where it cannot be written nothing is kept.
 */
export function keepCompiled(cachePath: string): void {
  // Absolute: below a relative path, mkdir never returns once the working directory is deleted.
  const folder = resolve(cachePath, 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(folder);
}
