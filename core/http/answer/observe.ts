import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import { identityOf, setRequestId } from './answer-state.ts';

/**
 * Gives every request its ID, and counts and logs it once it is answered. The route is the matched template or `unmatched`, never the
 * path a client sent, so the number of series stays bounded.
 */
export function observe(
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
  routes: readonly string[],
): RequestHandler {
  const labelOf = createLabels(routes);
  return function observeRequest(request, response, next) {
    const startedAt = performance.now();
    setRequestId(request, response);
    const route = labelOf(request.path);
    metrics.requestsInFlight.inc();
    response.on('close', () => {
      const durationMs = performance.now() - startedAt;
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requestsInFlight.dec();
      const whose = response.assay?.isProvidersFault === true ? 'provider' : 'gateway';
      const fault = status >= 500 ? { fault: whose } : {};
      metrics.requests.inc({ route, status: String(status), ...fault });
      metrics.requestSeconds.observe({ route }, durationMs / 1_000);
      const line = { ...identityOf(response), route, status, durationMs: Math.round(durationMs) };
      log.info(line, 'request');
    });
    next();
  };
}

function createLabels(routes: readonly string[]): (path: string) => string {
  const plain = new Set(routes.filter((route) => !route.includes('{')));
  const templates = routes
    .filter((route) => !plain.has(route))
    .map((route) => ({ route, pattern: new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  return (path) =>
    plain.has(path) ? path : (templates.find(({ pattern }) => pattern.test(path))?.route ?? 'unmatched');
}
