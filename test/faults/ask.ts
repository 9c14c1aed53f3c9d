import type { TestGateway, TestReply } from '../support/test-gateway.ts';

export interface Question {
  readonly key: string;
  readonly path: string;
  /** Sent as it is where it is text or bytes, else as JSON; with none the question is a GET. */
  readonly body?: unknown;
}

/** Asks any address of the API, and reads the JSON it answers with. */
export async function ask(gateway: TestGateway, { key, path, body }: Question): Promise<TestReply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: bytes };
  const reply = await fetch(gateway.url + path, request);
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}
