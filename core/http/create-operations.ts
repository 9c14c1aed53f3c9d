import express, { type Express } from 'express';
import type { Metrics } from '../metrics.ts';

export interface Readiness {
  /** False from the first moment of a drain, before the listener closes. */
  readonly ready: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The operators' listener, on a port of its own: no key, no prompt, nothing of a request. */
export function createOperations(services: {
  readonly metrics: Metrics;
  readonly readiness: () => Readiness;
}): Express {
  const operations = express();
  operations.disable('x-powered-by');
  operations.get('/metrics', async (_request, response) => {
    const { register } = services.metrics;
    response.set('Content-Type', register.contentType).send(await register.metrics());
  });
  operations.get('/healthz', (_request, response) => {
    response.json({ status: 'alive' });
  });
  operations.get('/readyz', (_request, response) => {
    const { ready, detail } = services.readiness();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'draining', ...detail });
  });
  operations.use((_request, response) => {
    response.status(404).json({ status: 'not found', paths: ['/metrics', '/healthz', '/readyz'] });
  });
  return operations;
}
