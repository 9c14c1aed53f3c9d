import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PricedModels } from '../../model-facts.ts';
import { listPlugins } from './find-plugins.ts';

/** Everything the generator reads, as texts: it touches no disk, no clock and no environment. */
export interface CodegenInput {
  /** Path of a manifest, as problems shall name it -> its YAML. */
  readonly manifests: ReadonlyMap<string, string>;
  /** File name in codegen/schemas -> its JSON. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Names a manifest's `plugin` may have; an installed package stands there as `npm:` and its name. */
  readonly plugins: readonly string[];
  /** Folder of the operator's own plugins, where ASSAY_PLUGINS names one. */
  readonly pluginsPath?: string | undefined;
  /** The registry these manifests replace; given, prices that jump are refused. */
  readonly previous?: PricedModels | undefined;
}

const CODEGEN = join(import.meta.dirname, '../../../codegen');

interface InputFolders {
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
async function readTexts(
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

interface OperatorsFolder {
  /** The folder where the variable is not set: that it is missing means that there are none. */
  readonly fallback: string;
  /** What is in it, for people. */
  readonly kind: string;
  readonly variable: string;
}

/**
 * Path of each YAML file, as problems shall name it -> its text.
 * @throws Error where the operator has named a folder that cannot be read.
 */
export async function readOperatorsFolder(
  folder: string,
  { fallback, kind, variable }: OperatorsFolder,
): Promise<ReadonlyMap<string, string>> {
  try {
    // `.yml` is read too, so that such a file is refused by name instead of being overlooked.
    return await readTexts(folder, /\.ya?ml$/, (name) => join(folder, name));
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing && folder === fallback) return new Map();
    throw new Error(`the ${kind} in ${folder} cannot be read; ${variable} must name their folder`, { cause });
  }
}
