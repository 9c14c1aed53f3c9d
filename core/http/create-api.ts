import express, { type Express, type RequestHandler } from 'express';
import { GatewayError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { plainNumbers } from '../text/plain-json.ts';
import { errorHandler, writeProblem, type ErrorWriter } from './answer/error-handler.ts';
import { observe } from './answer/observe.ts';
import { writeDoorError } from './doors/send-door-error.ts';
import { secureHeaders } from './server/secure-headers.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** Names in braces match one segment, such as `/api/v1/prompts/{promptLogId}`. */
  readonly path: string;
  readonly handler: RequestHandler;
}

/** The public listener: a table of routes between what every request passes and the one place that writes errors. */
export function createApi(
  routes: readonly Route[],
  services: { readonly log: Logger; readonly metrics: Metrics },
): Express {
  const api = express();
  api.disable('x-powered-by');
  api.disable('etag');
  api.enable('case sensitive routing');
  api.enable('strict routing');
  api.set('query parser', false);
  api.set('json replacer', plainNumbers);
  const paths = [...new Set(routes.map(({ path }) => path))];
  api.use(observe(services, paths));
  api.use(secureHeaders());
  for (const { method, path, handler } of routes) {
    if (method === 'get') api.get(expressPath(path), refuseHead, handler);
    else api[method](expressPath(path), handler);
  }
  for (const path of paths)
    api.all(expressPath(path), methodNotAllowed(routes.filter((route) => route.path === path)));
  const pages = ['/console', '/docs'].filter((page) => paths.includes(page)).join(' and ');
  const detail = `The API is POST /api/v1/prompt; GET /openapi.json describes all of it. Pages: ${pages}.`;
  api.use((_request, _response, next) => next(new GatewayError('not-found', { detail })));
  api.use(errorHandler(services.log, writeError));
  return api;
}

/** Below `/v1` clients know errors in another form. */
const writeError: ErrorWriter = (response, error) => {
  const write = response.req.path.startsWith('/v1/') ? writeDoorError : writeProblem;
  write(response, error);
};

function expressPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Express answers HEAD with the GET route; the contract has no HEAD. */
const refuseHead: RequestHandler = (request, _response, next) => {
  next(request.method === 'HEAD' ? 'route' : undefined);
};

function methodNotAllowed(routes: readonly Route[]): RequestHandler {
  const allow = routes.map(({ method }) => method.toUpperCase()).join(', ');
  return (_request, _response, next) =>
    next(new GatewayError('method-not-allowed', { detail: `Use ${allow}.`, headers: { Allow: allow } }));
}
