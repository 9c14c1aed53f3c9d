import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodegenInput } from './generate.ts';

const HERE = import.meta.dirname;

export interface InputFolders {
  /** As problems shall name it; relative paths are the caller's. */
  readonly manifests: string;
  /** Default: plugins/ beside codegen/. */
  readonly plugins?: string;
}

/** Reads what `generate` needs from disk. @throws the file system's error where a folder is missing. */
export async function readCodegenInput({
  manifests,
  plugins = join(HERE, '..', 'plugins'),
}: InputFolders): Promise<CodegenInput> {
  const [manifestTexts, schemas, pluginFiles, fieldErrorsSource] = await Promise.all([
    // `.yml` is read too, so that such a file is refused by name instead of being overlooked.
    readTexts(manifests, /\.ya?ml$/, (name) => join(manifests, name)),
    readTexts(join(HERE, 'schemas'), /\.schema\.json$/, (name) => name),
    listFiles(plugins, /^[^.]+\.ts$/),
    readFile(join(HERE, 'runtime', 'field-errors.ts'), 'utf8'),
  ]);
  return {
    manifests: manifestTexts,
    schemas,
    plugins: pluginFiles.map((name) => name.slice(0, -'.ts'.length)),
    fieldErrorsSource,
  };
}

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
