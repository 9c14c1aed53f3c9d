import { expect } from 'vitest';
import { accountOfFile } from '../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestGateway } from '../../support/gateways/test-gateway.ts';

/** An account with high rate limits, for all tests of a file. */
export function untiringAccount(gateway: TestGateway): TestAccount {
  return accountOfFile(gateway, 100_000, { requestsPerMinute: 100_000, requestsInFlight: 10_000 });
}

/**
 * Posts a body that must be refused: no provider is called, nothing is held or charged.
 * @returns the problem’s errors as `pointer code`.
 */
export async function refusalOf(
  gateway: TestGateway,
  { key }: TestAccount,
  body: unknown,
): Promise<readonly string[]> {
  gateway.upstream.clear();
  const before = await gateway.get(key, '/api/v1/balance');
  const { status, body: problem } = await gateway.post(key, body);
  expect([status, problem.status], JSON.stringify(problem)).toEqual([400, 400]);
  expect(gateway.upstream.requests()).toEqual([]);
  expect((await gateway.get(key, '/api/v1/balance')).body).toEqual(before.body);
  return problem.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
}

/** The hold for a valid body, in credits. */
export async function holdFor(gateway: TestGateway, { key }: TestAccount, body: unknown): Promise<number> {
  const { status, body: quote } = await gateway.send(key, '/api/v1/prompt/quote', { body });
  expect(status, JSON.stringify(quote)).toBe(200);
  return quote.creditsRequired;
}

/** What comes of a short prompt to one model with these fields: its refusal, or its hold. */
export function fieldOutcomes(gateway: TestGateway, account: TestAccount) {
  const body = { prompt: 'hi', models: ['gpt-4o'] };
  return {
    refused: (fields: object) => refusalOf(gateway, account, { ...body, ...fields }),
    quoted: (fields: object) => holdFor(gateway, account, { ...body, ...fields }),
  };
}
