import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { registry } from '../../contract/registry-on-disk.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import type { SandboxAnswer, SandboxCall } from '../../../core/sandbox/contract.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import { startTestGateway, type TestGateway, type TestReply } from '../../support/gateways/test-gateway.ts';
import { verdictText } from '../../support/samples/verdict-text.ts';

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
    const { rows } = (await gateway.get(key, '/api/v1/usage?by=model')).body;
    return rows.map(({ group, calls }: { group: string; calls: number }) => [group, calls]);
  };

  describe.each([
    ['whole', false],
    ['streamed', true],
  ])('%s', (_way, isEvents) => {
    beforeEach(() => {
      isStreamed = isEvents;
    });
    it.each(REDIRECTS)('$format: $asked answered by $named', async ({ asked, named: name, answered }) => {
      const { key, name: accountName, balance } = await gateway.account(1_000);
      const direct = await ask(key, { models: [answered] });
      const own = await ask(key, { models: [asked] });
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
              `^\\S.* was asked for ${asked} and answered with ${answered}; the call is charged at the lower of their prices$`,
            ),
          ),
        },
      ]);
      const [ofAnswered, ofAsked] = [direct, own].map(({ body: { results } }) => results[0].credits);
      expect(result.credits).toBe(Math.min(ofAnswered, ofAsked));
      expect(result.providerCost).toBe(direct.body.results[0].providerCost);
      const entries = await gateway.admin((ledger) => ledger.history(accountName, 20));
      const absorbed = entries.filter(({ kind }) => kind === 'absorbed');
      const dearer = Math.round((ofAnswered - result.credits) * 1e6);
      expect(absorbed.map(({ microCredits }) => microCredits)).toEqual(dearer > 0 ? [dearer] : []);
      expect(charged - (await balance()).posted).toBe(Math.round(result.credits * 1e6));
      expect(body.creditsUsed).toBe(result.credits);
      expect(await counted()).toBe(before + 1);
      expect(await usageOf(key)).toContainEqual([answered, 2]);
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

  it('events tell of it, and what left before the end is charged by the same rule', async () => {
    const { key, balance } = await gateway.account(1_000);
    answer = { usage: { ...USAGE, outputTokens: 1_000 } };
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    const asked = {
      prompt: 'hi',
      models: ['gemini-2.5-flash'],
      generation_settings: { maxTokens: 1_000 },
    };
    const { text } = await gateway.post(key, asked, { accept: 'text/event-stream' });
    const dataOf = (event: string) =>
      JSON.parse(new RegExp(`^event: ${event}\ndata: (.*)$`, 'm').exec(text)?.[1] ?? 'null');
    const { result } = dataOf('result');
    expect(result).toMatchObject({ modelId: 'gemini-2.5-flash', servedBy: 'gemini-3.5-flash' });
    expect((await balance()).posted).toBe(1_000_000_000 - Math.round(result.credits * 1e6));
    servedBy = () => undefined;
    const own = await ask(key, { models: ['gemini-2.5-flash'] });
    expect(result.credits).toBe(own.body.results[0].credits);
  });

  it('a failed run costs what the model that was asked would have cost', async () => {
    const { key, name } = await gateway.account(1_000);
    const own = await ask(key, { models: ['gemini-2.5-flash'] });
    named('gemini-2.5-flash', 'gemini-3.5-flash');
    answer = { content: '', finishReason: 'refused' };
    const { body } = await ask(key, { models: ['gemini-2.5-flash'] });
    const [result] = body.results;
    expect(result).toMatchObject({ status: 'failed', servedBy: 'gemini-3.5-flash' });
    expect(result.credits).toBe(own.body.results[0].credits);
    const entries = await gateway.admin((ledger) => ledger.history(name, 10));
    expect(entries.filter(({ kind }) => kind === 'absorbed')).toHaveLength(1);
  });

  it('a judge’s calls', async () => {
    const { key } = await gateway.account(1_000);
    const judged = { models: ['gpt-5.4', 'mistral-large-2512', 'grok-4.3'], judges: ['claude-haiku-4-5'] };
    const plain = await ask(key, judged);
    named('claude-haiku-4-5', 'claude-opus-4-6');
    const { body } = await ask(key, judged);
    expect(body.warnings).toEqual([
      {
        code: 'served_by_other_model',
        pointer: '/judges/0',
        message:
          'Anthropic was asked for claude-haiku-4-5 and answered with claude-opus-4-6; the call is charged at the lower of their prices',
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

const VERDICT = verdictText('tie');

describe('a provider answers with another model, on SQLite', () => {
  describeLedger(async () => ({ drop: () => Promise.resolve() }));
});

await describePostgres('a provider answers with another model, on PostgreSQL', (administrator) => {
  describeLedger(() => temporaryDatabase(administrator));
});

test('no model’s own name is a stranger’s, dated or not, whole or streamed', async () => {
  let suffix = '';
  let isStreamed = true;
  const gateway = await gatewayOfTest({
    sandbox: {
      reply: ({ provider, model }) => ({
        content: 'an answer',
        ...(provider !== 'bedrock' && { servedBy: model + suffix }),
        ...(!isStreamed && { stream: 'ignored' }),
      }),
    },
  });
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
  const text = await gateway.metrics();
  expect(text).not.toMatch(/^assay_served_by_other_model_total\{/m);
});
