import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { findPackage, PACKAGE_MARK } from './find-package.ts';

const BUILT_IN = join(import.meta.dirname, '../../../plugins');
const PLUGIN_FILE = /^[a-z][a-z0-9-]*\.(ts|js|mjs)$/;
/** A package in a manifest: a plugin, or the package that a plugin bridges to. */
const PACKAGE_NAME = /(?:npm:|package:\s*["']?)((?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*)/g;

/**
 * Finds the files of the built-in plugins and the operator's, by their names.
 * @param outside the folder of ASSAY_PLUGINS, if it is set.
 * @throws Error if the folder cannot be read, or two plugins have one name.
 */
export async function findPlugins(outside?: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const file of await pluginFiles(BUILT_IN)) files.set(pluginName(file), file);
  if (outside === undefined) return files;
  const own = await pluginFiles(resolve(outside)).catch((cause: unknown) => {
    throw new Error(`the plugins in ${outside} cannot be read; ASSAY_PLUGINS must name their folder`, {
      cause,
    });
  });
  for (const file of own) {
    const name = pluginName(file);
    const other = files.get(name);
    if (other !== undefined)
      throw new Error(`plugin ${file}: the name "${name}" is taken by ${other}; rename the file`);
    files.set(name, file);
  }
  return files;
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

/** All names of plugins that manifests may use: those of the files, and those of installed packages in the manifests. */
export async function listPlugins(
  outside: string | undefined,
  manifests: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const packageNames = [...manifests.values()].flatMap((text) =>
    [...text.matchAll(PACKAGE_NAME)].map((match) => match[1] ?? ''),
  );
  const packages = [...new Set(packageNames)].filter((name) => findPackage(name) !== undefined);
  return [...(await findPlugins(outside)).keys(), ...packages.map((name) => PACKAGE_MARK + name)].toSorted();
}
