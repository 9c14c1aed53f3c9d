import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';
import { listenAndPrint } from '../../support/servers/child-process.ts';

/**
 * As little as a proxy of streams in Node can be: bare node:http in, undici out, and the provider's bytes as they come.
 * No key, no ledger, no reading of events. What a real gateway is held against. Its argument is the upstream's address.
 */
const pool = new Pool(process.argv[2] ?? '', { connections: 8_192 });
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer sandbox' };

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

const server = createServer((request, response) => {
  void read(request).then(async (text) => {
    const { prompt, models } = JSON.parse(text) as { prompt: string; models: readonly string[] };
    const { body } = await pool.request({
      method: 'POST',
      path: '/mistral/chat/completions',
      headers: HEADERS,
      body: JSON.stringify({
        model: models[0],
        messages: [{ role: 'user', content: prompt }],
        max_tokens: 4_096,
        stream: true,
      }),
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    body.pipe(response);
  });
});
listenAndPrint(server, 4_096);
