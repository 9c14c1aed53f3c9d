import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';

/**
 * As little as a fan-out in Node can be: bare node:http in, undici out, no validation, no key, no ledger. What a real
 * gateway is held against. Its arguments are the upstream's address, and the most connections to it.
 */
const pool = new Pool(process.argv[2] ?? '', { connections: Number(process.argv[3] ?? 512) });
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer sandbox' };

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

async function ask(model: string, prompt: string): Promise<unknown> {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: 4_096 });
  const reply = await pool.request({
    method: 'POST',
    path: '/mistral/v1/chat/completions',
    headers: HEADERS,
    body,
  });
  const answer = (await reply.body.json()) as {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
  };
  return { modelId: model, output: answer.choices[0]?.message.content };
}

const server = createServer((request, response) => {
  void read(request).then(async (text) => {
    const { prompt, models } = JSON.parse(text) as { prompt: string; models: readonly string[] };
    const results = await Promise.all(models.map((model) => ask(model, prompt)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
