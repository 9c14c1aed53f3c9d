import type { ChaosConfig } from '@copilotkit/aimock';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptRecord } from '../../../core/generated/prompt-record.ts';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import {
  startStormyProviders,
  STORMY_PROVIDERS,
  type Deed,
  type Delivered,
  type StormyProvider,
  type StormyProviders,
} from '../../support/servers/stormy-providers.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

const REQUESTS = 480;
const CLIENTS = 32;
const JUDGE = 'gemini-2.5-flash';
const VERDICT = verdictText('tie');

const SLOW_PROVIDER = 'mistral';

/** The public ID of each model, and the provider's name for it. */
const MODELS: Readonly<Record<StormyProvider, readonly (readonly [string, string])[]>> = {
  openai: [
    ['gpt-4o', 'gpt-4o'],
    ['gpt-5.4', 'gpt-5.4'],
  ],
  anthropic: [
    ['claude-haiku-4-5', 'claude-haiku-4-5'],
    ['claude-sonnet-4-6', 'claude-sonnet-4-6'],
  ],
  google: [
    ['gemini-3.5-flash', 'gemini-3.5-flash'],
    ['gemini-2.5-flash', 'gemini-2.5-flash'],
  ],
  bedrock: [
    ['nova-micro', 'amazon.nova-micro-v1:0'],
    ['nova-lite', 'amazon.nova-lite-v1:0'],
  ],
  mistral: [
    ['mistral-large-2512', 'mistral-large-2512'],
    ['ministral-8b-2512', 'ministral-8b-2512'],
  ],
};
const SLOW_MODELS = new Set(MODELS[SLOW_PROVIDER].map(([id]) => id));
const UPSTREAM_NAMES = new Map(Object.values(MODELS).flat());

/** What the storms are made of. */
const WEATHER: readonly ChaosConfig[] = [
  { dropRate: 0.3 },
  { malformedRate: 0.3 },
  { rateLimitRate: 0.3 },
  { disconnectRate: 0.3 },
  { dropRate: 0.15, malformedRate: 0.15, rateLimitRate: 0.15, disconnectRate: 0.15, latencyMs: 20 },
  { dropRate: 0.9 },
];
/** In the last storm one provider outlasts its timeout. */
const TOO_SLOW: ChaosConfig = { latencyMs: 6_000 };

/** The code of a result for the last action of its provider. */
const CODES: Readonly<Record<Deed | 'unsent', string>> = {
  answer: 'none',
  // By the open breaker of its model.
  unsent: 'unavailable',
  drop: 'unavailable',
  malformed: 'malformed_reply',
  rateLimit: 'rate_limited',
  disconnect: 'unavailable',
};

interface AnsweredRequest {
  readonly index: number;
  readonly status: number;
  readonly response: PromptResponse;
}

const warnings: string[] = [];
const onWarning = ({ message }: Error): void => void warnings.push(message);
const listenersBefore = listenerCounts();
let resourcesBefore: readonly string[];
let manifests: ReturnType<typeof adjustManifests>;
let providers: StormyProviders;
let gateway: TestGateway;
let account: TestAccount;
let client: Agent;
let answeredRequests: readonly AnsweredRequest[];
let delivered: ReadonlyMap<string, readonly Delivered[]>;
/** Of each model's completed call, as a calm day showed it, in micro-credits. */
let priceOf: ReadonlyMap<string, number>;

beforeAll(async () => {
  resourcesBefore = resourcesInUse();
  process.on('warning', onWarning);
  // On a busy machine an answer may be late: only the slow provider is not waited for.
  const stormy = {
    timeouts: '{ connectMs: 60000, firstByteMs: 60000, totalMs: 120000 }',
    retries: '{ attempts: 3, firstPauseMs: 20, maxPauseMs: 100, maxRetryAfterMs: 15000 }',
    breaker: '{ calls: 10, failedPercent: 50, openMs: 200 }',
    keys: '{ limitedRestMs: 100, refusedRestMs: 1000 }',
  };
  const impatient = { ...stormy, timeouts: '{ connectMs: 2500, firstByteMs: 2500, totalMs: 120000 }' };
  manifests = adjustManifests({
    ...Object.fromEntries(STORMY_PROVIDERS.map((provider) => [provider, stormy])),
    [SLOW_PROVIDER]: impatient,
  });
  providers = await startStormyProviders((model, text) =>
    /^case \d+$/.test(text) ? `${model} on ${text}` : VERDICT,
  );
  gateway = await startTestGateway({
    environment: {
      ...providers.environment,
      ASSAY_MANIFESTS: manifests.folder,
      MISTRAL_API_KEY: 'one,two,three',
      ANTHROPIC_API_KEY: 'one,two',
      GEMINI_API_KEY: 'one,two,three',
      AWS_BEARER_TOKEN_BEDROCK: 'one,two',
    },
  });
  account = await gateway.account(1_000_000, { requestsPerMinute: 1_000_000 });
  client = new Agent({ connections: CLIENTS });
  priceOf = await priceModels();
  answeredRequests = await weatherTheStorms();
  delivered = Map.groupBy(providers.delivered(), ({ model, text }) => `${model} ${caseOf(text)}`);
});

