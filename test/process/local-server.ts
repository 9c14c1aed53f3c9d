import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server on this machine that asks for no key, speaking as little of the chat format as such servers do. */
export interface LocalServer {
  readonly baseUrl: string;
  /** Headers of every call, in order. */
  readonly calls: readonly IncomingHttpHeaders[];
  stop(): Promise<void>;
}

const CHOICE = { index: 0, finish_reason: 'stop' };
const USAGE = { prompt_tokens: 1_000, completion_tokens: 1_000, total_tokens: 2_000 };

export async function startLocalServer(models: readonly string[]): Promise<LocalServer> {
  const calls: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET' && request.url === '/v1/models') {
      response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      calls.push(request.headers);
      const { model }: { readonly model: string } = JSON.parse(body);
      const message = { role: 'assistant', content: `I am ${model}` };
      const isKnown = request.url === '/v1/chat/completions' && models.includes(model);
      response.writeHead(isKnown ? 200 : 404);
      response.end(JSON.stringify({ id: 'local-1', model, choices: [{ ...CHOICE, message }], usage: USAGE }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
