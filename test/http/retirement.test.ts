import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FieldError } from '../../core/errors.ts';
import { readMetric } from '../support/gateways/read-metrics.ts';
import { datedManifests } from '../support/gateways/adjusted-manifests.ts';
import { startTestGateway, type TestGateway, type TestReply } from '../support/gateways/test-gateway.ts';

const DAY_MS = 86_400_000;
const SHUTDOWN = '2031-03-01';
const SHUTDOWN_MS = Date.parse(SHUTDOWN);
const SUNSET = 'Sat, 01 Mar 2031 00:00:00 GMT';
/** It fails from its day on. */
const ENDING = 'gpt-5.4-mini';
/** Its successor runs from its day on. */
const FOLLOWED = 'claude-opus-4-6';
const SUCCESSOR = 'gpt-5.4';
const STAYING = 'mistral-large-2512';

const manifests = datedManifests({
  [ENDING]: [`shutdown: ${SHUTDOWN}`, `successor: ${SUCCESSOR}`, 'deprecated: 2030-12-24'],
  [FOLLOWED]: [`shutdown: ${SHUTDOWN}`, 'successor: gpt-5.2', 'onShutdown: successor'],
  // Itself shut down a day later: then its own successor runs for both.
  'gpt-5.2': ['shutdown: 2031-03-02', `successor: ${SUCCESSOR}`, 'onShutdown: successor'],
  'codestral-2508': [`shutdown: ${SHUTDOWN}`],
  'gemini-3.1-pro-preview': [`shutdown: ${SHUTDOWN}`, 'successor: gemini-3.5-flash', 'onShutdown: successor'],
});
let now = SHUTDOWN_MS;
let gateway: TestGateway;
let key: string;
let balance: Awaited<ReturnType<TestGateway['account']>>['balance'];

beforeAll(async () => {
  gateway = await startTestGateway({
    unixMs: () => now,
    environment: { ASSAY_MANIFESTS: manifests.folder },
  });
  ({ key, balance } = await gateway.account(1_000_000));
});
beforeEach(() => gateway.upstream.clear());
afterAll(async () => {
  await gateway.stop();
  manifests.remove();
});

const ask = (body: object): Promise<TestReply> => gateway.post(key, { prompt: 'hi', ...body });
const sentTo = (): readonly string[] => gateway.upstream.requests().map(({ model }) => model ?? '');
const codesOf = (warnings: readonly { readonly code: string }[] | undefined): readonly string[] =>
  (warnings ?? []).map(({ code }) => code);

const post = (path: string, body: object): Promise<TestReply> => gateway.send(key, path, { body });
const get = (path: string): Promise<TestReply> => gateway.get(key, path);

const chat = (model: string): Promise<TestReply> =>
  post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] });
const responses = (model: string): Promise<TestReply> => post('/v1/responses', { model, input: 'hi' });

/** Days before the shutdown with the state of a model on each. The gateway passes through all of them. */
const WALK = [
  [61, 'active'],
  [60 + 1 / DAY_MS, 'active'],
  [60, 'retiring'],
  [30, 'retiring'],
  [7, 'retiring'],
  [1, 'retiring'],
  [1 / DAY_MS, 'retiring'],
  [0, 'retired'],
  [-1 / 2, 'retired'],
  [-400, 'retired'],
] as const;

