import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD } from '../../core/generation/generator-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
/** All of the checkout that a gateway is made of. */
const ROOMS = ['core', 'codegen', 'plugins', 'manifests', 'package.json'];

/** A copy of the checkout, as a clone with its packages installed would be. */
export interface CleanCopy {
  readonly folder: string;
  /** Files that are there now and were not, or are another now, by their path in the copy; but for what is generated at a start. */
  touched(): readonly string[];
  remove(): void;
}

/** @param folder where there is nothing yet; a folder of its own by default. */
export function makeCleanCopy(folder = mkdtempSync(join(tmpdir(), 'assay-clone-'))): CleanCopy {
  for (const room of ROOMS)
    cpSync(join(ROOT, room), join(folder, room), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // What is compiled is written as others read it.
  const filter = (name: string): boolean => name !== join(BUILD, 'compiled');
  cpSync(BUILD, join(folder, 'build'), { recursive: true, filter });
  const before = textsIn(folder);
  return {
    folder,
    touched() {
      const now = textsIn(folder);
      const names = new Set([...before.keys(), ...now.keys()]);
      return [...names].filter((name) => before.get(name) !== now.get(name)).toSorted();
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function textsIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile() && !/\/(?:node_modules|build\/)/.test(entry.parentPath))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );
}
