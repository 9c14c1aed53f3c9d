import type { ServerResponse } from 'node:http';
import { LLMock } from '@copilotkit/aimock';
import {
  SANDBOX_PROVIDERS,
  type SandboxOptions,
  type SandboxRequest,
  type SandboxUpstream,
} from './contract.ts';
import { baseUrlsOf } from './environment.ts';
import { answerMock, serve, type Sandbox } from './serve.ts';

export type * from './contract.ts';

const MAX_KEPT_REQUESTS = 5000;
/** In characters: aimock sends a text in one event, and the sandbox splits it. */
const WHOLE_TEXT = 1_000_000_000;

/**
 * Starts a stand-in for all nine providers on 127.0.0.1. aimock reads each wire and builds each reply, so a body it
 * cannot read fails here as it would there. Around it stands what aimock leaves out: usage details, each provider's
 * own errors, connection faults, and files of any size.
 * @throws where the port is taken.
 */
export async function startSandboxUpstream(options: SandboxOptions = {}): Promise<SandboxUpstream> {
  const mock = new LLMock({
    host: '127.0.0.1',
    port: options.port ?? 0,
    logLevel: 'silent',
    journalMaxEntries: 1,
    chunkSize: WHOLE_TEXT,
  });
  const requests: SandboxRequest[] = [];
  const counts = new Map<string, number>();
  const open = new Set<ServerResponse>();
  const sandbox: Sandbox = {
    options,
    forwardedRequests: new Map(),
    record: (request, isCall) => {
      requests.push(request);
      if (requests.length > MAX_KEPT_REQUESTS) requests.shift();
      if (!isCall || request.model === undefined) return 0;
      const count = (counts.get(request.model) ?? 0) + 1;
      counts.set(request.model, count);
      return count;
    },
    forward: (path, context, body) =>
      fetch(`${mock.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-aimock-context': context },
        body,
      }),
  };
  mock.on({}, (read) => answerMock(sandbox, read));
  for (const provider of SANDBOX_PROVIDERS) {
    mock.mount(`/${provider}`, {
      handleRequest: async (request, response, path) => {
        open.add(response);
        response.once('close', () => open.delete(response));
        await serve(sandbox, { provider, request, response, path });
        return true;
      },
    });
  }
  const url = await mock.start();
  // Else a connection that rests while the machine is busy is closed under the next request.
  const { server } = Reflect.get(mock, 'serverInstance');
  server.keepAliveTimeout = 0;
  return {
    url,
    port: mock.port,
    baseUrls: baseUrlsOf(url),
    requests: () => [...requests],
    callCounts: () => new Map(counts),
    clear: () => {
      requests.length = 0;
      counts.clear();
    },
    stop: async () => {
      for (const response of open) response.destroy();
      await mock.stop();
    },
  };
}
