import { beforeEach, describe, expect, it } from 'vitest';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import type { SandboxStreamFault } from '../../../core/sandbox/contract.ts';
import { slowIt } from '../../support/whole-run.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';
import { accountOfFile, gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

/** Each look at a balance opens the ledger. */
const PATIENTLY = { timeout: 120_000 };
const ONCE = '{ attempts: 1, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 0 }';
const FINE = { content: 'fine', usage: { inputTokens: 1_000, outputTokens: 100 } };

const VERDICT = verdictText('tie');
const streamWith = (fault: SandboxStreamFault): SandboxReply => ({
  ...FINE,
  content: 'one two three four five six',
  stream: { fault },
});

let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;

const manifests = manifestsOfFile({
  mistral: {
    timeouts: '{ connectMs: 1000, firstByteMs: 1000, idleMs: 200, totalMs: 60000 }',
    retries: ONCE,
    breaker: '{ calls: 4, failedPercent: 50, openMs: 3600000 }',
  },
  openai: { concurrency: '{ calls: 8, queue: 64 }' },
  deepseek: { retries: ONCE, breaker: '{ calls: 4, failedPercent: 50, openMs: 100 }' },
  groq: {
    concurrency: '{ calls: 1, queue: 1 }',
    retries: ONCE,
    breaker: '{ calls: 2, failedPercent: 50, openMs: 3600000 }',
  },
  cerebras: {
    retries: '{ attempts: 3, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 0 }',
    retryBudget: '{ percent: 0, perMinute: 3 }',
  },
  xai: { retries: '{ attempts: 3, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 600000 }' },
  bedrock: {
    timeouts: '{ connectMs: 300, firstByteMs: 300, totalMs: 300 }',
    retries: ONCE,
    breaker: '{ calls: 4, failedPercent: 50, openMs: 3600000 }',
  },
  google: { retries: ONCE, breaker: '{ calls: 4, failedPercent: 50, openMs: 100 }' },
  anthropic: { breaker: '{ calls: 2, failedPercent: 1, openMs: 3600000 }', retries: ONCE },
});
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests, ASSAY_REQUEST_TIMEOUT_MS: '60000' },
  sandbox: { reply: (call) => reply(call) },
});
const account = accountOfFile(gateway, 10_000);
beforeEach(() => {
  gateway.upstream.clear();
  reply = () => FINE;
});

async function ask(model: string) {
  const { status, body } = await gateway.post(account.key, { prompt: 'hi', models: [model] });
  expect(status).toBe(200);
  return body.results[0];
}

function metric(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
  return readMetric(gateway.operationsUrl, `assay_provider_${name}`, labels);
}

