import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../config.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import { isRecord } from '../../text/plain-json.ts';
import { writeWhole } from '../../text/write-whole.ts';

const MAX_BYTES = 16_384;
/** Read, write or run by anyone but the owner. */
const OTHERS = 0o077;

/** @returns undefined if there is no profile. @throws Error if it cannot be used, or others can read it. */
export async function readProfile(environment: Environment): Promise<GatewayTarget | undefined> {
  const path = profilePath(environment);
  if (path === undefined) return undefined;
  try {
    const { mode, size } = await stat(path);
    if ((mode & OTHERS) !== 0)
      throw new Error(`Others can read ${path}, which holds an API key. Run: chmod 600 ${path}`);
    const profile: unknown = size > MAX_BYTES ? undefined : JSON.parse(await readFile(path, 'utf8'));
    if (isProfile(profile)) return profile;
    throw new Error(`${path} is not what "assay login" writes. Log in again.`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SyntaxError) throw new Error(`${path} is not JSON. Log in again.`, { cause: error });
    throw error;
  }
}

/** Writes the profile, readable by this user alone. @returns its path. @throws Error without a folder for it. */
export async function saveProfile(profile: GatewayTarget, environment: Environment): Promise<string> {
  const path = profilePath(environment);
  if (path === undefined)
    throw new Error('There is no folder to keep the key in: set XDG_CONFIG_HOME or HOME.');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(path, [`${JSON.stringify(profile, undefined, 2)}\n`], 0o600);
  return path;
}

/** @returns its path; undefined where there was none. */
export async function removeProfile(environment: Environment): Promise<string | undefined> {
  const path = profilePath(environment);
  if (path === undefined) return undefined;
  try {
    await rm(path);
    return path;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** By the XDG base directory specification, which has relative paths ignored. */
function profilePath({ XDG_CONFIG_HOME: configHome, HOME: home }: Environment): string | undefined {
  if (configHome !== undefined && isAbsolute(configHome)) return join(configHome, 'assay', 'profile.json');
  return home === undefined || home === '' ? undefined : join(home, '.config', 'assay', 'profile.json');
}

function isProfile(value: unknown): value is GatewayTarget {
  return isRecord(value) && typeof value['url'] === 'string' && typeof value['key'] === 'string';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
