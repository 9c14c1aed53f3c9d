import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder that hold a text, by their names. */
export function holdersOnDisk(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text))
    .map(({ name }) => name);
}
