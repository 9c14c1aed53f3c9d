import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleConsole } from './bundle-console.ts';
import { RENDERER_BUILD } from './generator-sources.ts';

/** What the page at /docs loads beside its own files, and its licence, which goes where they go. */
const RENDERER_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

/** Puts what the pages at /console and /docs load into the build. */
export async function buildPages(): Promise<void> {
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await mkdir(RENDERER_BUILD, { recursive: true });
  await Promise.all([
    bundleConsole(),
    ...RENDERER_FILES.map((name) => copyFile(join(renderer, name), join(RENDERER_BUILD, name))),
  ]);
}