afterAll(() => {
  process.off('warning', onWarning);
});

async function send(
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode, body: reply } = await request(`${gateway.url}${path}`, {
    dispatcher: client,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: statusCode, text: await reply.text() };
}

async function post(index: number, body: unknown): Promise<AnsweredRequest> {
  const { status, text } = await send('/api/v1/prompt', body);
  return { index, status, response: JSON.parse(text) as PromptResponse };
}

async function priceModels(): Promise<ReadonlyMap<string, number>> {
  const models = [...UPSTREAM_NAMES.keys()];
  const { response } = await post(0, { prompt: 'case 0', models });
  expect(response.results.map(({ status }) => status)).toEqual(models.map(() => 'completed'));
  return new Map(response.results.map(({ modelId, credits }) => [modelId, micro(credits)]));
}

/** Every provider has every weather, but no two have the same at one time. */
async function weatherTheStorms(): Promise<readonly AnsweredRequest[]> {
  const done: AnsweredRequest[] = [];
  const perStorm = Math.ceil(REQUESTS / WEATHER.length);
  for (const [storm] of WEATHER.entries()) {
    for (const [place, provider] of STORMY_PROVIDERS.entries())
      providers.setWeather(provider, WEATHER[(storm + place) % WEATHER.length] ?? {});
    if (storm === WEATHER.length - 1) providers.setWeather(SLOW_PROVIDER, TOO_SLOW);
    const first = 1 + storm * perStorm;
    let next = first;
    const end = Math.min(first + perStorm, REQUESTS + 1);
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < end) {
          const index = next;
          next += 1;
          done.push(await post(index, bodyOf(index)));
        }
      }),
    );
  }
  return done;
}

/** Three models of three providers; every tenth request is judged. */
function bodyOf(index: number) {
  const models = [0, 1, 2].map((step) => {
    const offered = MODELS[STORMY_PROVIDERS[(index + step) % STORMY_PROVIDERS.length] ?? 'openai'];
    return offered[index % offered.length]?.[0];
  });
  return { prompt: `case ${index}`, models, ...(index % 10 === 0 && { judges: [JUDGE] }) };
}

/** `case 7`, or `judging case 7` in a judge's question. */
function caseOf(text: string): string {
  const caseName = /case \d+/.exec(text)?.[0] ?? 'none';
  return text === caseName ? caseName : `judging ${caseName}`;
}

function deedsFor(modelId: string, what: string): readonly Deed[] {
  return (delivered.get(`${UPSTREAM_NAMES.get(modelId)} ${what}`) ?? []).map(({ deed }) => deed);
}

/** Micro-credits. */
const micro = (credits: number | undefined): number => Math.round((credits ?? Number.NaN) * 1e6);

