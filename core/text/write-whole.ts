import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file whole or not at all: a reader gets the old text or the new one. Makes its folder. */
export async function writeWhole(path: string, chunks: Iterable<string>, mode = 0o666): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A gateway ignores files with this ending.
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, chunks, { flag: 'wx', mode, flush: true });
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** A new file's name is durable once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
