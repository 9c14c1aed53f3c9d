import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PricedModels } from '../../model-facts.ts';
import { listPlugins } from './find-plugins.ts';

/** The texts that the generator reads. It uses no disk, clock or environment. */
export interface CodegenInput {
  /** The YAML of each manifest, by its path in problems. */
  readonly manifests: ReadonlyMap<string, string>;
  /** The JSON of each schema, by its file name in codegen/schemas. */
  readonly schemas: ReadonlyMap<string, string>;
  /** The names that a manifest's `plugin` may have. Those of installed packages begin with `npm:`. */
  readonly plugins: readonly string[];
  /** The folder of the operator's plugins, if ASSAY_PLUGINS is set. */
  readonly pluginsPath?: string | undefined;
  /** The registry that these manifests replace. If it is set, prices that jump are refused. */
  readonly previous?: PricedModels | undefined;
}

const CODEGEN = join(import.meta.dirname, '../../../codegen');

/**
 * Reads the input of `generate` from disk, without an operator's plugins.
 * @param manifests their folder, relative to the working directory or absolute, as in problems.
 * @throws the file system's error if a folder is missing.
 */
export async function readCodegenInput(manifests: string): Promise<CodegenInput> {
  return readGeneratorInput(await readManifests(manifests), undefined);
}

/** Reads the YAML of each manifest, by its path in problems. */
export function readManifests(folder: string): Promise<ReadonlyMap<string, string>> {
  // `.yml` is read too, so that such a file is refused by name instead of being overlooked.
  return readTexts(folder, /\.ya?ml$/, (name) => join(folder, name));
}

/** Adds the other input of the generator to manifests. */
export async function readGeneratorInput(
  manifests: ReadonlyMap<string, string>,
  plugins: string | undefined,
): Promise<CodegenInput> {
  const [schemas, pluginNames] = await Promise.all([readSchemas(), listPlugins(plugins, manifests)]);
  return { manifests, schemas, plugins: pluginNames, pluginsPath: plugins };
}

/** Reads the JSON of each schema, by its file name. */
export function readSchemas(): Promise<ReadonlyMap<string, string>> {
  return readTexts(join(CODEGEN, 'schemas'), /\.schema\.json$/, (name) => name);
}

/** Reads the files whose names match, by their keys. @throws the file system's error if the folder is missing. */
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
  /** The folder if the variable is not set. It may be missing. */
  readonly fallback: string;
  /** The kind of files in it, for messages. */
  readonly kind: string;
  readonly variable: string;
}

/**
 * Reads the text of each YAML file, by its path in problems.
 * @throws Error if the operator set a folder that cannot be read.
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
