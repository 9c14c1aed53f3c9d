import { join } from 'node:path';
import { readTexts } from './read-input.ts';

export interface OperatorsFolder {
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
