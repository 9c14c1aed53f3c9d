import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { scriptedAgent } from '../../sandbox/agent.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const MODEL = 'gpt-5.4';
const HOSTED = { type: 'web_search' };
const manifests = manifestsOfFile();
const file = join(manifests, 'openai.yaml');
const manifest = parseDocument(readFileSync(file, 'utf8'));
const { models } = manifest.toJS() as { readonly models: readonly { readonly id: string }[] };
const place = ['models', models.findIndex(({ id }) => id === MODEL)];
manifest.setIn([...place, 'send'], { '/tools': [HOSTED] });
manifest.setIn([...place, 'tuning'], 'exclusive');
manifest.setIn(['tuning', 'exclusive'], {
  reasoningEffort: {
    description: 'How long the model thinks.',
    enum: ['low', 'high'],
    'x-wire': [
      { equals: 'high', set: { '/reasoning/effort': '$value' }, besideTools: false },
      { set: { '/reasoning/effort': '$value' } },
    ],
  },
});
writeFileSync(file, manifest.toString());

const gateway = gatewayOfFile({
  sandbox: { reply: scriptedAgent([[{ name: 'get_weather', arguments: '{}' }]]) },
  environment: { ASSAY_MANIFESTS: manifests },
});
const account = accountOfFile(gateway, 1_000);
beforeEach(() => gateway.upstream.clear());

const tools = [{ type: 'function', function: { name: 'get_weather' } }];
const ask = (more: object) =>
  knock(gateway, account.key, '/chat/completions', {
    model: MODEL,
    messages: [{ role: 'user', content: 'Weather?' }],
    ...more,
  });

it('tools that a manifest sends stand beside a caller’s functions', async () => {
  const { body } = await ask({ tools, reasoning_effort: 'low' });
  expect(body.choices[0].message.tool_calls).toMatchObject([{ function: { name: 'get_weather' } }]);
  expect(gateway.upstream.requests()[0]?.body).toMatchObject({
    tools: [{ type: 'function', name: 'get_weather' }, HOSTED],
    reasoning: { effort: 'low' },
  });
});

it('a setting that the provider refuses beside functions is a 400 that names it, and fine without them', async () => {
  const { status, body } = await ask({ tools, reasoning_effort: 'high' });
  expect([status, body.error.param]).toEqual([400, 'reasoning_effort']);
  expect(body.error.message).toContain(
    'gpt-5.4 does not take reasoningEffort together with functions: remove one of them',
  );
  expect(gateway.upstream.requests()).toEqual([]);
  expect((await ask({ reasoning_effort: 'high' })).status).toBe(200);
  expect((await ask({ tools: [], reasoning_effort: 'high' })).status).toBe(200);
});
