import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { registry } from '../../../core/generated/registry.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { SandboxAnswer, SandboxCall } from '../../sandbox/contract.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { startTestGateway, type TestGateway, type TestReply } from '../../support/gateways/test-gateway.ts';

/** Little enough for the hold of any model to cover it at the price of any other. */
const USAGE = { inputTokens: 10, outputTokens: 20, reasoningTokens: 0 };

const GOOGLE_KEY = 'AIzaSyD-canary-9tSrke72PouQMnMX';

interface Redirect {
  readonly format: string;
  readonly asked: string;
  /** As the reply writes it. */
  readonly named: string;
  readonly answered: string;
}

const REDIRECTS: readonly Redirect[] = [
  { format: 'messages', asked: 'claude-haiku-4-5', named: 'claude-opus-4-6', answered: 'claude-opus-4-6' },
  { format: 'responses', asked: 'gpt-5.4-mini', named: 'gpt-5.5-2026-06-30', answered: 'gpt-5.5' },
  {
    format: 'generateContent',
    asked: 'gemini-2.5-flash',
    named: 'models/gemini-3.5-flash',
    answered: 'gemini-3.5-flash',
  },
  {
    format: 'converse',
    asked: 'nova-lite',
    named: 'arn:aws:bedrock:us-east-1:1234:inference-profile/us.amazon.nova-pro-v1:0',
    answered: 'nova-pro',
  },
  {
    format: 'chatCompletions',
    asked: 'mistral-small-2603',
    named: 'mistral-medium-3-5',
    answered: 'mistral-medium-2604',
  },
  { format: 'chatCompletions', asked: 'grok-4.5', named: 'grok-4.3', answered: 'grok-4.3' },
];

