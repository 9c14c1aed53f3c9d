import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BalanceResponse } from '../../../core/generated/balance-response.ts';
import type { PromptRecord } from '../../../core/generated/prompt-record.ts';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { problemsOf } from '../../support/answers/openapi-component.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import type { TestReply } from '../../support/gateways/test-gateway.ts';
import { eventually } from '../../support/eventually.ts';

type Reply = SandboxReply | undefined | Promise<SandboxReply | undefined>;

/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall) => Reply;

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const BODY = { prompt: 'hi', models: ['gpt-4o'] };

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });

const read = (key: string | undefined, path: string, at = gateway, method = 'GET'): Promise<TestReply> =>
  at.send(key, path, { method });

async function record(key: string, promptLogId: string, at = gateway): Promise<PromptRecord> {
  const { status, text } = await read(key, `/api/v1/prompts/${promptLogId}`, at);
  expect([status, text]).toEqual([200, expect.any(String)]);
  const found: PromptRecord = JSON.parse(text);
  expect(problemsOf('PromptRecord', found)).toEqual([]);
  return found;
}

async function balanceOf(key: string): Promise<BalanceResponse> {
  const { status, headers, text } = await read(key, '/api/v1/balance');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const balance: BalanceResponse = JSON.parse(text);
  expect(problemsOf('BalanceResponse', balance)).toEqual([]);
  return balance;
}

