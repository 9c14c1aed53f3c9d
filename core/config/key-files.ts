import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from '../config.ts';
import type { Auth } from '../contract.ts';
import { readKeyLine, readKeyLines } from './key-list.ts';

/** The providers' keys from files, by the variable that each replaces. Never log them or pass them as an argument. */
export type FileKeys = Readonly<Record<string, string>>;

type Authenticated = { readonly auth: Auth };

interface KeyFile {
  readonly variable: string;
  readonly path: string;
  readonly isList: boolean;
}

/** Enough for 32 keys of any length that a header can have. */
const MAX_BYTES = 65_536;

/**
 * Reads the files that `NAME_FILE` variables name, for each variable NAME of these providers' keys. A file has one key a
 * line.
 * @throws Error that names the variable and the file, and never quotes from it.
 */
export async function readKeyFiles(
  environment: Environment,
  providers: readonly Authenticated[],
): Promise<FileKeys> {
  const entries = keyFiles(environment, providers).map(
    async (file) => [file.variable, await readKeyFile(file)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The environment as if the keys in files were set in it. */
export function withFileKeys(environment: Environment, keys: FileKeys): Environment {
  return { ...environment, ...keys };
}

/** The folders of the key files. @throws Error as `readKeyFiles` does. */
export function keyFolders(environment: Environment, providers: readonly Authenticated[]): readonly string[] {
  return [...new Set(keyFiles(environment, providers).map(({ path }) => dirname(path)))];
}

function keyFiles(environment: Environment, providers: readonly Authenticated[]): readonly KeyFile[] {
  const variables = new Map(providers.flatMap(({ auth }) => keyVariables(auth)));
  return [...variables].flatMap(([variable, isList]) => {
    const path = environment[`${variable}_FILE`];
    if (path === undefined || path === '') return [];
    if ((environment[variable] ?? '') !== '')
      throw new Error(`${variable} and ${variable}_FILE are both set: unset one of them`);
    return [{ variable, path, isList }];
  });
}

/** The variables of a provider's keys, each with whether it may list several keys. */
function keyVariables(auth: Auth): readonly (readonly [string, boolean])[] {
  if (auth.scheme === 'none') return [];
  if (auth.scheme !== 'sigv4') return [[auth.env, true]];
  return [
    [auth.bearerEnv, true],
    [auth.accessKeyIdEnv, false],
    [auth.secretAccessKeyEnv, false],
    [auth.sessionTokenEnv, false],
  ];
}

async function readKeyFile({ variable, path, isList }: KeyFile): Promise<string> {
  const file = `the file that ${variable}_FILE names, ${path},`;
  const text = await textOf(path).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new Error(
      `${file} cannot be read${code}: check the path, and that the gateway’s user may read a file there of at most ${MAX_BYTES} bytes`,
      { cause },
    );
  });
  return isList ? readKeyLines(file, text) : readKeyLine(file, text);
}

/** Symbolic links are followed. A pipe or a device might never end. */
async function textOf(path: string): Promise<string> {
  const file = await stat(path);
  if (!file.isFile() || file.size > MAX_BYTES) throw new Error('no file of that size');
  return await readFile(path, 'utf8');
}
