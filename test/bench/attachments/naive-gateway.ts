import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';
import { listenAndPrint } from '../../support/servers/child-process.ts';

/**
 * What one would write first: the body is collected and parsed on the main thread, and each model's request is
 * JSON.stringify of an object that holds the file's base64. It checks nothing, keeps no books and sends the same
 * calls to the same upstream. Arguments: the upstream of requests with files, and that of those without.
 */
const upstream = new Pool(process.argv[2] ?? '', { connections: 512 });
const smallUpstream = new Pool(process.argv[3] ?? '', { connections: 512 });

interface Prompt {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly attachments?: readonly { readonly type: string; readonly base64: string }[];
}

const server = createServer((request, response) => {
  void answer(request).then((results) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results }));
  });
});

async function answer(request: IncomingMessage): Promise<readonly unknown[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const prompt = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Prompt;
  return Promise.all(prompt.models.map((model) => callModel(model, prompt)));
}

async function callModel(modelId: string, { prompt, attachments = [] }: Prompt): Promise<unknown> {
  const files = attachments.map(({ type, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: type, data: base64 },
  }));
  const content = [...files, { type: 'text', text: prompt }];
  const pool = files.length === 0 ? smallUpstream : upstream;
  const reply = await pool.request({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: modelId, max_tokens: 1_000, messages: [{ role: 'user', content }] }),
  });
  const read = (await reply.body.json()) as { readonly content: readonly { readonly text: string }[] };
  return { modelId, status: 'completed', output: read.content[0]?.text };
}

listenAndPrint(server);
