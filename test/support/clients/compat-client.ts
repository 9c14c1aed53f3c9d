import type { TestGateway, TestReply } from '../gateways/test-gateway.ts';

/** Sends a body to an address below `/v1`; GET where there is none. */
export async function knock(
  { url }: Pick<TestGateway, 'url'>,
  key: string | undefined,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestReply> {
  const reply = await fetch(`${url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = /json/.test(reply.headers.get('content-type') ?? '');
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
}
