import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject } from './json-values.ts';

/** How a manifest names a plugin that is an npm package, such as `npm:@acme/assay-plugin`. */
export const PACKAGE_MARK = 'npm:';

/** What `import` asks a package for, as Node does. */
const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);
const MAX_NESTING = 8;

/**
 * The file an npm package is imported by, as installed for the folder the process was started in.
 * @returns undefined where it is not installed, or has nothing to import.
 */
export function findPackage(name: string, folder: string = process.cwd()): string | undefined {
  const description = descriptionOf(name, folder);
  if (description === undefined) return undefined;
  const { exports, main } = readDescription(description);
  const entry = exports === undefined ? (main ?? 'index.js') : entryOf(exports, 0);
  const file = typeof entry === 'string' ? join(dirname(description), entry) : undefined;
  return file !== undefined && existsSync(file) ? file : undefined;
}

function descriptionOf(name: string, folder: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(join(folder, 'package.json')));
  } catch {
    // Not installed.
    return undefined;
  }
}

function readDescription(file: string): { readonly exports?: unknown; readonly main?: unknown } {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isJsonObject(parsed) ? parsed : {};
}

/** The package's own entry among its exports: a text, conditions, or conditions under ".". */
function entryOf(exports: unknown, depth: number): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isJsonObject(exports) || depth > MAX_NESTING) return undefined;
  if (depth === 0 && '.' in exports) return entryOf(exports['.'], depth + 1);
  for (const [condition, target] of Object.entries(exports)) {
    if (!CONDITIONS.has(condition)) continue;
    const found = entryOf(target, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
