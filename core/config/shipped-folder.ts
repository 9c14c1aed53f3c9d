import { existsSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The path of a folder that comes with Assay, such as `manifests`. */
export function shippedFolder(name: string): string {
  return join(ROOT, name);
}

/** Whether an upgrade of the package replaces a folder. In a checkout it replaces none. */
export function isReplacedByUpgrade(name: string, folder: string): boolean {
  const isPacked = extname(import.meta.filename) === '.js';
  return isPacked && relative(shippedFolder(name), resolve(folder)) === '';
}

/** A folder in the working directory or, if it does not exist, the one that comes with Assay. */
export function ownOrShipped(path: string): string {
  const shipped = shippedFolder(path);
  return existsSync(path) || !existsSync(shipped) ? path : shipped;
}
