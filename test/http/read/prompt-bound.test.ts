import { expect, it } from 'vitest';
import type { ProblemDetails } from '../../../core/errors.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000);

it.each([
  ['one byte', 'x'.repeat(2_000_001)],
  ['two bytes', 'é'.repeat(1_000_001)],
])('a prompt over the bound is told so in bytes, where a character has %s', async (_title, prompt) => {
  const body = { prompt, models: ['gpt-5.4'] };
  const answer = await gateway.send(account.key, '/api/v1/prompt/quote', { body });
  expect(answer.status).toBe(400);
  const { errors = [] }: ProblemDetails = answer.body;
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/prompt']);
  expect(errors[0]?.message).toMatch(/at most 2000000 bytes of UTF-8/);
});