function scripted(answer: (call: SandboxCall) => Reply = () => ({ content: 'fine', usage: USAGE })): void {
  gateway.upstream.clear();
  reply = answer;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PNG = readFileSync(join(import.meta.dirname, '../../fixtures/pixel.png')).toString('base64');
const micro = (credits: number): number => Math.round(credits * 1e6);

describe('the record of a request', () => {
  it('holds its state, times, money, calls and texts', async () => {
    scripted();
    const { key } = await gateway.account(1_000);
    const body = { ...BODY, system_prompt: 'brief', zero_data_retention: false };
    const { body: response } = await gateway.post(key, body);
    const found = await record(key, response.promptLogId);
    expect(found).toEqual({
      promptLogId: response.promptLogId,
      state: 'settled',
      createdAt: expect.stringMatching(ISO),
      finishedAt: expect.stringMatching(ISO),
      creditsHeld: expect.any(Number),
      creditsUsed: 0.35,
      zeroDataRetention: false,
      models: ['gpt-4o'],
      judges: [],
      calls: [
        {
          role: 'contestant',
          index: 0,
          modelId: 'gpt-4o',
          status: 'completed',
          errorCode: null,
          tokensIn: 1_000,
          tokensCached: 0,
          tokensCacheWritten: 0,
          tokensOut: 100,
          searches: 0,
          attempts: 1,
          latencyMs: response.results[0].latencyMs,
          providerCost: 0.0035,
          credits: 0.35,
        },
      ],
      request: body,
      response,
    });
    expect(found.creditsHeld).toBeGreaterThan(found.creditsUsed);
    expect(Date.parse(found.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(found.createdAt));
  });

  it('has every run of every judge, and their charges add up', async () => {
    scripted(({ user, provider }) =>
      provider === 'mistral'
        ? { status: 400 }
        : user.includes('<<<FIRST ')
          ? { content: 'no verdict', usage: USAGE }
          : { content: 'fine', usage: USAGE },
    );
    const { key } = await gateway.account(100_000);
    const models = ['gpt-4o', 'nova-lite', 'mistral-large-2512'];
    const { body } = await gateway.post(key, { prompt: 'hi', models, judges: ['gemini-2.5-flash'] });
    const { calls, creditsUsed } = await record(key, body.promptLogId);
    // One pair is left; each order is asked, and asked once more.
    expect(calls.map(({ role, index, modelId }) => [role, index, modelId])).toEqual([
      ...models.map((modelId, index) => ['contestant', index, modelId]),
      ...Array.from({ length: 4 }, () => ['judge', 0, 'gemini-2.5-flash']),
    ]);
    expect(calls[2]).toMatchObject({ status: 'failed', errorCode: 'rejected', credits: 0, attempts: 1 });
    expect(calls.reduce((total, { credits }) => total + micro(credits), 0)).toBe(micro(creditsUsed));
    expect(creditsUsed).toBe(body.creditsUsed);
  });

  it('says how large a file was, and does not hold it', async () => {
    scripted();
    const { key } = await gateway.account(1_000);
    const attachments = [{ name: 'pixel.png', type: 'image/png', base64: PNG }];
    const { body } = await gateway.post(key, { ...BODY, attachments });
    const { request } = await record(key, body.promptLogId);
    const sizeBytes = Buffer.from(PNG, 'base64').length;
    expect(request).toEqual({ ...BODY, attachments: [{ name: 'pixel.png', type: 'image/png', sizeBytes }] });
  });

  it('has no calls where nothing was sent, so that free failures fill no ledger', async () => {
    scripted();
    const { key } = await gateway.account(0);
    const attachments = [{ name: 'pixel.png', type: 'image/png', base64: PNG }];
    const models = Array.from({ length: 64 }, () => 'deepseek-v4-pro');
    const { body } = await gateway.post(key, { prompt: 'hi', models, attachments });
    const { results } = body as PromptResponse;
    expect(new Set(results.map(({ error }) => error?.code))).toEqual(new Set(['attachment_unsupported']));
    expect(await record(key, body.promptLogId)).toMatchObject({
      state: 'settled',
      creditsUsed: 0,
      calls: [],
    });
  });

  it('holds no text under zero data retention, and says why', async () => {
    scripted(() => ({ content: 'canary-answer-6110', usage: USAGE }));
    const account = await gateway.account(1_000, { zeroDataRetention: true });
    const { body } = await gateway.post(account.key, { ...BODY, prompt: 'canary-prompt-6110' });
    const { text } = await read(account.key, `/api/v1/prompts/${body.promptLogId}`);
    expect(text).not.toContain('canary');
    expect(JSON.parse(text)).toMatchObject({
      state: 'settled',
      zeroDataRetention: true,
      creditsUsed: 0.35,
      calls: [{ modelId: 'gpt-4o', tokensIn: 1_000, credits: 0.35 }],
      request: null,
      response: null,
    });
    const told = await gateway.post(account.key, { ...BODY, zero_data_retention: false });
    expect(await record(account.key, told.body.promptLogId)).toMatchObject({
      zeroDataRetention: false,
      request: { prompt: 'hi' },
      response: { promptLogId: told.body.promptLogId },
    });
  });

  it('is there while the request runs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    scripted(() => promise.then(() => ({ content: 'late', usage: USAGE })));
    const { key } = await gateway.account(1_000);
    const running = gateway.post(key, BODY);
    await eventually(() => expect(gateway.upstream.callCounts().size).toBe(1));
    const { promptLogId } = (await gateway.get(key, '/api/v1/prompts')).body.prompts[0];
    const during = await record(key, promptLogId);
    expect(during).toEqual({
      promptLogId,
      state: 'reserved',
      createdAt: expect.stringMatching(ISO),
      finishedAt: null,
      creditsHeld: expect.any(Number),
      creditsUsed: 0,
      zeroDataRetention: false,
      models: ['gpt-4o'],
      judges: [],
      calls: [],
      request: null,
      response: null,
    });
    expect(await balanceOf(key)).toMatchObject({
      creditsPosted: 1_000,
      creditsReserved: during.creditsHeld,
      creditsAvailable: expect.closeTo(1_000 - during.creditsHeld, 6),
    });
    resolve();
    expect((await running).body.promptLogId).toBe(promptLogId);
    expect((await record(key, promptLogId)).state).toBe('settled');
    expect((await balanceOf(key)).creditsReserved).toBe(0);
  });

  it('says where the gateway failed and gave the hold back', async () => {
    // Two bills whose sum no 64-bit float holds exactly: adding them up is the fault.
    const strained = await gatewayOfTest({
      sandbox: { reply: () => ({ content: 'x', usage: { inputTokens: 5e7, outputTokens: 1e8 } }) },
      environment: { ASSAY_CREDITS_PER_USD: '1000000' },
    });
    const { key } = await strained.account(1_000_000);
    const body = { prompt: 'hi', models: ['o3-pro', 'o3-pro'], generation_settings: { maxTokens: 100 } };
    const { status, headers } = await strained.post(key, body);
    expect(status).toBe(503);
    const promptLogId = headers.get('x-prompt-log-id') ?? '';
    expect(await record(key, promptLogId, strained)).toMatchObject({
      state: 'voided',
      finishedAt: expect.stringMatching(ISO),
      creditsUsed: 0,
      calls: [],
      request: null,
      response: null,
    });
  });

  it('survives a restart', async () => {
    scripted();
    const { key } = await gateway.account(1_000);
    const { body } = await gateway.post(key, BODY);
    const before = await record(key, body.promptLogId);
    await gateway.restart();
    expect(await record(key, body.promptLogId)).toEqual(before);
  });
});

describe('a record one may not see', () => {
  it('is a 404, the same for another account’s, for none and for what is no ID', async () => {
    scripted();
    const [one, other] = [await gateway.account(1_000), await gateway.account(1_000)];
    const { body } = await gateway.post(one.key, BODY);
    expect((await read(one.key, `/api/v1/prompts/${body.promptLogId}`)).status).toBe(200);
    const foreign = await read(other.key, `/api/v1/prompts/${body.promptLogId}`);
    expect(foreign.status).toBe(404);
    for (const id of [
      '00000000-0000-4000-8000-000000000000',
      body.promptLogId.toUpperCase(),
      'x'.repeat(65),
      'x'.repeat(4_000),
      '%27%20OR%201=1',
      '%2e%2e%2fbalance',
      '*',
    ]) {
      const unknown = await read(other.key, `/api/v1/prompts/${id}`);
      expect([id, unknown.status, unknown.text]).toEqual([id, 404, foreign.text]);
    }
  });

  it.each([
    ['/api/v1/prompts', 'GET'],
    ['/api/v1/prompts/00000000-0000-4000-8000-000000000000', 'GET, PATCH, DELETE'],
    ['/api/v1/balance', 'GET'],
  ])('%s takes a key and %s', async (path, allowed) => {
    scripted();
    const { key } = await gateway.account(0);
    const missing = await read(undefined, path);
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    for (const method of ['POST', 'PUT', 'HEAD']) {
      const wrong = await read(key, path, gateway, method);
      expect([method, wrong.status, wrong.headers.get('allow')]).toEqual([method, 405, allowed]);
    }
  });

  it.each([
    ['POST', '/api/v1/prompts', 'Use GET here. Did you mean POST /api/v1/prompt?'],
    ['GET', '/api/v1/prompt', 'Use POST here. Did you mean GET /api/v1/prompts?'],
    ['PATCH', '/api/v1/balance', 'Use GET here.'],
  ])('%s %s is told which address takes it', async (method, path, detail) => {
    const { key } = await gateway.account(0);
    const { text } = await read(key, path, gateway, method);
    expect(JSON.parse(text)).toMatchObject({ detail });
  });

  it.each(['/api/v1/prompts/', '/api/v1/prompts/a/b', '/api/v1/prompts/a/', '/api/v1/Prompts/a'])(
    '%s is no address',
    async (path) => {
      const { key } = await gateway.account(0);
      const { status, text } = await read(key, path);
      expect([status, JSON.parse(text).detail]).toEqual([404, expect.stringContaining('/openapi.json')]);
    },
  );
});

describe('the balance', () => {
  it('is what was granted less what was charged, with the account’s settings', async () => {
    scripted();
    const account = await gateway.account(1_000, {
      markupMilli: 1_500,
      zeroDataRetention: true,
      requestsPerMinute: 50,
      requestsInFlight: 7,
    });
    const settings = {
      zeroDataRetention: true,
      requestsPerMinute: 50,
      requestsInFlight: 7,
      markup: 1.5,
      cache: false,
      budgets: [],
    };
    expect(await balanceOf(account.key)).toEqual({
      creditsPosted: 1_000,
      creditsReserved: 0,
      creditsOwed: 0,
      creditsAvailable: 1_000,
      ...settings,
    });
    await gateway.post(account.key, BODY);
    await gateway.admin((ledger) => ledger.adjustCredits(account.name, 2_000_000));
    expect(await balanceOf(account.key)).toEqual({
      creditsPosted: 1_000 - 0.525 + 2,
      creditsReserved: 0,
      creditsOwed: 0,
      creditsAvailable: 1_000 - 0.525 + 2,
      ...settings,
    });
  });

  it('is what its history adds up to', async () => {
    scripted(({ attempt }) => ({
      content: 'x',
      usage: { inputTokens: 100 * attempt, outputTokens: attempt },
    }));
    const account = await gateway.account(50);
    for (let sent = 0; sent < 5; sent += 1) expect((await gateway.post(account.key, BODY)).status).toBe(200);
    await gateway.admin((ledger) => ledger.adjustCredits(account.name, 1_234_567));
    // Refused, so that it leaves no trace.
    await gateway.post(account.key, { ...BODY, models: Array.from({ length: 64 }, () => 'gpt-5.5') });
    const entries = await gateway.admin((ledger) => ledger.history(account.name, 1_000));
    const sumOf = (kind: string): number =>
      entries
        .filter((entry) => entry.kind === kind)
        .reduce((total, { microCredits }) => total + microCredits, 0);
    const { creditsPosted, creditsReserved } = await balanceOf(account.key);
    expect(micro(creditsPosted)).toBe(sumOf('grant') - sumOf('charge'));
    expect(creditsReserved).toBe(0);
    const records = await Promise.all(
      [...new Set(entries.flatMap(({ requestId }) => requestId ?? []))].map((id) => record(account.key, id)),
    );
    expect(records).toHaveLength(5);
    expect(records.reduce((total, { creditsUsed }) => total + micro(creditsUsed), 0)).toBe(sumOf('charge'));
  });

  it('counts against the rate', async () => {
    const { key } = await gateway.account(0, { requestsPerMinute: 2 });
    const statuses: number[] = [];
    // A minute may turn in between; ten are too many for two minutes as well.
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await read(key, '/api/v1/balance')).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

describe('the metrics', () => {
  it('know an address by its template, never by an ID', async () => {
    scripted();
    const { key } = await gateway.account(1_000);
    const { body } = await gateway.post(key, BODY);
    await read(key, `/api/v1/prompts/${body.promptLogId}`);
    await read(key, '/api/v1/prompts/nobody-7731');
    await read(key, '/api/v1/prompts/a/b');
    await eventually(async () => {
      const metrics = await gateway.metrics();
      expect(metrics).toMatch(
        /assay_requests_total\{route="\/api\/v1\/prompts\/\{promptLogId\}",status="200"\} [1-9]/,
      );
      expect(metrics).toMatch(
        /assay_requests_total\{route="\/api\/v1\/prompts\/\{promptLogId\}",status="404"\} [1-9]/,
      );
      expect(metrics).toMatch(/assay_requests_total\{route="unmatched",status="404"\} [1-9]/);
      expect(metrics).not.toContain(body.promptLogId);
      expect(metrics).not.toContain('nobody-7731');
    });
    expect(gateway.logs()).toContain('"route":"/api/v1/prompts/{promptLogId}"');
    expect(gateway.logs()).not.toContain('nobody-7731');
  });
});