describe('the circuit breaker of a model', () => {
  const model = 'mistral-large-2512';
  const labels = { model, provider: 'mistral' };

  it('opens over faults of the provider; calls then fail at once, unsent and unpaid', async () => {
    const faults: readonly SandboxReply[] = [
      { status: 500 },
      { status: 503 },
      { connection: 'reset' },
      { status: 529 },
    ];
    for (const fault of faults) {
      reply = () => fault;
      expect(await ask(model)).toMatchObject({ status: 'failed', attempts: 1 });
    }
    expect(await metric('breaker_state', labels)).toBe(2);
    reply = () => FINE;
    const before = await account.balance();
    const unsent = await ask(model);
    expect(unsent).toMatchObject({ status: 'failed', attempts: 0, credits: 0, latencyMs: 0 });
    expect(unsent.error).toMatchObject({ code: 'unavailable', retryable: true });
    expect(gateway.upstream.callCounts().get(model)).toBe(4);
    expect(await account.balance()).toEqual({ ...before, reserved: 0 });
    expect(await metric('calls_unsent_total', { provider: 'mistral', reason: 'breaker' })).toBe(1);
  });

  it('leaves the provider’s other models alone', async () => {
    expect(await ask('mistral-small-2603')).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await metric('breaker_state', { ...labels, model: 'mistral-small-2603' })).toBe(0);
  });

  it.each<[string, SandboxReply, string]>([
    ['a rejected request', { status: 400 }, 'rejected'],
    ['a refused key', { status: 401 }, 'provider_auth'],
    ['a limit', { status: 429 }, 'rate_limited'],
    ['a refusal', { content: '', finishReason: 'refused' }, 'refused'],
    ['a reply nobody can read', { raw: '<html>' }, 'malformed_reply'],
    ['an error in a reply that succeeded', { raw: '{"error":{"message":"no"}}' }, 'unavailable'],
    ['a stream that ends with an error', streamWith({ kind: 'error', afterEvents: 3 }), 'unavailable'],
    ['a stream that is cut', streamWith({ kind: 'end', afterEvents: 3 }), 'unavailable'],
    ['a stream that falls silent', streamWith({ kind: 'stall', afterEvents: 3 }), 'timeout'],
  ])('does not count %s', async (_name, fault, code) => {
    reply = () => fault;
    for (let call = 0; call < 6; call += 1)
      expect(await ask('ministral-8b-2512')).toMatchObject({ error: { code }, attempts: 1 });
    expect(await metric('breaker_state', { ...labels, model: 'ministral-8b-2512' })).toBe(0);
  });

  it('is not opened by one account while another uses the model', async () => {
    const other = await gateway.account(10_000);
    const body = { prompt: 'hi', models: ['codestral-2508'] };
    expect((await gateway.post(other.key, body)).body.results[0].status).toBe('completed');
    reply = () => ({ status: 503 });
    for (let call = 0; call < 8; call += 1) await ask('codestral-2508');
    reply = () => FINE;
    expect((await gateway.post(other.key, body)).body.results[0].status).toBe('completed');
  });

  it('opens over a provider that is silent for the whole time it has', async () => {
    reply = () => ({ connection: 'hang' });
    const silent = await Promise.all(Array.from({ length: 4 }, () => ask('nova-micro')));
    expect(silent.map(({ error }) => error.code)).toEqual(silent.map(() => 'timeout'));
    expect(await metric('breaker_state', { model: 'nova-micro', provider: 'bedrock' })).toBe(2);
  });

  slowIt('does not count what our own deadline ended', async () => {
    const hasty = await gatewayOfTest({
      environment: { ASSAY_MANIFESTS: manifests, ASSAY_REQUEST_TIMEOUT_MS: '1000' },
      sandbox: { reply: () => ({ connection: 'hang' }) },
    });
    const { key } = await hasty.account(10_000);
    const model = 'claude-haiku-4-5';
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => hasty.post(key, { prompt: 'hi', models: [model] })),
    );
    expect(replies.map(({ body }) => body.results[0].error.code)).toEqual(replies.map(() => 'timeout'));
    const labels = { model, provider: 'anthropic' };
    expect(await readMetric(hasty.operationsUrl, 'assay_provider_breaker_state', labels)).toBe(0);
  });

  it('closes again once the provider answers the one call that is let through', async () => {
    const flash = { model: 'deepseek-flash', provider: 'deepseek' };
    reply = () => ({ status: 503 });
    for (let call = 0; call < 4; call += 1) await ask('deepseek-flash');
    expect(await metric('breaker_state', flash)).toBe(2);
    // Probes that fail keep it open.
    await expect.poll(() => ask('deepseek-flash').then(({ attempts }) => attempts), PATIENTLY).toBe(1);
    expect(await metric('breaker_state', flash)).toBe(2);
    reply = () => FINE;
    await expect.poll(() => ask('deepseek-flash').then(({ status }) => status), PATIENTLY).toBe('completed');
    expect(await metric('breaker_state', flash)).toBe(0);
    for (let call = 0; call < 3; call += 1)
      expect(await ask('deepseek-flash')).toMatchObject({ status: 'completed' });
  });
});

describe('calls that meet a probe of their model', () => {
  const judge = 'gemini-2.5-flash';
  const labels = { model: judge, provider: 'google' };

  it('wait for its end: a judged request after an outage is judged whole', async () => {
    reply = () => ({ status: 503 });
    for (let call = 0; call < 4; call += 1) await ask(judge);
    expect(await metric('breaker_state', labels)).toBe(2);
    const openedAt = performance.now();
    await expect.poll(() => performance.now() - openedAt).toBeGreaterThan(100);
    reply = ({ model }) => (model === judge ? { content: VERDICT } : FINE);
    const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1'];
    const { body } = await gateway.post(account.key, { prompt: 'hi', models, judges: [judge] });
    expect(gateway.upstream.callCounts().get(judge)).toBe(4 + body.evaluations.length * 2);
    expect(body.evaluations).toHaveLength(3);
    expect(body.ranking.map((one: { winRate: number | null }) => one.winRate)).not.toContain(null);
    expect(await metric('breaker_state', labels)).toBe(0);
  });
});

it('a probe whose stream has begun keeps nobody waiting, though it stays silent', async () => {
  const labels = { model: 'deepseek-v4-pro', provider: 'deepseek' };
  reply = () => ({ status: 503 });
  for (let call = 0; call < 4; call += 1) await ask(labels.model);
  expect(await metric('breaker_state', labels)).toBe(2);
  reply = () => streamWith({ kind: 'stall', afterEvents: 0 });
  const probe = async (): Promise<unknown> => {
    const request = { prompt: 'hi', models: [labels.model], timeout_seconds: 1 };
    const { results } = (await gateway.post(account.key, request)).body;
    return results[0].error.code;
  };
  await expect.poll(probe, PATIENTLY).toBe('timeout');
  expect(await metric('breaker_state', labels)).toBe(0);
});

/** The provider keeps every answer back. @returns lets them go. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<SandboxReply>();
  reply = () => promise;
  return () => resolve(FINE);
}

/** Posts a prompt, and leaves once the work is done. */
async function leaveAfter(model: string, work: () => Promise<void>): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  const body = { prompt: 'hi', models: [model] };
  const sent = gateway.send(account.key, '/api/v1/prompt', { body, signal }).catch(() => undefined);
  await work();
  gone.abort();
  await sent;
}

