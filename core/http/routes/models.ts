import type { RequestHandler } from 'express';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { describeModel } from '../../registry/describe-model.ts';
import { authenticate } from '../admit/admit.ts';

/** GET /api/v1/models: the registry as a client needs it. All answers of one registry share its bytes. */
export function modelsRoute(services: {
  readonly ledger: Ledger;
  readonly current: () => LoadedRegistry;
}): RequestHandler {
  const described = new WeakMap<LoadedRegistry, Buffer>();
  const describe = (loaded: LoadedRegistry): Buffer => {
    const known = described.get(loaded);
    if (known !== undefined) return known;
    const bytes = Buffer.from(JSON.stringify({ models: loaded.registry.entries.map(describeModel) }));
    described.set(loaded, bytes);
    return bytes;
  };
  return async function models(request, response) {
    await authenticate(request, services.ledger);
    response.set({ 'Content-Type': 'application/json', 'Cache-Control': 'private, no-cache' });
    response.send(describe(services.current()));
  };
}
