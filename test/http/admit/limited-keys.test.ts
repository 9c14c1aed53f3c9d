import { beforeAll, describe, expect, it } from 'vitest';
import { carryOut } from '../../../core/commands/run-command.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { adminClient, makeToken } from '../administration/admin-client.ts';

let key: string;
const gateway = gatewayOfFile();
beforeAll(async () => {
  const { name } = await gateway.account(1_000);
  const made = createApiKey();
  const limits = { models: ['gpt-4o', 'claude-*'], requestsPerMinute: 40 };
  await gateway.admin((ledger) => ledger.createKey({ accountName: name, ...made, ...limits }));
  ({ key } = made);
});

const post = (path: string, body: unknown) =>
  gateway.send(key, path, { body, headers: { accept: 'application/json, text/event-stream' } });

describe('a key that is limited to models', () => {
  it('runs those that it names, whole or by how they begin', async () => {
    const { status } = await post('/api/v1/prompt', { prompt: 'hi', models: ['gpt-4o', 'claude-haiku-4-5'] });
    expect(status).toBe(200);
  });

  it('is told which models it may ask', async () => {
    const { models } = (await gateway.get(key, '/api/v1/models')).body as {
      readonly models: readonly { readonly id: string; readonly allowed: boolean }[];
    };
    const allowed = new Map(models.map((model) => [model.id, model.allowed]));
    expect(['gpt-4o', 'claude-haiku-4-5', 'gpt-4o-mini'].map((id) => allowed.get(id))).toEqual([
      true,
      true,
      false,
    ]);
    const listing = await gateway.get(key, '/v1/models');
    const { data } = listing.body as { readonly data: readonly { readonly id: string }[] };
    expect(data.every(({ id }) => id === 'gpt-4o' || id.startsWith('claude-'))).toBe(true);
    expect(data.length).toBeGreaterThan(1);
    const listed = await post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_models', arguments: {} },
    });
    expect(listed.text).not.toContain('gpt-4o-mini');
  });

  it('names each model and judge that it may not ask', async () => {
    const { status, text } = await post('/api/v1/prompt', {
      prompt: 'hi',
      models: ['gpt-4o', 'deepseek-flash'],
      judges: ['mistral-large-2512'],
    });
    expect([status, JSON.parse(text).type]).toEqual([403, 'urn:assay:problem:model-not-allowed']);
    expect(JSON.parse(text).errors).toEqual([
      { pointer: '/models/1', code: 'model_not_allowed', message: 'this key may not ask deepseek-flash' },
      { pointer: '/judges/0', code: 'model_not_allowed', message: 'this key may not ask mistral-large-2512' },
    ]);
    expect(gateway.upstream.callCounts().get('deepseek-flash')).toBeUndefined();
  });

  it.each([
    ['/api/v1/prompt/quote', { prompt: 'hi', models: ['deepseek-flash'] }],
    ['/v1/chat/completions', { model: 'deepseek-flash', messages: [{ role: 'user', content: 'hi' }] }],
    ['/v1/responses', { model: 'deepseek-flash', input: 'hi' }],
  ])('is refused at %s too', async (path, body) => {
    const { status, text } = await post(path, body);
    expect(status).toBe(403);
    expect(text).toContain('model_not_allowed');
    expect(text).toContain('deepseek-flash');
  });

  it('is refused at /mcp too', async () => {
    const { text } = await post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask_models', arguments: { prompt: 'hi', models: ['deepseek-flash'] } },
    });
    expect(text).toContain('may not ask deepseek-flash');
  });

  it('has its own rate', async () => {
    const { headers } = await post('/api/v1/prompt/quote', { prompt: 'hi', models: ['gpt-4o'] });
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=40;w=60');
  });
});

describe('the limits of a key', () => {
  it('are set by POST /admin/v1/keys, listed, and kept by the key that replaces it', async () => {
    const { name } = await gateway.account(10);
    const ask = adminClient(() => gateway.operationsUrl, await makeToken(gateway.admin, 'keys', 'write'));
    const limits = { models: ['gpt-4o'], requestsPerMinute: 7 };
    const made = await ask('POST /keys', { account: name, ...limits });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(limits)]);
    expect((await ask(`POST /keys/${made.body.prefix}/rotate`, {})).status).toBe(201);
    const { keys } = (await ask(`GET /keys?account=${name}`)).body;
    expect(keys.map(({ models }: { readonly models: unknown }) => models)).toEqual([
      null,
      ['gpt-4o'],
      ['gpt-4o'],
    ]);
    expect(keys.at(-1)).toMatchObject(limits);
    expect((await ask('POST /keys', { account: name, models: ['a b'] })).status).toBe(400);
  });

  it.each([
    [['--models', 'gpt-4o,,x'], /"x": there is no such model/],
    [['--requests-per-minute', '0'], /--requests-per-minute takes a whole number/],
  ])('are checked by assay key create %j', async (words, message) => {
    const environment = { ASSAY_DATABASE_URL: `file:${gateway.folder}/assay.db` };
    await expect(carryOut(['key', 'create', 'account-1', ...words], environment)).rejects.toThrow(message);
  });
});
