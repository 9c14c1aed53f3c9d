import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { GatewayError } from '../../errors.ts';
import type { Route } from '../create-api.ts';
import { readAsset, sendAsset, type PageAsset } from './page-asset.ts';
import { secureHeaders } from '../server/secure-headers.ts';

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
  const assets = readAssets();
  const secure = secureHeaders(POLICY);
  const serve = (nameOf: (parameters: Readonly<Record<string, unknown>>) => string): RequestHandler =>
    function consoleFile(request, response, next) {
      const asset = assets.get(nameOf(request.params));
      if (asset === undefined) throw new GatewayError('not-found');
      secure(request, response, (error) => {
        if (error === undefined) sendAsset(response, asset);
        else next(error);
      });
    };
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

function readAssets(): ReadonlyMap<string, PageAsset> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const files = [...names.map((name) => [name, join(FOLDER, name)] as const), ...OF_PACKAGES];
  return new Map(
    files.flatMap(([name, file]) => {
      const asset = readAsset(file);
      return asset === undefined ? [] : [[name, asset] as const];
    }),
  );
}

function packageFile(name: string, path: string): string {
  return join(dirname(resolve(`${name}/package.json`)), path);
}
