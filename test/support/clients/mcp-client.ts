import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The protocol's own client, connected to a gateway's /mcp. It checks results against the tools' schemas. */
export async function connectMcp(
  url: string,
  key: string,
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  // From then on it knows their schemas.
  await client.listTools();
  return { client, transport };
}

/** A message without the client: for what it would never send. */
export function postMcp(
  url: string,
  key: string | undefined,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}
