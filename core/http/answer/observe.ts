import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';

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
    giveRequestId(request, response);
    const route = labelOf(request.path);
    metrics.requestsInFlight.inc();
    response.on('close', () => {
      const durationMs = performance.now() - startedAt;
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requestsInFlight.dec();
      metrics.requests.inc({ route, status: String(status) });
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

/** Letters, digits and a few signs: nothing that could forge a log line. Our own keys do not fit: `assay_` begins them. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** What every log line about a request names it by. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly accountId?: number;
  readonly promptLogId?: string;
}

/** By response, whose request it answers. */
const identities = new WeakMap<ServerResponse, RequestIdentity>();

/** Gives a response its `X-Request-Id`: the client's own where it sent one that is well-formed, else a new one. */
function giveRequestId({ headersDistinct }: IncomingMessage, response: ServerResponse): void {
  const [own, ...others] = headersDistinct['x-request-id'] ?? [];
  const isUsable = own !== undefined && others.length === 0 && WELL_FORMED.test(own);
  const requestId = isUsable ? own : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  identities.set(response, { requestId });
}

/** Once its key is known. */
export function giveAccount(response: ServerResponse, accountId: number): void {
  identities.set(response, { ...identityOf(response), accountId });
}

/** A stream may have begun before it is known; then only the log line has it. */
export function givePromptLogId(response: ServerResponse, promptLogId: string): void {
  if (!response.headersSent) response.setHeader(PROMPT_LOG_ID, promptLogId);
  else identities.set(response, { ...identityOf(response), promptLogId });
}

/** The `promptLogId` is the answer's header, which a problem may have set too. */
export function identityOf(response: ServerResponse): RequestIdentity {
  const promptLogId = response.getHeader(PROMPT_LOG_ID);
  return {
    requestId: '',
    ...identities.get(response),
    ...(typeof promptLogId === 'string' && { promptLogId }),
  };
}
