import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { GatewayError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { plainNumbers } from '../../text/plain-json.ts';
import { accountRoutes } from './account-routes.ts';
import { whenClosed } from '../admit/admit.ts';
import { handleAdminErrors } from './admin-error.ts';
import type { AdminRoute } from './admin-route.ts';
import type { AdministrationServices } from './administration-services.ts';
import { AdminGate, type AdmittedAdmin } from './admit-admin.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The administration API, to be mounted at `/admin/v1` of the operators' port. While it is off, it passes requests on. */
export function createAdministration(services: AdministrationServices): Express {
  const administration = express();
  administration.disable('x-powered-by');
  administration.disable('etag');
  administration.enable('case sensitive routing');
  administration.enable('strict routing');
  administration.set('query parser', false);
  administration.set('json replacer', plainNumbers);
  const gate = new AdminGate(services, Date.now);
  const admitted = new WeakMap<object, AdmittedAdmin>();
  administration.use(admitBy(gate, admitted, services.log));
  const serve =
    ({ handle }: AdminRoute): RequestHandler =>
    async (request, response) => {
      const office = admitted.get(request)?.office;
      if (office === undefined) throw new Error('the request was not admitted');
      await handle({ request, response, office });
    };
  const routes = [...accountRoutes(), ...keyRoutes(services), ...webhookRoutes(), ...gatewayRoutes(services)];
  for (const route of routes) administration[route.method](route.path, serve(route));
  for (const path of new Set(routes.map((route) => route.path))) {
    const allow = routes
      .filter((route) => route.path === path)
      .map(({ method }) => method.toUpperCase())
      .join(', ');
    administration.all(path, () => {
      throw new GatewayError('method-not-allowed', { detail: `Use ${allow}.`, headers: { Allow: allow } });
    });
  }
  administration.use(() => {
    throw new GatewayError('not-found', { detail: 'GET /admin/v1/openapi.json lists the addresses.' });
  });
  administration.use(handleAdminErrors(services.log));
  return administration;
}

/**
 * Every request is logged once its answer has gone, a refused one too. While the API is off there is none.
 * @param admitted takes each request that may go on.
 */
function admitBy(gate: AdminGate, admitted: WeakMap<object, AdmittedAdmin>, log: Logger): RequestHandler {
  return async function admit(request, response, next) {
    let isOff = false;
    let token: string | undefined;
    whenClosed(response, () => {
      if (!isOff) logRequest(log, request, response, token);
    });
    const admission = await gate.admit(request, response, (name) => (token = name));
    if (admission === 'off') {
      isOff = true;
      return next('router');
    }
    admitted.set(request, admission);
    // The client may have gone while the token was looked up.
    whenClosed(response, () => void admission.admission.release());
    next();
  };
}

/** @param token its name; undefined where the request was refused before it was known. */
function logRequest(log: Logger, request: Request, response: Response, token: string | undefined): void {
  const { method, route, socket } = request;
  const line = {
    token,
    address: socket.remoteAddress,
    method,
    route: route?.path,
    status: response.statusCode,
  };
  if (response.statusCode < 400) log.info(line, 'administration request');
  else log.warn(line, 'administration request refused');
}
