import { PANEL_PREFIX } from '../../panels/panels.ts';
import type { Route } from '../create-api.ts';
import type { PromptRouteServices } from '../run/open-request.ts';
import { chatDoor } from './formats/chat-door.ts';
import { doorQuoteRoute } from './door-quote.ts';
import { doorRoute } from './door-route.ts';
import { responsesDoor } from './formats/responses-door.ts';
import { modelListRoute, oneModelRoute } from './model-list.ts';

const DOORS = [chatDoor, responsesDoor];

/** The addresses that speak another dialect than the contract's. Errors below `/v1` are in its form too. */
export function doorRoutes(services: PromptRouteServices): readonly Route[] {
  return [
    ...DOORS.map((door): Route => ({ method: 'post', path: door.path, handler: doorRoute(door, services) })),
    ...DOORS.map((door): Route => ({
      method: 'post',
      path: `${door.path}/quote`,
      handler: doorQuoteRoute(door, services),
    })),
    { method: 'get', path: '/v1/models', handler: modelListRoute(services) },
    { method: 'get', path: '/v1/models/{model}', handler: oneModelRoute(services) },
    // Clients write the slash in a panel's ID as it is, or as %2F.
    { method: 'get', path: '/v1/models/panel/{model}', handler: oneModelRoute(services, PANEL_PREFIX) },
  ];
}
