import type { TestGateway, TestReply } from '../../support/gateways/test-gateway.ts';

export interface Question {
  readonly key: string;
  readonly path: string;
  /** Text and bytes are sent unchanged, anything else as JSON. Without a body the request is a GET. */
  readonly body?: unknown;
}

/** Sends a request to any address of the API, and parses the JSON answer. */
export async function ask(gateway: TestGateway, { key, path, body }: Question): Promise<TestReply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: bytes };
  const reply = await fetch(gateway.url + path, request);
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}
