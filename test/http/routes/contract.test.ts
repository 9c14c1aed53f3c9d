import { request as httpRequest } from 'node:http';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { MODEL_COUNT } from '../../support/model-count.ts';

/** Holds back the upstream's answers to the prompt `wait`. */
let answerAfter: Promise<void> = Promise.resolve();

const gateway = gatewayOfFile({
  environment: { ASSAY_MAX_BODY_BYTES: '200000' },
  sandbox: {
    reply: async ({ user }) => {
      if (user === 'wait') await answerAfter;
      return undefined;
    },
  },
});
const account = accountOfFile(gateway, 10_000);

const good = { prompt: 'hi', models: ['gpt-4o'] };

describe('an error says what was meant', () => {
  it.each([
    ['claude-sonnet-4.6', 'claude-sonnet-4-6'],
    ['openai/gpt-5.4', 'gpt-5.4'],
    ['Grok-4.5', 'grok-4.5'],
  ])('by the model nearest to %s', async (name, nearest) => {
    const answer = await gateway.post(account.key, {
      prompt: 'hi',
      models: [name],
      model_tuning: { [name]: {} },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ message }: { message: string }) => message)).toEqual(
      [1, 2].map(() => expect.stringMatching(new RegExp(`did you mean ${RegExp.escape(nearest)}\\?$`))),
    );
  });
});

it('names the model meant in each of twenty mistakes', async () => {
  const models = Array.from({ length: 20 }, (_, index) => `gpt-4o${'-'.repeat(index % 2)}${index % 10}`);
  const { body } = await gateway.post(account.key, { prompt: 'hi', models });
  const messages = body.errors.map(({ message }: { message: string }) => message);
  expect(messages).toEqual(models.map(() => expect.stringMatching(/did you mean /)));
});

it('says of a panel that it is asked below /v1', async () => {
  const { status, body } = await gateway.post(account.key, { prompt: 'hi', models: ['panel/careful'] });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([
    {
      pointer: '/models/0',
      code: 'unknown_model',
      message: expect.stringMatching(/^panels are only on \/v1/),
    },
  ]);
});

describe('a request that does not match the contract', () => {
  it.each<[string, unknown, string]>([
    ['65 models', { ...good, models: Array.from({ length: 65 }, () => 'gpt-4o') }, '/models'],
    [
      'an unknown field in a block',
      { ...good, system_prompt: [{ type: 'text', text: 'x', cache: true }] },
      '/system_prompt/0/cache',
    ],
    ['seven judges', { ...good, judges: Array.from({ length: 7 }, () => 'gpt-4o') }, '/judges'],
    [
      'an attachment without a type',
      { ...good, attachments: [{ name: 'a', base64: 'aGk=' }] },
      '/attachments/0/type',
    ],
    ['a body that is a list', [good], ''],
    ['broken JSON', '{"prompt":', ''],
  ])('%s is a 400 that names %3$s', async (_name, body, pointer) => {
    const before = await account.balance();
    gateway.upstream.clear();
    const reply = await gateway.post(account.key, body);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(reply.body).toMatchObject({
      type: expect.stringMatching(/^urn:assay:problem:/),
      title: expect.any(String),
      status: 400,
    });
    expect(reply.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    for (const error of reply.body.errors)
      expect(error).toEqual({
        pointer: expect.any(String),
        code: expect.stringMatching(/^[a-z_0-9]+$/),
        message: expect.stringMatching(/\S/),
      });
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await account.balance()).toEqual(before);
  });

  it('names every wrong field at once', async () => {
    const { body } = await gateway.post(account.key, {
      prompt: '',
      models: ['nope'],
      judge_weights: { speed: 2 },
      extra: 1,
    });
    expect(body.errors.map((error: { pointer: string }) => error.pointer).toSorted()).toEqual([
      '/extra',
      '/judge_weights/speed',
      '/models/0',
      '/prompt',
    ]);
  });

  it('echoes no value', async () => {
    const { body } = await gateway.post(account.key, {
      ...good,
      zero_data_retention: 'canary-7193',
      models: ['canary-7193'],
    });
    expect(JSON.stringify(body)).not.toContain('canary-7193');
  });

  it('takes tuning for a model of the registry that is not in the request', async () => {
    const { status } = await gateway.post(account.key, {
      ...good,
      model_tuning: { 'o3-pro': { reasoningEffort: 'high' } },
    });
    expect(status).toBe(200);
  });
});

describe('the key', () => {
  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
  ])('%s is the one 401', async (_name, headers) => {
    const reply = await gateway.post(
      undefined,
      good,
      JSON.parse(JSON.stringify(headers).replace('KEY', account.key)),
    );
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    const missing = await gateway.post(undefined, good);
    expect(reply.body).toEqual(missing.body);
  });

  it('is taken whatever the case of the scheme', async () => {
    expect((await gateway.post(undefined, good, { authorization: `bearer ${account.key}` })).status).toBe(
      200,
    );
  });

  it('invites the body in once it is known', async () => {
    const body = JSON.stringify(good);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${account.key}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
        expect: '100-continue',
      };
      const request = httpRequest(`${gateway.url}/api/v1/prompt`, { method: 'POST', headers }, (response) =>
        resolve(response.statusCode),
      );
      request.on('continue', () => request.end(body));
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(200);
  });
});

