import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_BUILD } from '../../generation/generator-sources.ts';
import type { Route } from '../create-api.ts';
import type { StaticAnswer } from '../answer/static-answer.ts';
import { pageHandler, readPageFile } from './page-file.ts';

const PAGE = 'index.html';

/**
 * The page may load its own files, and images of files that are dropped on it. The browser refuses inline scripts and
 * styles, sent forms, and texts that are used as markup or script (Trusted Types).
 */
const POLICY = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
};

/**
 * The page at /console and its files. All are read once, so that they are of one version.
 * @throws Error if the page was not built.
 */
export function consoleRoutes(): readonly Route[] {
  const { page, files } = readBuild();
  return [
    { method: 'get', path: '/console', handler: pageHandler(POLICY, () => page) },
    {
      method: 'get',
      path: '/console/',
      handler: (_request, response) => response.redirect(308, '../console'),
    },
    {
      method: 'get',
      path: '/console/{file}',
      handler: pageHandler(POLICY, ({ file }) => files.get(String(file)), 'immutable'),
    },
  ];
}

function readBuild(): { readonly page: StaticAnswer; readonly files: ReadonlyMap<string, StaticAnswer> } {
  const names = existsSync(CONSOLE_BUILD) ? readdirSync(CONSOLE_BUILD) : [];
  const files = new Map(
    names.flatMap((name) => {
      const file = readPageFile(join(CONSOLE_BUILD, name));
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
  const page = files.get(PAGE);
  if (page === undefined)
    throw new Error('The console was not built. Run "npm run prepare", or set ASSAY_CONSOLE to "off".');
  // Its name has no digest, so caches must not keep it for ever.
  files.delete(PAGE);
  return { page, files };
}
