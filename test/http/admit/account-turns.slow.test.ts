import { beforeAll, expect, it } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';

let busy: TestAccount;
let other: TestAccount;

const gateway = gatewayOfFile({ sandbox: { reply: () => ({ content: '{"a":1}' }) } });
beforeAll(async () => {
  busy = await gateway.account(0, { requestsInFlight: 100, requestsPerMinute: 1_000 });
  other = await gateway.account(1_000);
});

/** 18 KB within every limit on a schema, whose patterns take seconds to compile. */
const SLOW_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 215 }, (_, index) => [
      `p${index}`,
      { pattern: `${index}${'(a?|b*){0,1000}'.repeat(4)}` },
    ]),
  ),
};

async function quote(response_schema: unknown): Promise<{ readonly status: number; readonly code: unknown }> {
  const asked = { prompt: 'x', models: ['grok-4.3'], response_schema };
  const { status, body } = await gateway.send(busy.key, '/api/v1/prompt/quote', { body: asked });
  return { status, code: body.errors?.[0]?.code };
}

it('answers one account between the slow schemas of another', async () => {
  expect(JSON.stringify(SLOW_SCHEMA).length).toBeLessThan(19_000);
  let turnsTaken = 0;
  const quotes = Array.from({ length: 8 }, async () => {
    const answer = await quote(SLOW_SCHEMA);
    if (answer.status === 400) turnsTaken += 1;
    return answer;
  });
  // Every quote has its place in the queue by now, for the first has had its turn.
  await quotes[0];
  const turnsBefore = turnsTaken;
  const { status, body } = await gateway.post(other.key, {
    prompt: 'x'.repeat(100_000),
    models: ['grok-4.3'],
    response_schema: { type: 'object' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.results).toMatchObject([{ status: 'completed', schemaValid: true }]);
  expect(body.results[0].warnings).toBeUndefined();
  // Its schema is used twice, before and after the model; each use waits for one task of the other account at most.
  expect(turnsTaken - turnsBefore).toBeLessThanOrEqual(3);
  // Too slow if it got its turn, unavailable if too many requests of the same account were before it.
  for (const answer of await Promise.all(quotes))
    expect([
      { status: 400, code: 'schema' },
      { status: 503, code: undefined },
    ]).toContainEqual(answer);
});
