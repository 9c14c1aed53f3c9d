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

/** Folders by the hash of their input. A folder appears complete, and is never changed. */
export type FolderCache = Awaited<ReturnType<typeof openFolderCache>>;

const SUMS = 'sums.json';
const KEY = /^[0-9a-f]{64}$/;
const UNFINISHED = /^\.new-/;
/** The number of folders that stay: those that were used last. */
const MAX_FOLDERS = 8;
/** An unfinished folder of this age belongs to a process that has ended. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Opens a cache whose content is executed, so only the gateway may write it. If the folder is not writable, the cache is
 * in a temporary folder, which is removed when this process ends.
 */
export async function openFolderCache(path: string) {
  const root = (await isWritable(path)) ? path : await temporaryRoot();
  return {
    find: (key: string): Promise<string | undefined> => findFolder(root, key),
    /** Makes the folder of a key, unless another process has. @param write fills the folder. */
    async make(key: string, write: (folder: string) => Promise<void>): Promise<string> {
      const folder = join(root, key);
      const unfinished = await mkdtemp(join(root, '.new-'));
      try {
        await write(unfinished);
        await writeFile(join(unfinished, SUMS), JSON.stringify(await sumsOf(unfinished)));
        // Another user than the one who installed it may run the gateway.
        await chmod(unfinished, 0o755);
        await rename(unfinished, folder).catch(async () => {
          // Another process was first with the same content.
          if (await isWhole(folder)) return;
          await rm(folder, { recursive: true, force: true });
          await rename(unfinished, folder);
        });
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
      // The cache only saves time, so a failure to prune it is ignored.
      await prune(root, key).catch(() => {});
      return folder;
    },
  };
}

/** Finds the folder of a key below a root that need not exist; undefined if there is none, or if it was changed later. */
export async function findFolder(root: string, key: string): Promise<string | undefined> {
  const folder = join(root, key);
  if (!(await isWhole(folder))) return undefined;
  const now = new Date();
  // Marks it as used. A read-only folder is served too.
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

/** Removes only folders that a cache made, because the operator may name any folder. */
async function prune(root: string, inUse: string): Promise<void> {
  const names = (await readdir(root)).filter(
    (name) => name !== inUse && (KEY.test(name) || UNFINISHED.test(name)),
  );
  const folders = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await stat(join(root, name))).mtimeMs })),
  );
  const abandoned = folders.filter(
    ({ name, usedAt }) => UNFINISHED.test(name) && usedAt < Date.now() - ABANDONED_AFTER_MS,
  );
  const old = folders
    .filter(({ name }) => KEY.test(name))
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .slice(MAX_FOLDERS - 1);
  await Promise.all(
    [...abandoned, ...old].map(({ name }) => rm(join(root, name), { recursive: true, force: true })),
  );
}
