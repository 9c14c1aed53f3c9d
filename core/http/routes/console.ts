import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Route } from '../create-api.ts';
import type { StaticAnswer } from '../answer/static-answer.ts';
import { pageHandler, readPageFile } from './page-file.ts';

const FOLDER = join(import.meta.dirname, '../../console');
const PAGE = 'index.html';
const { resolve } = createRequire(import.meta.url);
/** Files of packages, by the names under which the page imports them. */
const OF_PACKAGES = [
  ['markdown-it.mjs', packageFile('markdown-it', 'dist/browser/markdown-it.esm.min.mjs')],
  ['diff/array.js', packageFile('diff', 'libesm/diff/array.js')],
  ['diff/base.js', packageFile('diff', 'libesm/diff/base.js')],
] as const;

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

/** The page at /console and its files. All are read once, so that a page and its modules are of one version. */
export function consoleRoutes(): readonly Route[] {
  const files = readFiles();
  const serve = (nameOf: (parameters: Readonly<Record<string, unknown>>) => string): RequestHandler =>
    pageHandler(POLICY, (parameters) => files.get(nameOf(parameters)));
  return [
    { method: 'get', path: '/console', handler: serve(() => PAGE) },
    {
      method: 'get',
      path: '/console/',
      handler: (_request, response) => response.redirect(308, '../console'),
    },
    { method: 'get', path: '/console/{file}', handler: serve(({ file }) => String(file)) },
    {
      method: 'get',
      path: '/console/{room}/{file}',
      handler: serve(({ room, file }) => `${String(room)}/${String(file)}`),
    },
  ];
}

function readFiles(): ReadonlyMap<string, StaticAnswer> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const files = [...names.map((name) => [name, join(FOLDER, name)] as const), ...OF_PACKAGES];
  return new Map(
    files.flatMap(([name, file]) => {
      const read = readPageFile(file);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

function packageFile(name: string, path: string): string {
  return join(dirname(resolve(`${name}/package.json`)), path);
}
