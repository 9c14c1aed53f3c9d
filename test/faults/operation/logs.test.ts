import { expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { answersTo, postBytes } from '../../support/clients/raw-connection.ts';

const CANARY = 'canary-79';
/** A second line, a colour, and the end of a JSON text. */
const FORGED = `${CANARY}"}\r\n{"level":60,"msg":"forged"}\u001b[31m\u2028`;
/** A provider's own message is logged, as one line and without what looks like a key. */
const SAID = FORGED.replace(CANARY, `said-79 bearer ${CANARY}`);

const gateway = gatewayOfFile({
  environment: { ASSAY_LOG_LEVEL: 'trace' },
  sandbox: {
    reply: ({ provider }) => (provider === 'mistral' ? { status: 500, message: SAID } : { content: FORGED }),
  },
});
const account = accountOfFile(gateway, 1_000);

it('79 nothing that a caller writes appears in a log line, and nothing that a provider writes forges one', async () => {
  const file = { name: FORGED, type: FORGED, base64: FORGED };
  const request = { prompt: FORGED, models: ['gpt-4o', 'mistral-large-2512'], system_prompt: FORGED };
  expect((await gateway.post(account.key, request)).status).toBe(200);
  for (const wrong of [
    { prompt: FORGED, models: [FORGED] },
    { ...request, attachments: [file] },
    { ...request, [FORGED]: 1 },
    { ...request, model_tuning: { [FORGED]: { [FORGED]: 1 } } },
    `{"${CANARY}`,
  ])
    expect((await gateway.post(account.key, wrong)).status).toBe(400);
  const line = `GET /${CANARY}%0d%0a%1b[31m?${CANARY} HTTP/1.1`;
  const closing = [`User-Agent: ${CANARY}`, `Referer: ${CANARY}`, 'Connection: close'];
  await answersTo(gateway.url, postBytes({ key: `${CANARY}-key`, body: CANARY, line, fields: closing }));
  await answersTo(gateway.url, `${CANARY} \u0000\r\n\r\n`);

  const lines = gateway.logs().split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(5);
  for (const text of lines) expect(JSON.parse(text)).not.toHaveProperty('level', 60);
  expect(gateway.logs()).toContain('said-79 bearer [masked]');
  expect(gateway.logs()).not.toContain('canary');
  for (const sign of ['\u001b', '\u2028']) expect(gateway.logs()).not.toContain(sign);
  expect(gateway.logs()).not.toContain(account.key.slice(15, 40));
});