function describeLedger(open: () => Promise<{ readonly url?: string; drop(): Promise<unknown> }>): void {
  let gateway: TestGateway;
  let drop: () => Promise<unknown>;
  let servedBy: (call: SandboxCall) => string | undefined;
  let isStreamed = true;
  let answer: Partial<SandboxAnswer> = {};

  beforeAll(async () => {
    const { url, ...database } = await open();
    drop = () => database.drop();
    gateway = await startTestGateway({
      sandbox: {
        reply: (call) => {
          const name = servedBy(call);
          return {
            content: call.user.includes('<<<FIRST') ? VERDICT : 'an answer',
            usage: USAGE,
            ...(name !== undefined && { servedBy: name }),
            ...(isStreamed ? {} : { stream: 'ignored' as const }),
            ...answer,
          };
        },
      },
      environment: {
        GEMINI_API_KEY: GOOGLE_KEY,
        ...(url !== undefined && { ASSAY_DATABASE_URL: url }),
      },
    });
  });
  beforeEach(() => {
    servedBy = () => undefined;
    isStreamed = true;
    answer = {};
  });
  afterAll(async () => {
    await gateway.stop();
    await drop();
  });

  const named = (asked: string, name: string): void => {
    const upstream = registry.models.find(({ id }) => id === asked)?.upstream;
    servedBy = ({ model }) => (model === upstream ? name : undefined);
  };
  const ask = (key: string, body: object): Promise<TestReply> =>
    gateway.post(key, { prompt: 'hi', generation_settings: { maxTokens: 1_000 }, ...body });
  const usageOf = async (key: string) => {
    const reply = await fetch(`${gateway.url}/api/v1/usage?by=model`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { rows } = (await reply.json()) as { rows: readonly { group: string; calls: number }[] };
    return rows.map(({ group, calls }) => [group, calls]);
  };

  describe.each([
    ['whole', false],
    ['streamed', true],
  ])('%s', (_way, isEvents) => {
    beforeEach(() => {
      isStreamed = isEvents;
    });
    it.each(REDIRECTS)('$format: $asked answered by $named', async ({ asked, named: name, answered }) => {
      const { key, balance } = await gateway.account(1_000);
      const direct = await ask(key, { models: [answered] });
      const charged = (await balance()).posted;
      named(asked, name);
      const labels = { model: asked, served_by: answered };
      const counted = () => readMetric(gateway.operationsUrl, 'assay_served_by_other_model_total', labels);
      const before = await counted();
      const { body } = await ask(key, { models: [asked] });
      const [result] = body.results;
      expect(result).toMatchObject({ modelId: asked, servedBy: answered, status: 'completed' });
      expect(result.warnings).toEqual([
        {
          code: 'served_by_other_model',
          pointer: '/models/0',
          message: expect.stringMatching(
            new RegExp(
              `^\\S.* was asked for ${asked} and answered with ${answered}; the call is priced as ${answered}$`,
            ),
          ),
        },
      ]);
      expect(result.credits).toBe(direct.body.results[0].credits);
      expect(result.providerCost).toBe(direct.body.results[0].providerCost);
      expect(charged - (await balance()).posted).toBe(Math.round(result.credits * 1e6));
      expect(body.creditsUsed).toBe(result.credits);
      expect(await counted()).toBe(before + 1);
      expect(await usageOf(key)).toEqual([[answered, 2]]);
    });
  });

  it('prices a model that the registry does not have as the one that was asked', async () => {
    const { key } = await gateway.account(1_000);
    const direct = await ask(key, { models: ['gemini-2.5-flash'] });
    named('gemini-2.5-flash', 'gemini-9-flash');
    const { body } = await ask(key, { models: ['gemini-2.5-flash'] });
    const [result] = body.results;
    expect(result.servedBy).toBe('gemini-9-flash');
    expect(result.warnings[0].message).toBe(
      'Google Gemini was asked for gemini-2.5-flash and answered with gemini-9-flash; no price of that is known here, so the call is priced as gemini-2.5-flash',
    );
    expect(result.credits).toBe(direct.body.results[0].credits);
    expect(await usageOf(key)).toEqual([['gemini-2.5-flash', 2]]);
    const labels = { model: 'gemini-2.5-flash', provider: 'google', served_by: 'other' };
    expect(await readMetric(gateway.operationsUrl, 'assay_served_by_other_model_total', labels)).toBe(1);
    const lines = gateway
      .logs()
      .split('\n')
      .filter((line) => line.includes('"served by other model"'));
    expect(lines.some((line) => line.includes('"servedBy":"gemini-9-flash"'))).toBe(true);
  });

  it.each([
    ['whole', () => GOOGLE_KEY],
    ['in another case', () => GOOGLE_KEY.toUpperCase()],
    ['within a path', () => `models/${GOOGLE_KEY}-latest`],
    ['by its beginning', () => GOOGLE_KEY.slice(0, -4)],
  ])('tells nobody the key of a provider that repeats it as its model, %s', async (_how, name) => {
    const { key } = await gateway.account(1_000);
    for (const isEvents of [false, true]) {
      isStreamed = isEvents;
      named('gemini-2.5-flash', name());
      const { body } = await ask(key, { models: ['gemini-2.5-flash'] });
      expect(body.results[0]).toMatchObject({ status: 'completed', servedBy: '[masked]' });
      expect(body.results[0].warnings[0].message).toContain(
        'answered with [masked]; no price of that is known',
      );
      const told = `${JSON.stringify(body)} ${gateway.logs()}`.toLowerCase();
      expect(told).toContain('"servedby":"[masked]"');
      expect(told).not.toContain(GOOGLE_KEY.slice(0, -4).toLowerCase());
    }
  });

  it('tells nobody a name that is no name', async () => {
    const { key } = await gateway.account(1_000);
    named('gemini-2.5-flash', '<script>');
    const { body } = await ask(key, { models: ['gemini-2.5-flash'] });
    expect(body.results[0].servedBy).toBeUndefined();
    expect(body.results[0].warnings).toBeUndefined();
  });

  it('charges the difference as far as the hold covers it, and it counts against no account', async () => {
    const { key, name, balance } = await gateway.account(1_000);
    const models = ['gemini-2.5-flash'];
    answer = { usage: { ...USAGE, outputTokens: 1_000 } };
    const quoted = await fetch(`${gateway.url}/api/v1/prompt/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ prompt: 'hi', models, generation_settings: { maxTokens: 1_000 } }),
    });
    const { creditsRequired } = (await quoted.json()) as { creditsRequired: number };
    const asked = await ask(key, { models });
    const before = await balance();
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    const { body } = await ask(key, { models });
    const [result] = body.results;
    // As much as the hold, which the model that was asked would not have filled.
    expect(result.credits).toBeGreaterThan(creditsRequired);
    expect(body.creditsUsed).toBe(Math.max(creditsRequired, asked.body.creditsUsed));
    expect(before.posted - (await balance()).posted).toBe(Math.round(body.creditsUsed * 1e6));
    const entries = await gateway.admin((ledger) => ledger.history(name, 10));
    const borne = entries.filter(({ kind }) => kind === 'absorbed').map(({ microCredits }) => microCredits);
    expect(borne).toEqual([Math.round((result.credits - body.creditsUsed) * 1e6)]);
    // It is still held as before: an overrun would have it hold the most its requests can cost.
    servedBy = () => undefined;
    for (let index = 0; index < 3; index += 1) expect((await ask(key, { models })).status).toBe(200);
    expect(await readMetric(gateway.operationsUrl, 'assay_accounts_overrunning_total')).toBe(0);
  });

  it('an account whose credits end with the hold pays the hold, and goes on', async () => {
    const models = ['gemini-2.5-flash'];
    const rich = await gateway.account(1_000);
    answer = { usage: { ...USAGE, outputTokens: 1_000 } };
    const { body: plain } = await ask(rich.key, { models });
    const poor = await gateway.account(1.6 * plain.creditsUsed);
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    const { status, body } = await ask(poor.key, { models });
    expect(status).toBe(200);
    expect((await poor.balance()).posted).toBeGreaterThanOrEqual(0);
    expect(body.creditsUsed).toBeLessThan(body.results[0].credits);
    expect(await readMetric(gateway.operationsUrl, 'assay_accounts_overrunning_total')).toBe(0);
  });

  it('events tell of it, and what left before the end is charged by the same rule', async () => {
    const { key, balance } = await gateway.account(1_000);
    answer = { usage: { ...USAGE, outputTokens: 1_000 } };
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    const reply = await fetch(`${gateway.url}/api/v1/prompt`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
      },
      body: JSON.stringify({
        prompt: 'hi',
        models: ['gemini-2.5-flash'],
        generation_settings: { maxTokens: 1_000 },
      }),
    });
    const text = await reply.text();
    const dataOf = (event: string) =>
      JSON.parse(new RegExp(`^event: ${event}\ndata: (.*)$`, 'm').exec(text)?.[1] ?? 'null');
    const { creditsHeld } = dataOf('started');
    const { result } = dataOf('result');
    expect(result).toMatchObject({ modelId: 'gemini-2.5-flash', servedBy: 'gemini-3.5-flash' });
    expect(result.credits).toBeGreaterThan(creditsHeld);
    expect((await balance()).posted).toBe(1_000_000_000 - Math.round(creditsHeld * 1e6));
  });

  it('a failed run costs what the model that answered bills', async () => {
    const { key, name } = await gateway.account(1_000);
    const direct = await ask(key, { models: ['gemini-3.5-flash'] });
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    answer = { content: '', finishReason: 'refused' };
    const { body } = await ask(key, { models: ['gemini-2.5-flash'] });
    const [result] = body.results;
    expect(result).toMatchObject({ status: 'failed', servedBy: 'gemini-3.5-flash' });
    expect(result.credits).toBe(direct.body.results[0].credits);
    const entries = await gateway.admin((ledger) => ledger.history(name, 10));
    expect(entries.filter(({ kind }) => kind === 'absorbed')).toEqual([]);
  });

  it('a judge’s calls', async () => {
    const { key } = await gateway.account(1_000);
    const judged = { models: ['gpt-5.4', 'mistral-large-2512', 'grok-4.3'], judges: ['claude-haiku-4-5'] };
    const plain = await ask(key, { ...judged, judges: ['claude-opus-4-6'] });
    named('claude-haiku-4-5', 'claude-opus-4-6');
    const { body } = await ask(key, judged);
    expect(body.warnings).toEqual([
      {
        code: 'served_by_other_model',
        pointer: '/judges/0',
        message:
          'Anthropic was asked for claude-haiku-4-5 and answered with claude-opus-4-6; the call is priced as claude-opus-4-6',
      },
    ]);
    const creditsOf = ({ evaluations }: TestReply['body']) =>
      evaluations.flatMap(({ runs }: { runs: { credits: number }[] }) => runs.map(({ credits }) => credits));
    expect(creditsOf(body)).toEqual(creditsOf(plain.body));
    for (const { judge, runs } of body.evaluations) {
      expect(judge).toEqual({ index: 0, modelId: 'claude-haiku-4-5' });
      for (const run of runs) expect(run.servedBy).toBe('claude-opus-4-6');
    }
  });

  it('a judge that answers with the very model it compares judges itself', async () => {
    const { key } = await gateway.account(1_000);
    const body = { models: ['gpt-5.4', 'claude-opus-4-6'], judges: ['claude-haiku-4-5'] };
    named('claude-haiku-4-5', 'claude-opus-4-6');
    expect((await ask(key, body)).body.evaluations[0].selfJudged).toBe(true);
    servedBy = () => undefined;
    expect((await ask(key, body)).body.evaluations[0].selfJudged).toBe(false);
  });
}

const VERDICT = JSON.stringify({
  first_notes: 'It answers.',
  second_notes: 'It answers too.',
  reasoning: 'Both answer.',
  verdict: 'tie',
  confidence: 0.5,
});

describe('a provider answers with another model, on SQLite', () => {
  describeLedger(async () => ({ drop: () => Promise.resolve() }));
});

await describePostgres('a provider answers with another model, on PostgreSQL', (administrator) => {
  describeLedger(() => temporaryDatabase(administrator));
});

test('no model’s own name is a stranger’s, dated or not, whole or streamed', async () => {
  let suffix = '';
  let isStreamed = true;
  const gateway = await startTestGateway({
    sandbox: {
      reply: ({ provider, model }) => ({
        content: 'an answer',
        ...(provider !== 'bedrock' && { servedBy: model + suffix }),
        ...(!isStreamed && { stream: 'ignored' }),
      }),
    },
  });
  try {
    const { key } = await gateway.account(1_000_000);
    const isDated = /-(?:\d{4}|\d{8}|\d{4}-\d\d-\d\d)$/;
    for (const streams of [true, false])
      for (const ending of ['', '-2026-11-02', '-20261102', '-latest']) {
        suffix = ending;
        isStreamed = streams;
        const models = registry.models
          .filter(({ upstream }) => ending === '' || !isDated.test(upstream))
          .map(({ id }) => id);
        const { body } = await gateway.post(key, { prompt: 'hi', models });
        expect(body.results.map(({ servedBy }: { servedBy?: string }) => servedBy)).toEqual(
          models.map(() => undefined),
        );
        expect(body.results.flatMap(({ warnings = [] }: { warnings?: unknown[] }) => warnings)).toEqual([]);
      }
    const text = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
    expect(text).not.toMatch(/^assay_served_by_other_model_total\{/m);
  } finally {
    await gateway.stop();
  }
});
