import express, { type Express, type Request, type RequestHandler } from 'express';
import { listen, type Listening, type ListenOptions } from '../server/listen.ts';
import { secureAnswers } from '../server/secure-headers.ts';

/** Whether the gateway accepts requests, as `/readyz` reports it. */
export interface Readiness {
  /**
   * `draining` from the beginning of a drain, before the listener closes. `unavailable`, with a reason, while nothing
   * can be charged.
   */
  readonly status: 'starting' | 'ready' | 'unavailable' | 'draining';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The gateway as the operators' port shows it. */
export interface OperatorsView {
  readonly readiness: () => Readiness;
  /** Prom-client's register of all metrics. */
  readonly register: { readonly contentType: string; metrics(): Promise<string> };
  /** @param user the user of this machine that the command names. Never rejects. */
  readonly reload: (user: string) => Promise<ReloadAnswer>;
  /** The administration API; while it is off, it passes requests on. */
  readonly administration: RequestHandler;
}

/** The result of a reload. */
export interface ReloadAnswer {
  readonly outcome: 'swapped' | 'unchanged' | 'refused';
}

const PATHS = ['/metrics', '/healthz', '/readyz', 'POST /-/reload'];

/** The app of the operators' own port. It needs no key, and has no data of a request. */
function createOperations(view: OperatorsView): Express {
  const operations = express();
  operations.disable('x-powered-by');
  secureAnswers(operations);
  operations.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  operations.get('/metrics', async (_request, response) => {
    const text = await view.register.metrics();
    response.set('Content-Type', view.register.contentType).send(text);
  });
  operations.get('/healthz', (_request, response) => {
    response.json({ status: 'alive' });
  });
  operations.get('/readyz', (_request, response) => {
    const { status, detail } = view.readiness();
    response.status(status === 'ready' ? 200 : 503).json({ status, ...detail });
  });
  operations.use('/-/', (request, response, next) => {
    if (isFromThisMachine(request)) next();
    else
      response
        .status(403)
        .json({ status: 'forbidden', detail: 'ask from the machine it runs on, or send SIGHUP' });
  });
  operations.post('/-/reload', (request, response) => {
    void view
      .reload(userOf(request))
      .then((answer) => response.status(answer.outcome === 'refused' ? 422 : 200).json(answer));
  });
  operations.use('/admin/v1', view.administration);
  operations.use((_request, response) => {
    response.status(404).json({ status: 'not found', paths: PATHS });
  });
  return operations;
}

/** The header of `assay reload` with the name of its user, percent-encoded. */
const USER_HEADER = 'assay-user';

function userOf({ headers }: Request): string {
  const user = headers[USER_HEADER];
  if (typeof user !== 'string' || user.length > 256) return 'unknown';
  try {
    return decodeURIComponent(user);
  } catch {
    return 'unknown';
  }
}

/** This port needs no key, any program that scrapes metrics may reach it, and any page in a browser may post to it. */
function isFromThisMachine({ socket, headers }: Request): boolean {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return false;
  const { remoteAddress: remote, localAddress } = socket;
  if (remote === undefined) return false;
  return remote === localAddress || /^(::ffff:)?127\./.test(remote) || remote === '::1';
}

const MAX_CONNECTIONS = 256;

type OperatorsOptions = Omit<ListenOptions, 'port' | 'maxConnections' | 'reusePort'> & {
  readonly metricsPort: number;
};

/** Opens the operators' port. @throws Error if it cannot be bound. */
export function listenToOperators(view: OperatorsView, options: OperatorsOptions): Promise<Listening> {
  return listen(createOperations(view), {
    ...options,
    port: options.metricsPort,
    maxConnections: MAX_CONNECTIONS,
    // A request to this port is meant for this gateway and no other.
    reusePort: false,
  });
}
