import { existsSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A folder that comes with Assay, such as `manifests`, wherever it is installed. */
export function shippedFolder(name: string): string {
  return join(ROOT, name);
}

/** Whether a folder is one that an upgrade of the package replaces; in a checkout none is. */
export function isReplacedByUpgrade(name: string, folder: string): boolean {
  const isPacked = extname(import.meta.filename) === '.js';
  return isPacked && relative(shippedFolder(name), resolve(folder)) === '';
}

/** A folder of the working directory; if there is none of this name, the one that comes with Assay. */
export function ownOrShipped(path: string): string {
  const shipped = shippedFolder(path);
  return existsSync(path) || !existsSync(shipped) ? path : shipped;
}
