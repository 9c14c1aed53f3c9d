import express, { type Express, type RequestHandler } from 'express';
import { GatewayError } from '../../errors.ts';
import { plainNumbers } from '../../text/plain-json.ts';
import { accountRoutes } from './account-routes.ts';
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
  administration.use(admitBy(gate, admitted));
  const serve =
    ({ handle }: AdminRoute): RequestHandler =>
    async (request, response) => {
      const office = admitted.get(request)?.office;
      if (office === undefined) throw new Error('the request was not admitted');
      await handle({ request, response, office });
      services.log.info(
        {
          token: office.by.name,
          method: request.method,
          route: String(request.route?.path),
          status: response.statusCode,
        },
        'administration request',
      );
    };
  const routes = [...accountRoutes(), ...keyRoutes(), ...webhookRoutes(), ...gatewayRoutes(services)];
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

/** @param admitted takes each request that may go on. */
function admitBy(gate: AdminGate, admitted: WeakMap<object, AdmittedAdmin>): RequestHandler {
  return async function admit(request, response, next) {
    const admission = await gate.admit(request);
    if (admission === 'off') return next('router');
    admitted.set(request, admission);
    response.once('close', () => void admission.admission.release());
    next();
  };
}
