import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors.ts';
import type { Route } from './create-api.ts';
import { secureHeaders } from './secure-headers.ts';

const FOLDER = join(import.meta.dirname, '../console');
const PAGE = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

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

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** The page at /console and its files. All are read once, so that a page and its modules are of one version. */
export function consoleRoutes(): readonly Route[] {
  const assets = readAssets();
  const secure = secureHeaders(POLICY);
  const serve = (nameOf: (parameters: Readonly<Record<string, unknown>>) => string): RequestHandler =>
    function consoleFile(request, response, next) {
      const asset = assets.get(nameOf(request.params));
      if (asset === undefined) throw new GatewayError('not-found');
      secure(request, response, (error) => {
        if (error !== undefined) return next(error);
        // Express answers 304 where the client has this very content.
        response.set({ ETag: asset.etag, 'Cache-Control': 'no-cache', 'Content-Type': asset.type });
        response.send(asset.body);
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
    { method: 'get', path: '/console/client/{file}', handler: serve(({ file }) => `client/${String(file)}`) },
  ];
}

function readAssets(): ReadonlyMap<string, Asset> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const body = readFileSync(join(FOLDER, name));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return [[name, { type, body, etag }] as const];
    }),
  );
}
