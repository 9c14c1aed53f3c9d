import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_BUILD } from '../../generation/generator-sources.ts';
import type { Route } from '../create-api.ts';
import type { StaticAnswer } from '../answer/static-answer.ts';
import { pageHandler, readPageFile } from './page-file.ts';

const PAGE = 'index.html';

/**
 * What the page may load: its own files, and pictures of files that are dropped on it. Nothing inline, no form sent
 * anywhere, and no text can be made markup or script: the browser itself refuses (Trusted Types).
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
 * The page at /console and its files. All are read once, so that a page and what it loads are of one version.
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
      const read = readPageFile(join(CONSOLE_BUILD, name));
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
  const page = files.get(PAGE);
  if (page === undefined)
    throw new Error('The console was not built. Run "npm run prepare", or set ASSAY_CONSOLE to "off".');
  // A name without a digest is not for ever the name of the same bytes.
  files.delete(PAGE);
  return { page, files };
}
