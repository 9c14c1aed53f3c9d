import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { findPackage, PACKAGE_MARK } from './find-package.ts';

const OWN = join(import.meta.dirname, '../../../plugins');
const PLUGIN_FILE = /^[a-z][a-z0-9-]*\.(ts|js|mjs)$/;
/** A package a manifest may name: as a plugin, or as the one a plugin works with. */
const NAMED_PACKAGE = /(?:npm:|package:\s*["']?)((?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*)/g;

/**
 * The plugins in folders, name -> file: the built-in ones, and the operator's own beside them.
 * @param outside the folder of ASSAY_PLUGINS, where there is one.
 * @throws Error where it cannot be read, or a name is taken.
 */
export async function findPlugins(outside?: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of await pluginFiles(OWN)) found.set(pluginName(file), file);
  if (outside === undefined) return found;
  const own = await pluginFiles(resolve(outside)).catch((cause: unknown) => {
    throw new Error(`the plugins in ${outside} cannot be read; ASSAY_PLUGINS must name their folder`, {
      cause,
    });
  });
  for (const file of own) {
    const name = pluginName(file);
    const taken = found.get(name);
    if (taken !== undefined)
      throw new Error(`plugin ${file}: the name "${name}" is taken by ${taken}; rename the file`);
    found.set(name, file);
  }
  return found;
}

async function pluginFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && PLUGIN_FILE.test(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

/** `plugins/aurora-chat.ts` -> `aurora-chat`. */
export function pluginName(file: string): string {
  return basename(file, extname(file));
}

/** Every name a manifest may use: those of the files, and of the installed packages that stand in the manifests. */
export async function listPlugins(
  outside: string | undefined,
  manifests: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const named = [...manifests.values()].flatMap((text) =>
    [...text.matchAll(NAMED_PACKAGE)].map((match) => match[1] ?? ''),
  );
  const packages = [...new Set(named)].filter((name) => findPackage(name) !== undefined);
  return [...(await findPlugins(outside)).keys(), ...packages.map((name) => PACKAGE_MARK + name)].toSorted();
}