describe.each(WALK)('%f days before its shutdown a model is', (days, state) => {
  beforeEach(() => {
    now = SHUTDOWN_MS - days * DAY_MS;
  });
  const isAnnounced = state !== 'active';
  const isRetired = state === 'retired';
  const sunset = isAnnounced ? SUNSET : null;

  it(`${state}: in a request`, async () => {
    const { status, headers, body } = await ask({ models: [ENDING, STAYING] });
    expect(status).toBe(200);
    expect(headers.get('sunset')).toBe(sunset);
    expect(headers.get('deprecation')).toBe(isAnnounced ? `@${Date.parse('2030-12-24') / 1_000}` : null);
    const [ending, staying] = body.results;
    expect([ending.modelId, staying.modelId]).toEqual([ENDING, STAYING]);
    expect(staying).toMatchObject({ status: 'completed' });
    expect(staying.warnings).toBeUndefined();
    if (isRetired) {
      expect(ending).toMatchObject({ status: 'failed', attempts: 0, credits: 0 });
      expect(ending.error).toEqual({
        code: 'model_retired',
        message: `OpenAI shut ${ENDING} down on ${SHUTDOWN}. Use ${SUCCESSOR} instead.`,
        retryable: false,
      });
      expect(sentTo()).toEqual([STAYING]);
    } else {
      expect(ending.status).toBe('completed');
      expect(sentTo().toSorted()).toEqual([ENDING, STAYING].toSorted());
      expect(ending.warnings).toEqual(
        isAnnounced
          ? [
              {
                code: 'model_retiring',
                pointer: '/models/0',
                message: `${ENDING} is shut down on ${SHUTDOWN}. Use ${SUCCESSOR} instead.`,
              },
            ]
          : undefined,
      );
    }
  });

  it(`${state}: in a quote, which holds nothing for a retired one`, async () => {
    const quoted = await post('/api/v1/prompt/quote', { prompt: 'hi', models: [ENDING, STAYING] });
    const alone = await post('/api/v1/prompt/quote', { prompt: 'hi', models: [STAYING] });
    expect(quoted.headers.get('sunset')).toBe(sunset);
    expect(alone.headers.get('sunset')).toBeNull();
    const [ending] = quoted.body.models;
    expect(ending).toMatchObject({ modelId: ENDING, errorCode: isRetired ? 'model_retired' : null });
    if (isRetired) {
      expect(ending).toMatchObject({ runs: 0, credits: 0 });
      expect(quoted.body.creditsRequired).toBe(alone.body.creditsRequired);
      expect(quoted.body.creditsAtMost).toBe(alone.body.creditsAtMost);
    } else expect(quoted.body.creditsRequired).toBeGreaterThan(alone.body.creditsRequired);
  });

  it(`${state}: as a judge`, async () => {
    const judged = { models: [STAYING, SUCCESSOR], judges: [ENDING] };
    const quote = await post('/api/v1/prompt/quote', { prompt: 'hi', ...judged });
    expect(quote.body.judges[0].credits > 0).toBe(!isRetired);
    const { headers, body } = await ask(judged);
    expect(headers.get('sunset')).toBe(sunset);
    const told = { retiring: ['model_retiring'], retired: ['judging_incomplete'] };
    expect(codesOf(body.warnings)).toEqual(Object.entries(told).find(([one]) => one === state)?.[1] ?? []);
    const [{ runs, status, judge }] = body.evaluations;
    expect(judge).toEqual({ index: 0, modelId: ENDING });
    expect(sentTo().includes(ENDING)).toBe(!isRetired);
    for (const { error } of runs) expect(error?.code).toBe(isRetired ? 'model_retired' : undefined);
    if (isRetired) expect(status).toBe('incomplete');
  });

  it.each([
    ['/v1/chat/completions', chat],
    ['/v1/responses', responses],
  ])(`${state}: at %s`, async (_path, send) => {
    const { status, headers, body } = await send(ENDING);
    expect(headers.get('sunset')).toBe(sunset);
    expect(status).toBe(isRetired ? 404 : 200);
    if (isRetired)
      expect(body.error).toMatchObject({
        code: 'model_not_found',
        param: 'model',
        message: expect.stringContaining(`Use ${SUCCESSOR} instead`),
      });
  });

  it(`${state}: in the lists`, async () => {
    const known = await get('/api/v1/models');
    expect(known.body.models.find(({ id }: { id: string }) => id === ENDING)).toMatchObject({
      shutdown: SHUTDOWN,
      deprecated: '2030-12-24',
      successor: SUCCESSOR,
      onShutdown: 'fail',
    });
    const ids = (await get('/v1/models')).body.data.map(({ id }: { id: string }) => id);
    expect(ids.includes(ENDING)).toBe(!isRetired);
    expect(ids).toContain(FOLLOWED);
    const one = await get(`/v1/models/${ENDING}`);
    expect(one.headers.get('sunset')).toBe(sunset);
    expect(one.status).toBe(isRetired ? 404 : 200);
    if (isRetired) expect(one.body.error).toMatchObject({ code: 'model_not_found' });
    if (isRetired) expect(one.body.error.message).toContain(SUCCESSOR);
  });
});

