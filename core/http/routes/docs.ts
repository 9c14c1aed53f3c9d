import { join } from 'node:path';
import { RENDERER_BUILD } from '../../generation/generator-sources.ts';
import type { Route } from '../create-api.ts';
import { pageHandler, readPageFile } from './page-file.ts';

const OURS = join(import.meta.dirname, '../../docs');

const FILES: Readonly<Record<string, string>> = {
  '/docs': join(OURS, 'index.html'),
  '/docs/page.css': join(OURS, 'page.css'),
  '/docs/show-reference.js': join(OURS, 'show-reference.js'),
  '/docs/swagger-ui.css': join(RENDERER_BUILD, 'swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': join(RENDERER_BUILD, 'swagger-ui-bundle.js'),
};

/** The page may load its own files. The renderer's arrows are images in its style sheet, as data URLs. */
const POLICY = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

/** GET /docs: openapi.json for people, shown by a renderer that comes with the gateway. It needs no key. */
export function docsRoutes(): readonly Route[] {
  return [
    ...Object.entries(FILES).map(([path, file]): Route => {
      const asset = readPageFile(file);
      return { method: 'get', path, handler: pageHandler(POLICY, () => asset) };
    }),
    { method: 'get', path: '/docs/', handler: (_request, response) => response.redirect(308, '../docs') },
  ];
}
