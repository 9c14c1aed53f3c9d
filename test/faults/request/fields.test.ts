import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { fieldOutcomes, untiringAccount } from './refusals.ts';

const gateway = gatewayOfFile();
const account = untiringAccount(gateway);

const { refused, quoted } = fieldOutcomes(gateway, account);

it.each<[string, unknown, string]>([
  ['missing', undefined, 'missing'],
  ['empty', '', 'pattern'],
  ['white space', ' \n\t\u00a0\u3000', 'pattern'],
  ['a number', 7, 'type'],
  ['of 5 MB', 'x'.repeat(5_000_000), 'length'],
])('30 a prompt that is %s is a 400', async (_name, prompt, code) => {
  expect(await refused({ prompt })).toEqual([`/prompt ${code}`]);
});

it.each<[string, unknown, string]>([
  ['missing', undefined, '/models missing'],
  ['empty', [], '/models length'],
  ['10,001', Array.from({ length: 10_001 }, () => 'gpt-4o'), '/models length'],
  ['unknown', ['gpt-4o', 'gpt-99'], '/models/1 unknown_model'],
  ['nested', [['gpt-4o']], '/models/0 type'],
  ['one text', 'gpt-4o', '/models type'],
])('31 models that are %s are a 400', async (_name, models, problem) => {
  expect(await refused({ models })).toEqual([problem]);
});

it('32 unknown judges, and 50 judges for 49 models, are a 400 before any provider is called', async () => {
  expect(await refused({ judges: ['gpt-99'] })).toEqual(['/judges/0 unknown_model']);
  const models = Array.from({ length: 49 }, () => 'gpt-4o');
  expect(await refused({ models, judges: Array.from({ length: 50 }, () => 'gpt-4o') })).toEqual([
    '/judges length',
  ]);
  expect(await refused({ models, judges: ['gpt-4o'] })).toEqual(['/judges limit']);
});

it('33 fields that name an address, a header, a role or a fallback are a 400, and nothing connects', async () => {
  let connections = 0;
  const canary = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const { port } = canary.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  const file = { name: 'a.png', type: 'image/png', base64: 'aGk=' };
  for (const name of [
    'api_base',
    'base_url',
    'baseUrl',
    'url',
    'fallbacks',
    'user_role',
    'headers',
    'api_key',
    'callback',
  ]) {
    const field = { [name]: name === 'fallbacks' ? [{ models: ['gpt-4o'], api_base: url }] : url };
    expect(await refused(field)).toEqual([`/${name} unknown_field`]);
    expect(await refused({ model_tuning: { 'gpt-4o': field } })).toEqual([
      `/model_tuning/gpt-4o/${name} not_allowed`,
    ]);
    expect(await refused({ generation_settings: field })).toEqual([
      `/generation_settings/${name} unknown_field`,
    ]);
    expect(await refused({ history: [{ role: 'user', content: 'x', ...field }] })).toEqual([
      `/history/0/${name} unknown_field`,
    ]);
    expect(await refused({ attachments: [{ ...file, ...field }] })).toContain(
      `/attachments/0/${name} unknown_field`,
    );
  }
  expect(await refused({ models: [url], judges: [url] })).toEqual([
    '/models/0 unknown_model',
    '/judges/0 unknown_model',
  ]);
  canary.close();
  expect(connections).toBe(0);
});

it.each<[string, unknown, string]>([
  ['temperature', -0.1, 'range'],
  ['temperature', 2.1, 'range'],
  ['temperature', '1', 'type'],
  ['temperature', null, 'type'],
  ['topP', -0.1, 'range'],
  ['topP', 1.1, 'range'],
  ['maxTokens', 0, 'range'],
  ['maxTokens', -1, 'range'],
  ['maxTokens', 1.5, 'type'],
  ['maxTokens', 1e21, 'range'],
  ['maxTokens', 9_007_199_254_740_991, 'range'],
])('34 %s %j is a 400', async (name, value, code) => {
  expect(await refused({ generation_settings: { [name]: value } })).toEqual([
    `/generation_settings/${name} ${code}`,
  ]);
});

it('34 the hold is above zero, and never falls as maxTokens grows', async () => {
  for (const model of ['gpt-4o', 'nova-micro', 'claude-opus-4-7']) {
    const holds: number[] = [];
    for (const maxTokens of [1, 2, 1_000, 1_001, 65_536, 1_000_000, 10_000_000])
      holds.push(await quoted({ models: [model], generation_settings: { maxTokens } }));
    expect(holds[0]).toBeGreaterThan(0);
    expect(holds).toEqual(holds.toSorted((one, other) => one - other));
  }
});