describe('onShutdown: successor', () => {
  it('runs the model itself until the day', async () => {
    now = SHUTDOWN_MS - 1;
    const { body } = await ask({ models: [FOLLOWED] });
    expect(sentTo()).toEqual([FOLLOWED]);
    expect(body.results[0].servedBy).toBeUndefined();
    expect(body.results[0].warnings[0].message).toBe(
      `${FOLLOWED} is shut down on ${SHUTDOWN}. From then on gpt-5.2 runs in its place.`,
    );
  });

  it.each([
    [SHUTDOWN_MS, 'gpt-5.2'],
    [SHUTDOWN_MS + DAY_MS, SUCCESSOR],
  ])('from %d on runs, prices and holds %s', async (at, successor) => {
    now = at;
    const before = await balance();
    const { body, headers } = await ask({ models: [FOLLOWED] });
    const after = await balance();
    expect(headers.get('sunset')).toBe(SUNSET);
    expect(sentTo()).toEqual([successor]);
    const [followed] = body.results;
    expect(followed).toMatchObject({ modelId: FOLLOWED, servedBy: successor, status: 'completed' });
    expect(followed.warnings[0]).toEqual({
      code: 'served_by_other_model',
      pointer: '/models/0',
      message: `${FOLLOWED} was shut down on ${SHUTDOWN}; ${successor} runs in its place`,
    });
    now = SHUTDOWN_MS - DAY_MS;
    const direct = await ask({ models: [successor] });
    expect(followed.credits).toBe(direct.body.results[0].credits);
    expect(before.posted - after.posted).toBe(Math.round(followed.credits * 1e6));
    const quoteOf = (model: string): Promise<TestReply> =>
      post('/api/v1/prompt/quote', { prompt: 'hi', models: [model] });
    const quotedItself = await quoteOf(successor);
    now = at;
    const quoted = await quoteOf(FOLLOWED);
    expect(quoted.body.creditsRequired).toBe(quotedItself.body.creditsRequired);
    expect(quoted.body.models[0]).toMatchObject({ modelId: FOLLOWED, servedBy: successor, errorCode: null });
  });

  it('tunes the successor by what it takes, and warns of the rest', async () => {
    now = SHUTDOWN_MS;
    const { body } = await ask({
      models: [FOLLOWED],
      model_tuning: { [FOLLOWED]: { thinkingBudget: 2_048 }, 'gpt-5.2': { reasoningEffort: 'high' } },
    });
    expect(codesOf(body.results[0].warnings)).toEqual(['served_by_other_model', 'tuning_unused']);
    expect(body.results[0].warnings[1].pointer).toBe(`/model_tuning/${FOLLOWED}/thinkingBudget`);
    expect(gateway.upstream.requests()[0]?.body).not.toHaveProperty('reasoning');
    gateway.upstream.clear();
    now = SHUTDOWN_MS + DAY_MS;
    const tuned = await ask({
      models: ['gpt-5.2'],
      model_tuning: { 'gpt-5.2': { reasoningEffort: 'high' } },
    });
    expect(codesOf(tuned.body.results[0].warnings)).toEqual(['served_by_other_model']);
    expect(gateway.upstream.requests()[0]).toMatchObject({
      model: SUCCESSOR,
      body: { reasoning: { effort: 'high' } },
    });
  });

  it('names the tuning in a warning as the request does', async () => {
    now = SHUTDOWN_MS;
    const { body } = await ask({
      models: ['gemini-3.1-pro-preview'],
      model_tuning: { 'gemini-3.1-pro-preview': { thinkingBudget: 0 } },
    });
    expect(body.results[0].warnings[0]).toMatchObject({
      code: 'tuning_approximated',
      pointer: '/model_tuning/gemini-3.1-pro-preview/thinkingBudget',
    });
  });

  it.each([
    ['gemini-3.1-pro-preview', 'gemini-3.5-flash'],
    ['gemini-3.5-flash', 'gemini-3.1-pro-preview'],
  ])('refuses tuning that conflicts, of a model or of its successor: of %s', async (conflicting, other) => {
    now = SHUTDOWN_MS;
    const { status, body } = await ask({
      models: ['gemini-3.1-pro-preview', 'gemini-3.5-flash'],
      model_tuning: {
        [conflicting]: { webSearch: true, cachedContent: 'cachedContents/1' },
        [other]: { webSearch: true },
      },
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: FieldError) => pointer).toSorted()).toEqual([
      `/model_tuning/${conflicting}/cachedContent`,
      `/model_tuning/${conflicting}/webSearch`,
    ]);
  });

  it('has the successor judge', async () => {
    now = SHUTDOWN_MS;
    const { body } = await ask({ models: [STAYING, SUCCESSOR], judges: [FOLLOWED] });
    expect(body.evaluations[0].judge).toEqual({ index: 0, modelId: FOLLOWED, servedBy: 'gpt-5.2' });
    expect(codesOf(body.warnings)).toEqual(['served_by_other_model', 'judging_incomplete']);
    expect(sentTo().filter((model) => model === 'gpt-5.2').length).toBeGreaterThanOrEqual(2);
    expect(sentTo()).not.toContain(FOLLOWED);
  });

  it('says that a successor judges its own answer', async () => {
    now = SHUTDOWN_MS;
    const { body } = await ask({ models: [STAYING, FOLLOWED], judges: ['gpt-5.2'] });
    expect(body.evaluations[0]).toMatchObject({ b: { servedBy: 'gpt-5.2' }, selfJudged: true });
  });

  it('announces the shutdown of a writer, and lets its successor use its tuning', async () => {
    now = SHUTDOWN_MS;
    const { headers, body } = await ask({
      models: [STAYING, 'gpt-4o'],
      judges: [SUCCESSOR],
      fuse: FOLLOWED,
      model_tuning: { [FOLLOWED]: { thinkingBudget: 2_048 } },
    });
    expect(headers.get('sunset')).toBe(SUNSET);
    expect(sentTo()).toContain('gpt-5.2');
    expect(body.results.slice(0, 2).map(({ warnings }: TestReply['body']) => codesOf(warnings))).toEqual([
      [],
      [],
    ]);
  });

  it('answers at /v1 under the name that was asked for', async () => {
    now = SHUTDOWN_MS;
    const { status, headers, body } = await chat(FOLLOWED);
    expect([status, headers.get('sunset'), body.model]).toEqual([200, SUNSET, FOLLOWED]);
    expect(sentTo()).toEqual(['gpt-5.2']);
  });
});

