import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import { expressPath } from '../application.ts';

/** Only letters, digits and a few signs, so that an ID cannot forge a log line. API keys begin with `assay_` and do not match. */
const WELL_FORMED = /^(?!assay_)[A-Za-z0-9._:+/=-]{1,128}$/;
const PROMPT_LOG_ID = 'X-Prompt-Log-Id';

/** State of a response, and of the request that it answers. */
interface AnswerState {
  /** The value of its `X-Request-Id`. The log calls it `requestId`. */
  correlationId: string;
  /** Set once the key is known. */
  accountId?: number;
  /** Set if it became known after the headers had left, so that only the log line has it. */
  promptLogId?: string;
  /** The writer of this answer also ends it after an error, so the error handler must not. */
  endsByItself?: true;
  /** The error status is due to a model's failure, not the gateway's. */
  isProvidersFault?: true;
}

declare module 'node:http' {
  interface ServerResponse {
    /** `observe` sets it for every request to the public listener. */
    assay: AnswerState;
  }
}

/**
 * Gives every request its ID, the client's own `X-Request-Id` if that is well formed, and counts and logs the request
 * once it is answered. The route is the matched template or `unmatched`, never the path that a client sent, so the
 * number of series stays bounded.
 */
export function observe(
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
  routes: readonly string[],
): RequestHandler {
  const templates = new Map<unknown, string>(routes.map((route) => [expressPath(route), route]));
  return function observeRequest(request, response, next) {
    const startedAt = performance.now();
    const [own, ...others] = request.headersDistinct['x-request-id'] ?? [];
    const isUsable = own !== undefined && others.length === 0 && WELL_FORMED.test(own);
    const correlationId = isUsable ? own : randomUUID();
    response.setHeader('X-Request-Id', correlationId);
    response.assay = { correlationId };
    metrics.requestsInFlight.inc();
    response.on('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = templates.get(request.route?.path) ?? 'unmatched';
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requestsInFlight.dec();
      const faultOf = response.assay.isProvidersFault === true ? 'provider' : 'gateway';
      const fault = status >= 500 ? { fault: faultOf } : {};
      metrics.requests.inc({ route, status: String(status), ...fault });
      metrics.requestSeconds.observe({ route }, durationMs / 1_000);
      const line = { ...identityOf(response), route, status, durationMs: Math.round(durationMs) };
      log.info(line, 'request');
    });
    next();
  };
}

/** Sets the header with the ID. If the headers have left already, only the log line has the ID. */
export function setPromptLogId(response: ServerResponse, promptLogId: string): void {
  if (!response.headersSent) response.setHeader(PROMPT_LOG_ID, promptLogId);
  else response.assay.promptLogId = promptLogId;
}

/**
 * The fields that identify a request in a log line, by the names of the API: `requestId` is the `X-Request-Id`. The
 * `promptLogId` is read from the header, because a problem may have set it.
 */
export function identityOf(response: ServerResponse) {
  const { correlationId, accountId, promptLogId } = response.assay;
  const header = response.getHeader(PROMPT_LOG_ID);
  const loggedId = typeof header === 'string' ? header : promptLogId;
  return {
    requestId: correlationId,
    ...(accountId !== undefined && { accountId }),
    ...(loggedId !== undefined && { promptLogId: loggedId }),
  };
}
