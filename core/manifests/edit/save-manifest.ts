import { link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/**
 * Replaces the text of a manifest atomically.
 * @param before the expected text of the file.
 * @throws Error if the file was changed since.
 */
export async function replaceManifest(file: string, before: string, after: string): Promise<void> {
  // A link stays a link, and its target is replaced.
  const target = await realpath(file);
  const { mode } = await stat(target);
  await throughTemporary(target, { text: after, mode }, async (temporary) => {
    if ((await readFile(target, 'utf8')) !== before)
      throw new Error(`${file} was changed meanwhile by somebody else and stays as it is; run this again`);
    await rename(temporary, target);
  });
}

/** Writes a new manifest. @throws Error if the file exists. */
export async function createManifest(file: string, text: string): Promise<void> {
  await throughTemporary(file, { text }, async (temporary) => {
    try {
      // Unlike a rename, a link never replaces a file.
      await link(temporary, file);
    } catch (cause) {
      throw new Error(`${file} cannot be made: ${cause instanceof Error ? cause.message : 'unknown error'}`, {
        cause,
      });
    }
    await rm(temporary);
  });
}

/** The name of the temporary file does not end in `.yaml`, so no gateway reads it as a manifest. */
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
