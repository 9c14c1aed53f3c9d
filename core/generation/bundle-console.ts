import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { build, type Metafile } from 'esbuild';
import { BUILD, CONSOLE_BUILD } from './generator-sources.ts';

const SOURCE = join(import.meta.dirname, '../console');
const PAGE = 'index.html';
/** What the page names. The theme comes in a file of its own: it is set before anything is painted. */
const ENTRIES = ['main.ts', 'frame/saved-theme.ts', 'style.css', 'frame/mark.svg'];

/** Puts the page's modules and styles into one file each, in the place of an earlier bundle. */
export async function bundleConsole(): Promise<void> {
  // For every user of this machine to read, unlike a temporary folder.
  const made = join(BUILD, `console-${process.pid}`);
  await mkdir(made, { recursive: true });
  try {
    const { metafile } = await build({
      absWorkingDir: SOURCE,
      entryPoints: ENTRIES,
      entryNames: '[name]-[hash]',
      outdir: made,
      bundle: true,
      minify: true,
      metafile: true,
      format: 'esm',
      loader: { '.svg': 'copy' },
      // Licences of the packages stand at the end of a file.
      legalComments: 'eof',
      logLevel: 'warning',
    });
    await writeFile(join(made, PAGE), await pageOf(metafile));
    await replaceFolder(made, CONSOLE_BUILD);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The page, with the names of what it loads as they were built. */
async function pageOf({ outputs }: Metafile): Promise<string> {
  let page = await readFile(join(SOURCE, PAGE), 'utf8');
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    page = page.replaceAll(`"console/${entryPoint}"`, `"console/${name}"`);
  }
  return page;
}

/** A process that starts meanwhile finds the old folder or the new one, but for the instant between two renames. */
async function replaceFolder(made: string, place: string): Promise<void> {
  const old = `${made}-old`;
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
}
