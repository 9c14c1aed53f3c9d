import { link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/**
 * Puts a new text in the place of an old one, whole or not at all: a reader sees the one or the other.
 * @param before what the file must still hold.
 * @throws Error where it holds something else by now.
 */
export async function replaceManifest(file: string, before: string, after: string): Promise<void> {
  // A link stays a link: what it leads to is replaced.
  const target = await realpath(file);
  const { mode } = await stat(target);
  await throughTemporary(target, { text: after, mode }, async (temporary) => {
    if ((await readFile(target, 'utf8')) !== before)
      throw new Error(`${file} was changed meanwhile by somebody else and stays as it is; run this again`);
    await rename(temporary, target);
  });
}

/** Writes a manifest that is not there yet. @throws Error where it is. */
export async function createManifest(file: string, text: string): Promise<void> {
  await throughTemporary(file, { text }, async (temporary) => {
    try {
      // Unlike a rename, a link never takes the place of a file.
      await link(temporary, file);
    } catch (cause) {
      throw new Error(`${file} cannot be made: ${cause instanceof Error ? cause.message : 'unknown error'}`, {
        cause,
      });
    }
    await rm(temporary);
  });
}

/** The temporary file ends in no `.yaml`, so no gateway that reads the folder takes it for a manifest. */
async function throughTemporary(
  file: string,
  { text, mode }: { readonly text: string; readonly mode?: number },
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(text, 'utf8');
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