describe('the balance', () => {
  it('asks for exactly what lets the same request pass', async () => {
    const { name, key, balance } = await gateway.account(0);
    const request = {
      prompt: 'x'.repeat(500),
      models: ['gpt-5.5', 'claude-opus-4-6', 'nova-pro'],
      generation_settings: { maxTokens: 1_000 },
    };
    const refused = await gateway.post(key, request);
    expect(refused.status).toBe(402);
    const required = Math.round(refused.body.estimatedCreditsRequired * 1e6);
    await gateway.admin((ledger) => ledger.adjustCredits(name, required - 1));
    expect((await gateway.post(key, request)).status).toBe(402);
    await gateway.admin((ledger) => ledger.adjustCredits(name, 1));
    const passed = await gateway.post(key, request);
    expect(passed.status).toBe(200);
    expect(await balance()).toEqual({
      posted: required - Math.round(passed.body.creditsUsed * 1e6),
      reserved: 0,
    });
  });

  it('is never overspent by requests that come together', async () => {
    const { key, balance } = await gateway.account(10, { requestsInFlight: 1_000 });
    const request = { ...good, prompt: 'wait', generation_settings: { maxTokens: 1_000 } };
    // No answer comes before somebody has been turned away, so the holds are all open together.
    const refused = Promise.withResolvers<void>();
    answerAfter = refused.promise;
    const replies = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const reply = await gateway.post(key, request);
        if (reply.status === 402) refused.resolve();
        return reply;
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 402]));
    const { posted, reserved } = await balance();
    const charged = replies.reduce(
      (sum, { status, body }) => sum + (status === 200 ? Math.round(body.creditsUsed * 1e6) : 0),
      0,
    );
    expect({ posted, reserved }).toEqual({ posted: 10_000_000 - charged, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('is charged with the account’s markup', async () => {
    const plain = await gateway.account(1_000);
    const dear = await gateway.account(1_000, { markupMilli: 2_500 });
    const [one, other] = [await gateway.post(plain.key, good), await gateway.post(dear.key, good)];
    expect(other.body.creditsUsed / one.body.creditsUsed).toBeCloseTo(2.5, 2);
    expect(other.body.results[0].providerCost).toBe(one.body.results[0].providerCost);
  });
});

describe('the rate limit', () => {
  it('lets exactly its number through and says when to come back', async () => {
    const { key } = await gateway.account(1_000, { requestsPerMinute: 3 });
    const replies = await Promise.all(Array.from({ length: 30 }, () => gateway.post(key, good)));
    // A minute may turn in between; then it is the limit twice.
    const passed = replies.filter(({ status }) => status === 200).length;
    expect([3, 6]).toContain(passed);
    const refused = replies.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/);
    expect(refused?.body).toMatchObject({
      errors: [{ pointer: '', code: 'requests_per_minute' }],
      limit: 3,
      windowSeconds: 60,
    });
  });
});

describe('HTTP', () => {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${account.key}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    });

  const call = (method: 'GET' | 'PUT' | 'HEAD' | 'OPTIONS' | 'POST', path: string) => {
    const agent = supertest(gateway.url);
    const verbs = {
      GET: agent.get,
      PUT: agent.put,
      HEAD: agent.head,
      OPTIONS: agent.options,
      POST: agent.post,
    };
    return verbs[method].call(agent, path).set('Authorization', `Bearer ${account.key}`);
  };

  it.each([
    ['GET', '/api/v1/prompt', 405],
    ['HEAD', '/api/v1/prompt', 405],
    ['OPTIONS', '/api/v1/prompt', 405],
    ['POST', '/api/v1/models', 405],
    ['POST', '/API/v1/prompt', 404],
    ['GET', '/%zz', 404],
  ] as const)('%s %s is %i', async (method, path, status) => {
    const reply = await call(method, path);
    expect(reply.status).toBe(status);
    if (status === 405) expect(reply.headers['allow']).toBe(path.endsWith('prompt') ? 'POST' : 'GET');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers).not.toHaveProperty('x-powered-by');
  });

  it('refuses a body over the limit, declared or not', async () => {
    const body = JSON.stringify({ ...good, prompt: 'x'.repeat(200_000) });
    expect((await send('/api/v1/prompt', { method: 'POST', body })).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    });
    // A streamed body is sent without Content-Length.
    expect(
      (await send('/api/v1/prompt', { method: 'POST', body: chunks, duplex: 'half' } as RequestInit)).status,
    ).toBe(413);
    // At the limit it is read, and is not JSON.
    const longest = 'x'.repeat(200_000);
    expect((await send('/api/v1/prompt', { method: 'POST', body: longest })).status).toBe(400);
  });
});

describe('the registry over HTTP', () => {
  it('lists all models with what a client needs', async () => {
    const { body } = await supertest(gateway.url)
      .get('/api/v1/models')
      .set('Authorization', `Bearer ${account.key}`)
      .expect(200)
      .expect('Content-Type', /json/);
    expect(body.models).toHaveLength(MODEL_COUNT);
    expect(body.models.find(({ id }: { id: string }) => id === 'gpt-4o')).toMatchObject({
      group: 'legacy',
      price: { inputUsdPerMillion: 2.5, cachedInputUsdPerMillion: 1.25 },
      tuning: {},
    });
    await supertest(gateway.url).get('/api/v1/models').expect(401).expect('WWW-Authenticate', 'Bearer');
  });

  it('describes the API', async () => {
    const { body } = await supertest(gateway.url).get('/openapi.json').expect(200);
    expect(body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(body.paths)).toContain('/api/v1/prompt');
  });
});
