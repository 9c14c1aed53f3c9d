import type { Express, Request, RequestHandler, Response } from 'express';
import type { AdminOperation } from '../../api/admin-operation.ts';
import { ADMIN_OPERATIONS, type AdminOperationId } from '../../api/admin-operations.ts';
import { idsOf } from '../../api/operation.ts';
import { GatewayError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { whenClosed } from '../admit/admit.ts';
import { refuseParameters } from '../read/read-query.ts';
import { allowedMethods, createApplication, expressPath } from '../application.ts';
import { accountHandlers } from './accounts.ts';
import { handleAdminErrors } from './admin-error.ts';
import { type AdminHandlers, type AdministrationServices, AdminRequest } from './admin-request.ts';
import { AdminGate, type AdmittedAdmin } from './admit-admin.ts';
import { gatewayHandlers } from './gateway.ts';
import { keyHandlers } from './keys.ts';
import { webhookHandlers } from './webhooks.ts';

const HANDLERS: AdminHandlers = {
  ...accountHandlers,
  ...keyHandlers,
  ...webhookHandlers,
  ...gatewayHandlers,
};

declare module 'node:http' {
  interface ServerResponse {
    /** The caller of the administration API, once the token is known. */
    admittedAdmin?: AdmittedAdmin;
  }
}

/** The administration API, to be mounted at `/admin/v1` of the operators' port. While it is off, it passes requests on. */
export function createAdministration(services: AdministrationServices): Express {
  const administration = createApplication();
  const gate = new AdminGate(services, Date.now);
  administration.use(admitBy(gate, services.log));
  const serve =
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a handler to its request
    <Id extends AdminOperationId>(id: Id): RequestHandler =>
      async (request, response) => {
        const context = response.admittedAdmin?.context;
        if (context === undefined) throw new Error('the request was not admitted');
        const row: AdminOperation = ADMIN_OPERATIONS[id];
        if (row.query === undefined) refuseParameters(request);
        const answer = await HANDLERS[id](new AdminRequest(id, response, { context, services }));
        if (answer === undefined) return;
        if (row.status !== undefined) response.status(row.status);
        response.json(answer);
      };
  for (const id of idsOf(ADMIN_OPERATIONS)) {
    const { method, path } = ADMIN_OPERATIONS[id];
    administration[method](expressPath(path), serve(id));
  }
  const rows = Object.values(ADMIN_OPERATIONS);
  for (const path of new Set(rows.map((row) => row.path))) {
    const allow = allowedMethods(rows, path);
    administration.all(expressPath(path), () => {
      throw new GatewayError('method-not-allowed', { detail: `Use ${allow}.`, headers: { Allow: allow } });
    });
  }
  administration.use(() => {
    throw new GatewayError('not-found', { detail: 'GET /admin/v1/openapi.json lists the addresses.' });
  });
  administration.use(handleAdminErrors(services.log));
  return administration;
}

/** Logs every request once its answer has been sent, including refused ones. While the API is off, it logs none. */
function admitBy(gate: AdminGate, log: Logger): RequestHandler {
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
    response.admittedAdmin = admission;
    // The client may have gone while the token was looked up.
    whenClosed(response, () => void admission.admission.release());
    next();
  };
}

/** @param token its name; undefined if the request was refused before the token was known. */
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
