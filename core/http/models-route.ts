import type { RequestHandler } from 'express';
import type { Ledger } from '../billing/ledger.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import { describeModel } from '../registry/describe-model.ts';
import { authenticate } from './authenticate.ts';

/** GET /api/v1/models: the registry as a client needs it. */
export function modelsRoute(services: {
  readonly ledger: Ledger;
  readonly current: () => LoadedRegistry;
}): RequestHandler {
  return async function models(request, response) {
    await authenticate(request, services.ledger);
    const { registry } = services.current();
    response.set('Cache-Control', 'private, no-cache').json({ models: registry.entries.map(describeModel) });
  };
}