describe('the cache', () => {
  it('answers for no retired model, and keeps a successor’s answer under the name that was asked for', async () => {
    const { key: cached } = await gateway.account(1_000, { cache: true });
    const send = async (models: readonly string[]) => {
      const { body } = await gateway.post(cached, {
        prompt: 'kept?',
        models,
        cache: { maxAgeSeconds: 86_400 },
      });
      return body.results[0];
    };
    now = SHUTDOWN_MS - 1;
    await send([ENDING]);
    expect(await send([ENDING])).toMatchObject({ cached: true });
    now = SHUTDOWN_MS;
    expect((await send([ENDING])).error.code).toBe('model_retired');
    await send([FOLLOWED]);
    expect(await send([FOLLOWED])).toMatchObject({ cached: true, servedBy: 'gpt-5.2' });
    expect((await send(['gpt-5.2'])).cached).toBeUndefined();
  });
});

describe('the metrics count what a successor answers', () => {
  const counted = (model: string, successor: string, role = 'contestant'): Promise<number> =>
    readMetric(gateway.operationsUrl, 'assay_succeeded_runs_total', { model, successor, role });

  it('under the name that was asked for, and only from the day on', async () => {
    now = SHUTDOWN_MS - 1;
    const before = [
      await counted(FOLLOWED, 'gpt-5.2'),
      await counted(FOLLOWED, SUCCESSOR),
      await counted(FOLLOWED, 'gpt-5.2', 'judge'),
      await counted('gpt-5.2', SUCCESSOR),
    ];
    await ask({ models: [FOLLOWED, 'gpt-5.2'] });
    now = SHUTDOWN_MS;
    await ask({ models: [FOLLOWED, 'gpt-5.2', STAYING] });
    gateway.upstream.clear();
    await ask({ models: [STAYING, SUCCESSOR], judges: [FOLLOWED] });
    const judging = sentTo().filter((model) => model === 'gpt-5.2').length;
    expect(judging).toBeGreaterThanOrEqual(2);
    now = SHUTDOWN_MS + DAY_MS;
    await ask({ models: [FOLLOWED] });
    const after = [
      await counted(FOLLOWED, 'gpt-5.2'),
      await counted(FOLLOWED, SUCCESSOR),
      await counted(FOLLOWED, 'gpt-5.2', 'judge'),
      await counted('gpt-5.2', SUCCESSOR),
    ];
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1, judging, 0]);
  });

  it('also from the cache', async () => {
    now = SHUTDOWN_MS;
    const { key: cached } = await gateway.account(1_000, { cache: true });
    const body = { prompt: 'cached?', models: [FOLLOWED], cache: { maxAgeSeconds: 60 } };
    const before = await counted(FOLLOWED, 'gpt-5.2');
    await gateway.post(cached, body);
    expect((await gateway.post(cached, body)).body.results[0].cached).toBeDefined();
    expect((await counted(FOLLOWED, 'gpt-5.2')) - before).toBe(2);
  });
});

