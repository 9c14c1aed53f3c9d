import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { build, type Metafile } from 'esbuild';
import { BUILD, CONSOLE_BUILD, RENDERER_BUILD } from './generator-sources.ts';

const SOURCE = join(import.meta.dirname, '../console');
const PAGE = 'index.html';
/** The files that the page names. The theme is a separate file, because it is set before anything is painted. */
const ENTRIES = ['main.ts', 'shell/saved-theme.ts', 'style.css', 'shell/mark.svg'];

/** The files that the page at /docs loads beside its own, and their licence. */
const RENDERER_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

/** Builds the files that the pages at /console and /docs load. */
export async function buildPages(): Promise<void> {
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await mkdir(RENDERER_BUILD, { recursive: true });
  await Promise.all([
    bundleConsole(),
    ...RENDERER_FILES.map((name) => copyFile(join(renderer, name), join(RENDERER_BUILD, name))),
  ]);
}

/** Bundles the console's modules and styles into one file each, and replaces an earlier bundle. */
async function bundleConsole(): Promise<void> {
  // A temporary folder would be readable by this user alone.
  const bundle = join(BUILD, `console-${process.pid}`);
  await mkdir(bundle, { recursive: true });
  try {
    const { metafile } = await build({
      absWorkingDir: SOURCE,
      entryPoints: ENTRIES,
      entryNames: '[name]-[hash]',
      outdir: bundle,
      bundle: true,
      minify: true,
      metafile: true,
      format: 'esm',
      loader: { '.svg': 'copy' },
      // The licences of the packages are at the end of each file.
      legalComments: 'eof',
      logLevel: 'warning',
    });
    await writeFile(join(bundle, PAGE), await pageOf(metafile));
    await replaceFolder(bundle, CONSOLE_BUILD);
  } finally {
    await rm(bundle, { recursive: true, force: true });
  }
}

/** The page with the names of the built files. */
async function pageOf({ outputs }: Metafile): Promise<string> {
  let page = await readFile(join(SOURCE, PAGE), 'utf8');
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    page = page.replaceAll(`"console/${entryPoint}"`, `"console/${name}"`);
  }
  return page;
}

/** A process that starts meanwhile finds the old folder or the new one, except in the instant between two renames. */
async function replaceFolder(replacement: string, folder: string): Promise<void> {
  const old = `${replacement}-old`;
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(replacement, folder);
  await rm(old, { recursive: true, force: true });
}
