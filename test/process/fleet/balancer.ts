import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';

/**
 * Passes requests on to gateways in turn, as a small real balancer does: over connections that it keeps, only to those
 * whose /readyz is 200, and never twice. A request that it cannot forward gets a 502.
 */
export interface Balancer {
  readonly url: string;
  /** Resolves once it has asked the gateway for the first time. */
  add(gateway: GatewayProcess): Promise<void>;
  /** Requests passed on to each, by its address. */
  readonly passed: ReadonlyMap<string, number>;
  /** Why a request was answered 502. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** The time between two checks; at most half of the drain delay of the gateways in these tests. */
export const BALANCER_CHECK_MS = 50;

interface Backend {
  readonly gateway: GatewayProcess;
  readonly agent: Agent;
  isReady: boolean;
}

export async function startBalancer(): Promise<Balancer> {
  const backends: Backend[] = [];
  const passed = new Map<string, number>();
  const failures: string[] = [];
  const stopping = new AbortController();
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[(turn += 1) % ready.length];
    if (backend === undefined) {
      failures.push('no gateway is ready');
      outgoing.writeHead(502).end();
      return;
    }
    const { url } = backend.gateway;
    passed.set(url, (passed.get(url) ?? 0) + 1);
    passOn(backend, incoming, outgoing).catch((error: NodeJS.ErrnoException) => {
      failures.push(`${url}: ${error.code ?? error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watch = async (backend: Backend): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wait(BALANCER_CHECK_MS);
      backend.isReady = await isReady(backend.gateway);
    }
  };
  const watching: Promise<void>[] = [];
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    failures,
    async add(gateway) {
      const agent = new Agent({ keepAlive: true });
      const backend = { gateway, agent, isReady: await isReady(gateway) };
      backends.push(backend);
      watching.push(watch(backend));
    },
    async stop() {
      stopping.abort();
      await Promise.all(watching);
      server.close();
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
    },
  };
}

/** @throws the error of the connection to the gateway. */
async function passOn(
  { gateway, agent }: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { hostname, port } = new URL(gateway.url);
  const { method, url: path, headers } = incoming;
  const { connection: _hopByHop, ...passedOn } = headers;
  const request = httpRequest({ agent, hostname, port, method, path, headers: passedOn });
  incoming.pipe(request);
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const { connection: _theirs, 'keep-alive': _alsoTheirs, ...replied } = reply.headers;
  outgoing.writeHead(reply.statusCode ?? 502, replied);
  reply.pipe(outgoing);
  await once(reply, 'end');
}

async function isReady({ operationsUrl }: GatewayProcess): Promise<boolean> {
  const reply = await fetch(`${operationsUrl}/readyz`).catch(() => undefined);
  await reply?.body?.cancel();
  return reply?.ok === true;
}
