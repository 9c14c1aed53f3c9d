import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { readBounded } from './read-bounded.ts';

const MAX_BYTES = 4_194_304;

/**
 * Reads a text that a file names. The file may come from somebody else, and the text is sent to providers, so that only
 * texts in its own folder are read, symbolic links resolved.
 * @param name a path, relative to the folder.
 * @returns `wrong` saying why it is not read.
 */
export async function readBelow(
  folder: string,
  name: string,
): Promise<{ readonly text: string } | { readonly wrong: string }> {
  if (!/\.(txt|md)$/.test(name)) return { wrong: 'is not read; only texts in .txt and .md are' };
  try {
    const path = await realpath(resolve(folder, name));
    if (!path.startsWith(join(await realpath(folder), sep)))
      return { wrong: 'is not read; move it into the folder of the file that names it, or below' };
    if (!(await stat(path)).isFile()) return { wrong: 'is no file' };
    return { text: await readBounded(path, MAX_BYTES, 'a prompt') };
  } catch (cause) {
    return { wrong: `cannot be read: ${cause instanceof Error ? cause.message : 'unknown'}` };
  }
}