describe('the queue of a provider', () => {
  const labels = { provider: 'groq' };
  const inFlight = () => metric('calls_in_flight', labels);
  const waiting = () => metric('calls_waiting', labels);

  it('is bounded: a call that finds it full fails at once, unsent and unpaid', async () => {
    const goOn = holdAnswers();
    const first = ask('gpt-oss-20b');
    await expect.poll(inFlight, PATIENTLY).toBe(1);
    const second = ask('gpt-oss-120b');
    await expect.poll(waiting, PATIENTLY).toBe(1);
    const third = await ask('gpt-oss-20b');
    expect(third).toMatchObject({ status: 'failed', error: { code: 'overloaded' }, attempts: 0, credits: 0 });
    expect(await metric('calls_unsent_total', { ...labels, reason: 'queue' })).toBe(1);
    expect(gateway.upstream.requests()).toHaveLength(1);
    goOn();
    expect(await Promise.all([first, second])).toMatchObject([
      { status: 'completed', attempts: 1 },
      { status: 'completed', attempts: 1 },
    ]);
    expect([await inFlight(), await waiting()]).toEqual([0, 0]);
  });

  it('keeps an eighth of the slots for accounts that hold none', async () => {
    const goOn = holdAnswers();
    const models = Array.from({ length: 12 }, () => 'gpt-4o-mini');
    const attacking = gateway.post(account.key, { prompt: 'hi', models });
    const figures = async (): Promise<readonly number[]> => [
      await metric('calls_in_flight', { provider: 'openai' }),
      await metric('calls_waiting', { provider: 'openai' }),
    ];
    await expect.poll(figures, PATIENTLY).toEqual([7, 5]);
    const held = reply;
    reply = (call) => (call.model === 'gpt-4o' ? FINE : held(call));
    const victim = await gateway.account(10_000);
    const { body } = await gateway.post(victim.key, { prompt: 'hi', models: ['gpt-4o'] });
    expect(body.results[0]).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await figures()).toEqual([7, 5]);
    goOn();
    const { results } = (await attacking).body;
    expect(results.every(({ status }: { status: string }) => status === 'completed')).toBe(true);
  });

  it('is not entered for a model whose breaker is open', async () => {
    reply = () => ({ status: 503 });
    for (let call = 0; call < 2; call += 1) await ask('qwen3.6-27b');
    const goOn = holdAnswers();
    const first = ask('gpt-oss-20b');
    await expect.poll(inFlight, PATIENTLY).toBe(1);
    expect(await ask('qwen3.6-27b')).toMatchObject({ error: { code: 'unavailable' }, attempts: 0 });
    goOn();
    expect(await first).toMatchObject({ status: 'completed' });
  });

  it('is left by a call whose client has gone', async () => {
    const goOn = holdAnswers();
    const first = ask('gpt-oss-20b');
    await expect.poll(inFlight, PATIENTLY).toBe(1);
    await leaveAfter('gpt-oss-120b', async () => {
      await expect.poll(waiting, PATIENTLY).toBe(1);
    });
    await expect.poll(waiting, PATIENTLY).toBe(0);
    goOn();
    expect(await first).toMatchObject({ status: 'completed' });
    await expect.poll(() => account.balance().then(({ reserved }) => reserved), PATIENTLY).toBe(0);
    expect(gateway.upstream.requests()).toHaveLength(1);
  });
});

describe('retries', () => {
  it('end where the provider’s budget is used up', async () => {
    reply = () => ({ status: 503 });
    const attempts: number[] = [];
    for (let call = 0; call < 4; call += 1) attempts.push((await ask('cerebras-gpt-oss-120b')).attempts);
    expect(attempts).toEqual([3, 2, 1, 1]);
    expect(await metric('retry_budget_exhausted_total', { provider: 'cerebras' })).toBe(3);
    expect(await metric('attempts_total', { provider: 'cerebras', outcome: 'overloaded' })).toBe(7);
  });

  it('are not begun where the provider asks for a pause the request cannot afford', async () => {
    reply = () => ({ status: 429, headers: { 'retry-after': '45' } });
    expect(await ask('grok-4.3')).toMatchObject({
      status: 'failed',
      error: { code: 'rate_limited', retryable: true },
      attempts: 1,
    });
  });

  it('are given up in the middle of a pause when the client goes', async () => {
    reply = () => ({ status: 429, headers: { 'retry-after': '25' } });
    await leaveAfter('grok-4.5', async () => {
      await expect
        .poll(() => metric('attempts_total', { provider: 'xai', outcome: 'rate_limited' }), PATIENTLY)
        .toBe(2);
      expect(await metric('calls_in_flight', { provider: 'xai' })).toBe(1);
    });
    // Long before the pause would have been over.
    await expect.poll(() => metric('calls_in_flight', { provider: 'xai' }), PATIENTLY).toBe(0);
    await expect.poll(() => account.balance().then(({ reserved }) => reserved), PATIENTLY).toBe(0);
    expect(gateway.upstream.callCounts().get('grok-4.5')).toBe(1);
  });
});
