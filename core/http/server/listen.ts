import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { capConnections } from './cap-connections.ts';
import { createDrain, type Drain, FIRST_BYTES_MS } from './drain.ts';
import { http } from './node-http.ts';
import { serveInOrder } from './serve-in-order.ts';
import { STALL_TIMEOUT_MS, watchStalls } from './stalled-sockets.ts';

const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Upper bound of the open connections; see `capConnections`. */
  readonly maxConnections: number;
  /** Whether other processes may listen at the same port; false by default. */
  readonly reusePort?: boolean;
  /** Upper bound of the time in which the head of a request must arrive, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Upper bound of the time in which the whole request must arrive, in milliseconds. Answers have no such bound. */
  readonly receiveTimeoutMs: number;
  /** How long a client may read nothing of its pending answer, in milliseconds; 30 s by default. */
  readonly stallTimeoutMs?: number | undefined;
  /** Upper bound of the time of a stop, in milliseconds. */
  readonly drainTimeoutMs: number;
}

/** A server that accepts connections. */
export interface Listening {
  readonly port: number;
  readonly drain: Drain;
}

/** The longest time between two checks for requests that take too long to arrive. */
const CHECK_EVERY_MS = 2_000;

/** Starts a hardened `node:http` server for an app. @throws Error if the address cannot be bound. */
export async function listen(app: Express, options: ListenOptions): Promise<Listening> {
  const { headersTimeoutMs, receiveTimeoutMs } = options;
  const server = http.createServer({
    ...expressClasses(app),
    headersTimeout: Math.min(headersTimeoutMs, receiveTimeoutMs),
    requestTimeout: receiveTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersTimeoutMs, receiveTimeoutMs),
    // `serveInOrder` checks it, and answers with a problem.
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  const findLongestStall = watchStalls(server, options.stallTimeoutMs ?? STALL_TIMEOUT_MS);
  const connections = capConnections(server, options.maxConnections, findLongestStall);
  const drain = createDrain(server, connections, Math.min(FIRST_BYTES_MS, options.drainTimeoutMs / 2));
  serveInOrder(server, app, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? 'is in use: stop what listens there, or choose another port (ASSAY_PORT, ASSAY_METRICS_PORT)'
          : `cannot be bound (${cause.code})`;
      reject(new Error(`${options.host}:${options.port} ${reason}`, { cause }));
    });
    const { host, port, reusePort = false } = options;
    server.listen({ host, port, reusePort }, resolve);
  });
  return { port: portOf(server), drain };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a TCP port');
  return address.port;
}

/**
 * Classes for requests and responses that have Express's prototypes from the beginning. Otherwise Express changes the
 * prototype of each, which makes every later access slow in V8.
 */
function expressClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class ApiRequest extends http.IncomingMessage {}
  class ApiResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response);
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
