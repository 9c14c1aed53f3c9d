import { expect, it } from 'vitest';
import { carryOutCommand } from '../../commands/run-command.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

/** The cheapest there is: one token in and one out cost 200 nano-dollars, which JavaScript writes as 2e-7. */
const MODEL = 'ministral-3b-2512';
const COST = '0.0000002';
/** A number as JavaScript writes very small ones; the parts of a UUID stand between letters, digits and hyphens. */
const EXPONENT = /(?<![\w-])-?\d+(?:\.\d+)?e-\d+(?![\w-])/i;
const VERDICT = JSON.stringify({
  first_notes: '',
  second_notes: '',
  reasoning: '',
  verdict: 'first',
  confidence: 1e-7,
});

const gateway = gatewayOfFile({
  sandbox: {
    reply: ({ turns }) => ({
      content: turns.some(({ text }) => text.includes('<<<FIRST ')) ? VERDICT : 'fine',
      usage: { inputTokens: 1, outputTokens: 1 },
    }),
  },
});
const account = accountOfFile(gateway, 1_000);

async function textOf(path: string, accept: string, body?: object): Promise<string> {
  const { status, text } = await gateway.send(account.key, path, { body, headers: { accept } });
  expect(status).toBe(200);
  return text;
}

async function printed(...words: readonly string[]): Promise<string> {
  const environment = { ASSAY_DATABASE_URL: `file:${gateway.folder}/assay.db` };
  return (await carryOutCommand(['usage', ...words], environment)).stdout;
}

it('a call that costs less than a millionth of a dollar has its cost in plain decimals wherever it is told', async () => {
  const body = { prompt: 'hi', models: [MODEL] };
  const answer = await textOf('/api/v1/prompt', 'application/json', body);
  const { promptLogId, results } = JSON.parse(answer);
  expect(results[0].providerCost).toBe(2e-7);
  const told = [
    answer,
    await textOf(`/api/v1/prompts/${promptLogId}`, 'application/json'),
    await textOf('/api/v1/usage', 'application/json'),
    await printed(),
    await printed('--json'),
    await printed('--csv'),
    await textOf('/api/v1/prompt', 'text/event-stream', body),
    await textOf('/api/v1/prompt', 'text/event-stream', { ...body, models: [MODEL, MODEL], judges: [MODEL] }),
  ];
  for (const text of told) {
    expect(text).not.toMatch(EXPONENT);
    expect(text).toContain(COST);
  }
});
