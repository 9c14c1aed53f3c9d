import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A whole file as text. @param fileKind as in `readBytes`. @throws as `readBytes`, and Error if it is not UTF-8. */
export async function readBounded(path: string, maxBytes: number, fileKind: string): Promise<string> {
  const bytes = await readBytes(path, maxBytes, fileKind);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${path} is not UTF-8; save it as UTF-8`, { cause });
  }
}

/**
 * A whole file.
 * @param fileKind names the file in the message, such as `a suite`.
 * @throws Error if it cannot be read, is no regular file, or has more than `maxBytes`.
 */
export async function readBytes(path: string, maxBytes: number, fileKind: string): Promise<Buffer> {
  // Without waiting for somebody to write into a named pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'ENOENT' ? 'there is no such file' : (cause.code ?? cause.message);
      throw new Error(`${path} cannot be read: ${reason}`, { cause });
    },
  );
  try {
    const stats = await file.stat();
    // Pipes and devices report no size, so their contents could not be bounded.
    if (!stats.isFile())
      throw new Error(
        `${path} is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}; ${fileKind} is a regular file`,
      );
    if (stats.size > maxBytes)
      throw new Error(`${path} is larger than ${fileKind} may be, ${maxBytes} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
