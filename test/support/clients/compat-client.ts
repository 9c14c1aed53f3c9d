import type { TestGateway, TestReply } from '../gateways/test-gateway.ts';

/** Sends a body to an address below `/v1`; GET where there is none. */
export function knock(
  gateway: Pick<TestGateway, 'send'>,
  key: string | undefined,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestReply> {
  return gateway.send(key, `/v1${path}`, { body, headers });
}
