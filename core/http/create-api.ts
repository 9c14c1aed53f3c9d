import type { Express, RequestHandler } from 'express';
import { GatewayError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { nearestName } from '../text/nearest-name.ts';
import { allowedMethods, createApplication, expressPath } from './application.ts';
import { isListTooLong } from './read/answer-form.ts';
import { observe } from './answer/answer-state.ts';
import { errorHandler, writeProblem, type ErrorWriter } from './answer/error-handler.ts';
import { compatErrorOf, sendCompatError } from './compat/compat-error.ts';
import { secureAnswers } from './server/secure-headers.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Names in braces match one segment, such as `/api/v1/prompts/{promptLogId}`. */
  readonly path: string;
  readonly handler: RequestHandler;
}

/** The app of the public listener: the handlers of every request, the table of routes, and the error handler. */
export function createApi(
  routes: readonly Route[],
  services: { readonly log: Logger; readonly metrics: Metrics },
): Express {
  const api = createApplication();
  const paths = [...new Set(routes.map(({ path }) => path))];
  api.use(observe(services, paths));
  secureAnswers(api);
  for (const { method, path, handler } of routes) {
    if (method === 'get') api.get(expressPath(path), refuseHead, handler);
    else api[method](expressPath(path), handler);
  }
  for (const path of paths) api.all(expressPath(path), methodNotAllowed(path, routes));
  if (paths.includes('/console')) api.get('/', refuseHead, showConsole);
  const pages = ['/console', '/docs'].filter((page) => paths.includes(page)).join(' and ');
  const addresses = paths.filter((path) => path.startsWith(COMPAT_PREFIX) && !path.includes('{'));
  api.use(({ path }, _response, next) => next(notFound(path, addresses, pages)));
  api.use(errorHandler(services.log, writeError));
  return api;
}

const COMPAT_PREFIX = '/v1/';

/** The client may have left `/v1` out of the address. @param addresses those below `/v1`. */
function notFound(path: string, addresses: readonly string[], pages: string): GatewayError {
  const address = addresses.find((candidate) => candidate === `/v1${path}`);
  const detail =
    address !== undefined
      ? `Add /v1 to the base URL: the address is ${address}.`
      : path.startsWith(COMPAT_PREFIX)
        ? `Below /v1 there are ${addresses.join(', ')}.`
        : `The API is POST /api/v1/prompt; GET /openapi.json describes all of it. Pages: ${pages}.`;
  return new GatewayError('not-found', { detail });
}

/** Clients of the addresses below `/v1` expect errors in another form. */
const writeError: ErrorWriter = (response, error) => {
  if (response.req.path.startsWith(COMPAT_PREFIX)) sendCompatError(response, compatErrorOf(error));
  else writeProblem(response, error);
};

/** The contract has no HEAD, but Express would answer it with the GET route. */
const refuseHead: RequestHandler = (request, _response, next) => {
  next(request.method === 'HEAD' ? 'route' : undefined);
};

/** Redirects a browser from `/` to the console. Any other client gets a 404. */
const showConsole: RequestHandler = ({ headersDistinct: { accept } }, response, next) => {
  if (accept === undefined || isListTooLong(accept) || !accept.some((list) => list.includes('text/html')))
    return next();
  response.set({ 'Cache-Control': 'no-store', Vary: 'Accept' }).redirect(302, 'console');
};

function methodNotAllowed(path: string, routes: readonly Route[]): RequestHandler {
  const allow = allowedMethods(routes, path);
  return ({ method }, _response, next) => {
    const sameMethod = routes.filter((route) => route.method.toUpperCase() === method);
    const nearest = nearestName(
      path,
      sameMethod.map((route) => route.path),
    );
    const hint = nearest === undefined ? '' : ` Did you mean ${method} ${nearest}?`;
    const detail = `Use ${allow} here.${hint}`;
    next(new GatewayError('method-not-allowed', { detail, headers: { Allow: allow } }));
  };
}
