import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listPlugins } from './find-plugins.ts';
import type { CodegenInput } from './codegen-input.ts';

const CODEGEN = join(import.meta.dirname, '../../../codegen');

export interface InputFolders {
  /** As problems shall name it; relative paths are the caller's. */
  readonly manifests: string;
  /** The operator's own, beside those of plugins/. */
  readonly plugins?: string;
}

/** Reads what `generate` needs from disk. @throws the file system's error where a folder is missing. */
export async function readCodegenInput({ manifests, plugins }: InputFolders): Promise<CodegenInput> {
  return readGeneratorInput(await readManifests(manifests), plugins);
}

/** Path of each manifest, as problems shall name it -> its YAML. */
export function readManifests(folder: string): Promise<ReadonlyMap<string, string>> {
  // `.yml` is read too, so that such a file is refused by name instead of being overlooked.
  return readTexts(folder, /\.ya?ml$/, (name) => join(folder, name));
}

/** All that the generator reads besides the manifests, and those. */
export async function readGeneratorInput(
  manifests: ReadonlyMap<string, string>,
  plugins: string | undefined,
): Promise<CodegenInput> {
  const [schemas, pluginNames] = await Promise.all([readSchemas(), listPlugins(plugins, manifests)]);
  return { manifests, schemas, plugins: pluginNames, pluginsPath: plugins };
}

/** Name of each schema's file -> its JSON. */
export function readSchemas(): Promise<ReadonlyMap<string, string>> {
  return readTexts(join(CODEGEN, 'schemas'), /\.schema\.json$/, (name) => name);
}

/** Key of each file whose name fits -> its text. @throws the file system's error where the folder is missing. */
export async function readTexts(
  folder: string,
  pattern: RegExp,
  keyOf: (name: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const names = await listFiles(folder, pattern);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [keyOf(name), texts[index] ?? '']));
}

async function listFiles(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && pattern.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
}
