import { afterEach, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { SANDBOX_KEYS } from '../../../core/sandbox/environment.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

async function linesAtStart(keys: object, level: string): Promise<readonly Record<string, unknown>[]> {
  const without = Object.fromEntries(Object.keys(SANDBOX_KEYS).map((name) => [name, undefined]));
  gateway = await startTestGateway({ environment: { ...without, ...keys, ASSAY_LOG_LEVEL: level } });
  return gateway
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

it('a start says which ledger and models it serves, and which providers have keys', async () => {
  const [line] = await linesAtStart({ OPENAI_API_KEY: 'canary-key', XAI_API_KEY: 'canary-key' }, 'info');
  expect(line).toMatchObject({
    level: 30,
    msg: 'serving',
    version: packageJson.version,
    ledger: expect.stringMatching(/^file:\/.*assay\.db$/),
    models: expect.any(Number),
    providersWithKey: ['openai', 'xai'],
  });
  expect(line?.['providersWithoutKey']).toContain('anthropic');
  expect(gateway?.logs()).not.toContain('canary-key');
});

it('at the level warn a start is silent, unless no provider has a key', async () => {
  expect(await linesAtStart({ OPENAI_API_KEY: 'a-key' }, 'warn')).toEqual([]);
  await gateway?.stop();
  expect(await linesAtStart({}, 'warn')).toMatchObject([
    {
      level: 40,
      providersWithKey: [],
      msg: expect.stringMatching(/set any of .*OPENAI_API_KEY.*and restart/),
    },
  ]);
});