it('a model without a successor says so when it is shut down', async () => {
  now = SHUTDOWN_MS;
  const { body, headers } = await ask({ models: ['codestral-2508'] });
  expect(headers.get('deprecation')).toBeNull();
  expect(body.results[0].error.message).toBe(
    `Mistral shut codestral-2508 down on ${SHUTDOWN}. Use another model.`,
  );
});

it('the metrics tell when each model is shut down', async () => {
  const labels = { model: ENDING, provider: 'openai' };
  const name = 'assay_model_shutdown_timestamp_seconds';
  expect(await readMetric(gateway.operationsUrl, name, labels)).toBe(SHUTDOWN_MS / 1_000);
  const text = await gateway.metrics();
  expect(text.match(new RegExp(`^${name}`, 'gm'))).toHaveLength(5);
});

it('a reload moves the day', async () => {
  now = SHUTDOWN_MS;
  const file = join(manifests.folder, 'mistral.yaml');
  const before = readFileSync(file, 'utf8');
  expect((await ask({ models: ['codestral-2508'] })).body.results[0].error.code).toBe('model_retired');
  writeFileSync(file, before.replace(`shutdown: ${SHUTDOWN}`, 'shutdown: 2031-03-02'));
  try {
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
    const { headers, body } = await ask({ models: ['codestral-2508'] });
    expect(headers.get('sunset')).toBe('Sun, 02 Mar 2031 00:00:00 GMT');
    expect(codesOf(body.results[0].warnings)).toEqual(['model_retiring']);
    const labels = { model: 'codestral-2508' };
    const shutdown = await readMetric(
      gateway.operationsUrl,
      'assay_model_shutdown_timestamp_seconds',
      labels,
    );
    expect(shutdown).toBe(SHUTDOWN_MS / 1_000 + 86_400);
  } finally {
    writeFileSync(file, before);
  }
});
