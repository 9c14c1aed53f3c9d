import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** The answer to one request; `broken` is the connection's error code if there was none. */
export interface LoadAnswer {
  readonly status?: number;
  readonly creditsUsed?: number;
  readonly broken?: string;
}

/** Clients that send one request after the other until they are stopped. */
export interface ClientLoad {
  readonly answers: readonly LoadAnswer[];
  /** Resolves once so many more have come back. */
  more(count: number): Promise<void>;
  /** Lets the last ones come back. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly url: string;
  readonly key: string;
  readonly body: unknown;
  readonly clients: number;
  /** False opens a connection for each request. */
  readonly keepsConnections: boolean;
}

/** A request to which nothing comes back for so long is broken: nothing may be left hanging. */
const PATIENCE_MS = 120_000;

export function startLoad(options: LoadOptions): ClientLoad {
  const answers: LoadAnswer[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const stopping = new AbortController();
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: options.keepsConnections, maxSockets: 1 });
    while (!stopping.signal.aborted) {
      answers.push(await post(agent, options));
      for (const { count, resolve } of waiting) if (answers.length >= count) resolve();
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: options.clients }, client));
  return {
    answers,
    async more(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count: answers.length + count, resolve });
      await promise;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** POST /api/v1/prompt over an agent's connections. */
export async function post(
  agent: Agent,
  { url, key, body }: Pick<LoadOptions, 'url' | 'key' | 'body'>,
): Promise<LoadAnswer> {
  const { promise, resolve } = Promise.withResolvers<LoadAnswer>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = httpRequest(`${url}/api/v1/prompt`, { method: 'POST', agent, headers }, (reply) => {
    text(reply).then(
      (json) =>
        resolve({
          status: reply.statusCode ?? 0,
          creditsUsed: reply.statusCode === 200 ? JSON.parse(json).creditsUsed : 0,
        }),
      (error: NodeJS.ErrnoException) => resolve({ broken: error.code ?? error.message }),
    );
  });
  request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('nothing came back')));
  request.once('error', (error: NodeJS.ErrnoException) => resolve({ broken: error.code ?? error.message }));
  request.end(JSON.stringify(body));
  return promise;
}
