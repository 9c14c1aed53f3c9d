import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Folders by the hash of what they were made from: whole from the moment they stand there, and never changed. */
export interface FolderCache {
  /** The folder of a key; undefined if there is none, or it has been changed since it was written. */
  find(key: string): Promise<string | undefined>;
  /** Makes the folder of a key, by whoever is first. @param write fills the folder it is given. */
  make(key: string, write: (folder: string) => Promise<void>): Promise<string>;
}

const SUMS = 'sums.json';
const KEY = /^[0-9a-f]{64}$/;
const UNFINISHED = /^\.new-/;
/** Folders that stay, the latest used. */
const KEPT = 8;
/** What is unfinished for so long was left by a process that ended. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * What is in it is run as code, so it is the gateway's own to write. Where the folder cannot be written one in the
 * system's temporary folder takes its place, for as long as this process runs.
 */
export async function openFolderCache(path: string): Promise<FolderCache> {
  const root = (await isWritable(path)) ? path : await temporaryRoot();
  return {
    find: (key) => findFolder(root, key),
    async make(key, write) {
      const folder = join(root, key);
      const unfinished = await mkdtemp(join(root, '.new-'));
      try {
        await write(unfinished);
        await writeFile(join(unfinished, SUMS), JSON.stringify(await sumsOf(unfinished)));
        // What one user installs another may run.
        await chmod(unfinished, 0o755);
        await rename(unfinished, folder).catch(async () => {
          // Another process was first, with the same.
          if (await isWhole(folder)) return;
          await rm(folder, { recursive: true, force: true });
          await rename(unfinished, folder);
        });
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
      // It is there to save time; that it cannot be tidied is no reason to fail.
      await prune(root, key).catch(() => {});
      return folder;
    },
  };
}

/** The folder of a key below a root that need not exist; undefined if there is none, or it has been changed. */
export async function findFolder(root: string, key: string): Promise<string | undefined> {
  const folder = join(root, key);
  if (!(await isWhole(folder))) return undefined;
  const now = new Date();
  // Says that it is in use; a folder that may only be read is as good.
  await utimes(folder, now, now).catch(() => {});
  return folder;
}

async function isWritable(path: string): Promise<boolean> {
  try {
    // Absolute: below a relative path, mkdir never returns once the working directory is deleted.
    await mkdir(resolve(path), { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function temporaryRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'assay-generated-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** A crash of the machine may leave a file shorter than it was written. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    return (await readFile(join(folder, SUMS), 'utf8')) === JSON.stringify(await sumsOf(folder));
  } catch {
    return false;
  }
}

async function sumsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name !== SUMS).toSorted();
  const sums = await Promise.all(
    names.map(async (name) => {
      const sum = createHash('sha256').update(await readFile(join(folder, name)));
      return [name, sum.digest('hex')] as const;
    }),
  );
  return Object.fromEntries(sums);
}

/** Nothing but what this file made is touched, whatever folder the operator has named. */
async function prune(root: string, inUse: string): Promise<void> {
  const names = (await readdir(root)).filter(
    (name) => name !== inUse && (KEY.test(name) || UNFINISHED.test(name)),
  );
  const found = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await stat(join(root, name))).mtimeMs })),
  );
  const abandoned = found.filter(
    ({ name, usedAt }) => UNFINISHED.test(name) && usedAt < Date.now() - ABANDONED_AFTER_MS,
  );
  const old = found
    .filter(({ name }) => KEY.test(name))
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .slice(KEPT - 1);
  await Promise.all(
    [...abandoned, ...old].map(({ name }) => rm(join(root, name), { recursive: true, force: true })),
  );
}
