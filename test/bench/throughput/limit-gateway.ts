import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';
import { listenAndPrint } from '../../support/servers/child-process.ts';

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
  const text = await reply.body.text();
  const isStream = reply.headers['content-type'] === 'text/event-stream';
  return { modelId: model, output: isStream ? joinEvents(text) : readWhole(text) };
}

function readWhole(text: string): string | undefined {
  const answer = JSON.parse(text) as {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
  };
  return answer.choices[0]?.message.content;
}

function joinEvents(text: string): string {
  let output = '';
  for (const line of text.split('\n\n')) {
    if (!line.startsWith('data: {')) continue;
    const chunk = JSON.parse(line.slice('data: '.length)) as {
      readonly choices: readonly { readonly delta: { readonly content: string } }[];
    };
    output += chunk.choices[0]?.delta.content ?? '';
  }
  return output;
}

const server = createServer((request, response) => {
  void read(request).then(async (text) => {
    const { prompt, models } = JSON.parse(text) as { prompt: string; models: readonly string[] };
    const results = await Promise.all(models.map((model) => ask(model, prompt)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results }));
  });
});
listenAndPrint(server);
