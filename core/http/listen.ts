import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../errors.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** For the request to arrive, headers and body; the answer may take as long as it needs. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
}

/** A hardened `node:http` server around an app, listening. @throws Error where the address cannot be bound. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 2_000,
    requireHostHeader: true,
    insecureHTTPParser: false,
  });
  server.maxConnections = options.maxConnections;
  server.on('request', app);
  server.on('request', (_request, response) => {
    // A connection that was busy when a drain began goes idle with its answer; nothing else would close it.
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  // Otherwise Node would invite the body in before the key is checked.
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => socket.destroy());
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? 'is in use: stop what listens there, or choose another port'
          : `cannot be bound (${cause.code})`;
      reject(new Error(`${options.host}:${options.port} ${reason}`, { cause }));
    });
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a TCP port');
  return address.port;
}

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** A request the parser refused never becomes a request: it is answered on the socket, which then closes. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CLIENT_ERRORS[error.code ?? ''];
  const { status, title } =
    code === undefined ? { status: 400, title: 'The request is not well-formed HTTP' } : PROBLEMS[code];
  const body = JSON.stringify({ type: `urn:assay:problem:${code ?? 'malformed-http'}`, title, status });
  const head = [
    `HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Stops accepting, then waits until the last request is answered; idle connections are closed at once. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