describe('hundreds of requests through storms at every provider', () => {
  it('are all answered 200, each once, with a result for each model', () => {
    expect(answeredRequests.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: REQUESTS }, (_value, index) => index + 1),
    );
    expect(answeredRequests.filter(({ status }) => status !== 200)).toEqual([]);
    for (const { index, response } of answeredRequests)
      expect(response.results.map(({ modelId }) => modelId)).toEqual(bodyOf(index).models);
  });

  it('met every fault, and calls ended in every way', () => {
    const deeds = new Set([...delivered.values()].flat().map(({ deed }) => deed));
    expect([...deeds].toSorted()).toEqual(['answer', 'disconnect', 'drop', 'malformed', 'rateLimit']);
    const results = answeredRequests.flatMap(({ response }) => response.results);
    const codes = new Set(results.map(({ error }) => error?.code ?? 'completed'));
    for (const code of ['completed', 'timeout', 'unavailable', 'malformed_reply', 'rate_limited'])
      expect(codes).toContain(code);
    const completed = results.filter(({ status }) => status === 'completed');
    expect(completed.some(({ attempts = 0 }) => attempts > 1)).toBe(true);
    // By the open breaker of a model.
    expect(results.some(({ attempts }) => attempts === 0)).toBe(true);
  });

  it('got results that are true to what each provider did', () => {
    for (const { index, response } of answeredRequests) {
      for (const result of response.results) {
        const { modelId, status, attempts = Number.NaN, error } = result;
        const deeds = deedsFor(modelId, `case ${index}`);
        const about = `case ${index}, ${modelId}: ${deeds.join(', ')}`;
        expect(attempts, about).toBeGreaterThanOrEqual(deeds.length);
        if (status === 'completed') {
          expect(result.output, about).toBe(`${UPSTREAM_NAMES.get(modelId)} on case ${index}`);
          expect(deeds.at(-1), about).toBe('answer');
        }
        const expectedCode = CODES[deeds.at(-1) ?? 'unsent'];
        if (SLOW_MODELS.has(modelId)) {
          // What was not waited for may be missing in the journal, or stand there as an answer nobody heard.
          if (error !== undefined) expect(['timeout', expectedCode], about).toContain(error.code);
          continue;
        }
        expect(error?.code ?? 'none', about).toBe(expectedCode);
        expect(attempts, about).toBe(deeds.length);
        expect(deeds.slice(0, -1), about).not.toContain('answer');
      }
    }
  });

  it('were charged for exactly what was answered', () => {
    for (const { index, response } of answeredRequests) {
      for (const { modelId, status, credits } of response.results)
        expect(micro(credits)).toBe(status === 'completed' ? priceOf.get(modelId) : 0);
      const verdicts = deedsFor(JUDGE, `judging case ${index}`).filter((deed) => deed === 'answer');
      const spent = response.results.reduce((sum, { credits }) => sum + micro(credits), 0);
      expect(micro(response.creditsUsed)).toBe(spent + verdicts.length * (priceOf.get(JUDGE) ?? 0));
    }
  });

  it('have judges whose runs are just as true', async () => {
    const judged = answeredRequests.filter(({ index }) => index % 10 === 0);
    let runs = 0;
    for (const { index, response } of judged) {
      const deeds = deedsFor(JUDGE, `judging case ${index}`);
      const { text } = await send(`/api/v1/prompts/${response.promptLogId}`);
      const calls = (JSON.parse(text) as PromptRecord).calls.filter(({ role }) => role === 'judge');
      const attemptCount = calls.reduce((sum, { attempts }) => sum + attempts, 0);
      expect(attemptCount).toBe(deeds.length);
      const judgeRuns = response.evaluations.flatMap((evaluation) => evaluation.runs);
      runs += judgeRuns.length;
      // A run that was not sent is in the answer, but is not a call.
      expect(calls.length).toBeLessThanOrEqual(judgeRuns.length);
      expect(judgeRuns.filter(({ status }) => status === 'completed')).toHaveLength(
        deeds.filter((deed) => deed === 'answer').length,
      );
    }
    expect(runs).toBeGreaterThan(0);
  });

  it('left an exact ledger', async () => {
    const charged = answeredRequests.reduce((sum, { response }) => sum + micro(response.creditsUsed), 0);
    const calm = [...priceOf.values()].reduce((sum, price) => sum + price, 0);
    expect(await account.balance()).toEqual({ posted: 1_000_000_000_000 - charged - calm, reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('left no call in flight or waiting, and counted every attempt', async () => {
    const { body: text } = await request(`${gateway.operationsUrl}/metrics`, { dispatcher: client });
    const lines = (await text.text()).split('\n');
    const sum = (start: string): number =>
      lines
        .filter((line) => line.startsWith(start))
        .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
    expect([sum('assay_provider_calls_in_flight{'), sum('assay_provider_calls_waiting{')]).toEqual([0, 0]);
    expect(sum('assay_credits_reserved ')).toBeCloseTo(0, 6);
    for (const provider of STORMY_PROVIDERS) {
      const journal = providers.delivered().filter((entry) => entry.provider === provider);
      const counted = `assay_provider_attempts_total{provider="${provider}",outcome="`;
      const answers = journal.filter(({ deed }) => deed === 'answer').length;
      if (provider === SLOW_PROVIDER) {
        expect(sum(`${counted}completed"`)).toBeLessThanOrEqual(answers);
        expect(sum(counted)).toBeGreaterThanOrEqual(journal.length);
      } else {
        expect(sum(`${counted}completed"`)).toBe(answers);
        expect(sum(counted)).toBe(journal.length);
      }
    }
  });

  it('left no handle and no listener behind once the gateway has stopped', async () => {
    await gateway.stop();
    await Promise.all([client.close(), providers.stop()]);
    manifests.remove();
    await expect.poll(() => without(resourcesBefore, resourcesInUse()), { timeout: 120_000 }).toEqual([]);
    process.off('warning', onWarning);
    expect(listenerCounts()).toEqual(listenersBefore);
    expect(warnings).toEqual([]);
  });
});

function resourcesInUse(): readonly string[] {
  return process.getActiveResourcesInfo().toSorted();
}

/** What is left once each of the earlier resources was taken out once. What an earlier test file left may be gone by now. */
function without(earlier: readonly string[], resources: readonly string[]): readonly string[] {
  const left = [...resources];
  for (const name of earlier) if (left.includes(name)) left.splice(left.indexOf(name), 1);
  return left;
}

function listenerCounts(): readonly string[] {
  return process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);
}
