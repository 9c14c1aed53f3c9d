import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asJsonObject, isJsonObject } from '../../schema/json-values.ts';

/** The prefix of a plugin that is an npm package, such as `npm:@acme/assay-plugin`. */
export const PACKAGE_MARK = 'npm:';

/** The conditions of exports that Node's `import` uses. */
const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);
const MAX_NESTING = 8;

/**
 * Finds the file that `import` loads for an npm package, as installed for the folder in which the process was started.
 * @returns undefined if the package is not installed, or has nothing to import.
 */
export function findPackage(name: string, folder: string = process.cwd()): string | undefined {
  const description = descriptionOf(name, folder);
  if (description === undefined) return undefined;
  const { exports, main } = asJsonObject(JSON.parse(readFileSync(description, 'utf8')));
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

/** Finds the main entry in a package's exports: a text, conditions, or conditions under ".". */
function entryOf(exports: unknown, depth: number): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isJsonObject(exports) || depth > MAX_NESTING) return undefined;
  if (depth === 0 && '.' in exports) return entryOf(exports['.'], depth + 1);
  for (const [condition, target] of Object.entries(exports)) {
    if (!CONDITIONS.has(condition)) continue;
    const entry = entryOf(target, depth + 1);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
