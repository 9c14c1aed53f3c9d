import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import type { Environment } from '../../../core/config.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import {
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestReply,
} from '../../support/gateways/test-gateway.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const CACHE = { maxAgeSeconds: 3_600 };
/** Credits of gpt-4o for that usage. */
const GPT_4O = 0.35;
const REQUEST = {
  prompt: 'Name the capital of Australia.',
  models: ['gpt-4o', 'ministral-3b-2512'],
  generation_settings: { maxTokens: 1_000 },
  cache: CACHE,
};

/** Where a gateway keeps its ledger. */
export interface CacheStorage {
  readonly environment: Environment;
  drop(): Promise<void>;
}

/** What a cache must do at the front door, whatever keeps the ledger. */
export function describeCache(storage: () => Promise<CacheStorage>): void {
  let reply: (call: SandboxCall) => SandboxReply | undefined;
  let kept: CacheStorage;
  let gateway: TestGateway;
  let account: TestAccount;
  /** Each answer is another. */
  let answers = 0;

  beforeAll(async () => {
    kept = await storage();
    gateway = await startTestGateway({
      sandbox: { reply: (call) => reply(call) },
      environment: { ASSAY_MAX_CACHE_BYTES_PER_ACCOUNT: '500000', ...kept.environment },
    });
  });
  afterAll(async () => {
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
    await gateway.stop();
    await kept.drop();
  });
  beforeEach(async () => {
    gateway.upstream.clear();
    account = await caching();
    reply = () => {
      answers += 1;
      return { content: `Canberra ${answers}.`, usage: USAGE };
    };
  });

  const caching = (settings: AccountSettings = {}): Promise<TestAccount> =>
    gateway.account(1_000, { cache: true, ...settings });
  const ask = async (body: object = {}, { key } = account): Promise<TestReply> => {
    const answer = await gateway.post(key, { ...REQUEST, ...body });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    return answer;
  };
  const outputsOf = ({ body }: TestReply): readonly string[] =>
    body.results.map(({ output }: { output: string }) => output);
  const hitsOf = ({ body }: TestReply): readonly boolean[] =>
    body.results.map(({ cached }: { cached?: boolean }) => cached ?? false);
  const sent = (): number => gateway.upstream.requests().length;
  const lookups = (outcome: string): Promise<number> =>
    readMetric(gateway.operationsUrl, 'assay_cache_lookups_total', { outcome });

  describe('the cache', () => {
    it('gives the same answers again for 0 credits, with the first run’s figures', async () => {
      const [hits, misses] = [await lookups('hit'), await lookups('miss')];
      const first = await ask();
      expect(hitsOf(first)).toEqual([false, false]);
      const { posted } = await account.balance();
      const again = await ask({ prompt: REQUEST.prompt });
      expect(sent()).toBe(2);
      expect(again.body).toMatchObject({ creditsUsed: 0 });
      expect(again.body.promptLogId).not.toBe(first.body.promptLogId);
      expect(again.body.results).toEqual(
        first.body.results.map((result: object) => ({ ...result, cached: true, credits: 0, attempts: 0 })),
      );
      expect(await account.balance()).toEqual({ posted, reserved: 0 });
      expect([(await lookups('hit')) - hits, (await lookups('miss')) - misses]).toEqual([2, 2]);
    });

    it('holds nothing for what it has, so an account without credits has its answers', async () => {
      const poor = await caching({ holds: 'worst' });
      const { posted: granted } = await poor.balance();
      await ask({ models: ['gpt-4o'] }, poor);
      const { posted } = await poor.balance();
      await gateway.admin((ledger) => ledger.adjustCredits(poor.name, -posted));
      const budgets = { day: granted - posted };
      await gateway.admin((ledger) => ledger.changeAccount(poor.name, { budgets }));
      expect(hitsOf(await ask({ models: ['gpt-4o'] }, poor))).toEqual([true]);
      expect((await gateway.post(poor.key, { ...REQUEST, prompt: 'Another.' })).status).toBe(402);
    });

    it('runs what it does not have, and charges that alone', async () => {
      await ask({ models: ['ministral-3b-2512'] });
      const mixed = await ask();
      expect(hitsOf(mixed)).toEqual([false, true]);
      expect(mixed.body.creditsUsed).toBe(GPT_4O);
    });

    it('is told of by a quote, which holds nothing for it', async () => {
      await ask({ models: ['gpt-4o'] });
      const { body: told } = await gateway.send(account.key, '/api/v1/prompt/quote', { body: REQUEST });
      expect(told.models[0]).toMatchObject({ cached: true, runs: 0, credits: 0, errorCode: null });
      expect(told.models[1]).not.toHaveProperty('cached');
      expect(told).toMatchObject({ calls: { models: 1 } });
      expect(told.creditsRequired).toBeGreaterThan(0);
    });

    it('does nothing for a request that does not ask for it', async () => {
      await ask({ cache: undefined });
      expect(hitsOf(await ask())).toEqual([false, false]);
      const plain = await ask({ cache: undefined });
      expect(hitsOf(plain)).toEqual([false, false]);
      expect(sent()).toBe(6);
    });

    it('gives no answer to another account', async () => {
      await ask();
      expect(hitsOf(await ask({}, await caching()))).toEqual([false, false]);
    });

    it('gives an answer only while it is younger than asked, and a newer one takes its place', async () => {
      const first = await ask();
      const renewed = await ask({ cache: { maxAgeSeconds: 0 } });
      expect(hitsOf(renewed)).toEqual([false, false]);
      expect(outputsOf(renewed)).not.toEqual(outputsOf(first));
      expect(outputsOf(await ask())).toEqual(outputsOf(renewed));
    });

    it.each<[string, object]>([
      ['prompt', { prompt: 'Name the capital of Austria.' }],
      ['system prompt', { system_prompt: 'Be brief.' }],
      [
        'breakpoint in it',
        { system_prompt: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
      ],
      [
        'history',
        {
          history: [
            { role: 'user', content: 'Hi.' },
            { role: 'assistant', content: 'Hi.' },
          ],
        },
      ],
      ['setting', { generation_settings: { maxTokens: 1_001 } }],
      ['schema', { response_schema: { type: 'object', properties: {}, additionalProperties: false } }],
    ])('takes another %s for another question', async (_name, change) => {
      reply = () => ({ content: '{}', usage: USAGE });
      await ask();
      expect(hitsOf(await ask(change))).toEqual([false, false]);
      expect(hitsOf(await ask(change))).toEqual([true, true]);
      expect(hitsOf(await ask())).toEqual([true, true]);
    });

    it('takes another file, or the same under another name, for another question', async () => {
      const file = (name: string, content: string): object => {
        const base64 = pictureHolding(Buffer.from(content)).toString('base64');
        return { models: ['gpt-4o'], attachments: [{ name, type: 'image/png', base64 }] };
      };
      for (const asked of [file('a.png', 'one'), file('a.png', 'two'), file('b.png', 'one')]) {
        expect(hitsOf(await ask(asked))).toEqual([false]);
        expect(hitsOf(await ask(asked))).toEqual([true]);
      }
    });

    it('takes another tuning of a model for another question to that model alone', async () => {
      const models = ['gpt-5.4', 'gpt-4o'];
      const tuned = (reasoningEffort: string): object => ({
        models,
        model_tuning: { 'gpt-5.4': { reasoningEffort } },
      });
      await ask(tuned('low'));
      expect(hitsOf(await ask(tuned('high')))).toEqual([false, true]);
      expect(hitsOf(await ask({ models }))).toEqual([false, true]);
      expect(hitsOf(await ask(tuned('low')))).toEqual([true, true]);
    });

    it('ignores what no model is sent: order, judges, bounds, other models', async () => {
      await ask();
      const other = await ask({
        models: ['ministral-3b-2512', 'gpt-4o'],
        judges: [],
        judge_prompt: 'Be strict.',
        max_credits: 500,
      });
      expect(hitsOf(other)).toEqual([true, true]);
    });

    it('gives who asks a model twice two answers, each again', async () => {
      const twice = { models: ['gpt-4o', 'gpt-4o'] };
      const first = await ask(twice);
      expect(new Set(outputsOf(first)).size).toBe(2);
      const again = await ask(twice);
      expect([hitsOf(again), outputsOf(again)]).toEqual([[true, true], outputsOf(first)]);
    });

    it('keeps no failure', async () => {
      reply = ({ model }) => (model === 'gpt-4o' ? { status: 400 } : { content: 'Canberra.', usage: USAGE });
      const first = await ask();
      expect(first.body.results[0]).toMatchObject({ status: 'failed' });
      expect(hitsOf(await ask())).toEqual([false, true]);
    });

    it('has its answers judged like any others', async () => {
      const verdict = { content: '{"reasoning":"r","verdict":"first","confidence":1}', usage: USAGE };
      const answering = reply;
      reply = (call) => (call.model === 'gpt-5.4' ? verdict : answering(call));
      const judged = { judges: ['gpt-5.4'], judge_weights: { accuracy: 1, speed: 1, cost: 1 } };
      const first = await ask(judged);
      const again = await ask(judged);
      expect(hitsOf(again)).toEqual([true, true]);
      expect(again.body.evaluations).toMatchObject([
        { winner: first.body.evaluations[0].winner, score: first.body.evaluations[0].score },
      ]);
      expect(again.body.creditsUsed).toBeGreaterThan(0);
      expect(again.body.creditsUsed).toBeLessThan(first.body.creditsUsed);
    });

    it('gives back a long answer, character by character', async () => {
      const long = `${'long “words” 🦊\n'.repeat(10_000)}\u0000end`;
      reply = () => ({ content: long, usage: USAGE });
      const one = { models: ['gpt-4o'], judges: [] };
      expect(outputsOf(await ask(one))).toEqual([long]);
      const again = await ask(one);
      expect([hitsOf(again), outputsOf(again)]).toEqual([[true], [long]]);
      // Between bodies that the event loop reads and those that a thread reads.
      const middling = 'm'.repeat(50_000);
      reply = () => ({ content: middling, usage: USAGE });
      const other = { models: ['gpt-4o'], prompt: 'Middling.' };
      await ask(other);
      expect(outputsOf(await ask(other))).toEqual([middling]);
    });

    it('has a long prompt’s answers too', async () => {
      const long = { prompt: 'word '.repeat(40_000), models: ['gpt-4o'] };
      await ask(long);
      expect(hitsOf(await ask(long))).toEqual([true]);
      expect(hitsOf(await ask({ ...long, prompt: `${long.prompt}.` }))).toEqual([false]);
    });

    it('keeps to its bound, and drops the oldest answers', async () => {
      reply = () => ({ content: 'a'.repeat(120_000), usage: USAGE });
      const prompts = ['1', '2', '3', '4', '5', '6'].map((prompt) => ({ prompt, models: ['gpt-4o'] }));
      for (const each of prompts) await ask(each);
      expect(hitsOf(await ask(prompts[5]))).toEqual([true]);
      expect(hitsOf(await ask(prompts[0]))).toEqual([false]);
    });

    it('keeps no answer over a megabyte', async () => {
      reply = () => ({ content: 'a'.repeat(1_100_000), usage: USAGE });
      await ask({ models: ['gpt-4o'] });
      expect(hitsOf(await ask({ models: ['gpt-4o'] }))).toEqual([false]);
    });

    it('is neither read nor written under zero data retention, and every result says so', async () => {
      const silent = await ask({ zero_data_retention: true });
      expect(silent.body.results[0].warnings).toMatchObject([{ code: 'cache_unused', pointer: '/cache' }]);
      expect(hitsOf(await ask())).toEqual([false, false]);
      expect(hitsOf(await ask({ zero_data_retention: true }))).toEqual([false, false]);
      const keepsNothing = await caching({ zeroDataRetention: true });
      await ask({}, keepsNothing);
      expect(hitsOf(await ask({}, keepsNothing))).toEqual([false, false]);
    });

    it('is refused to an account that has none, with what to do', async () => {
      const { key } = await gateway.account(1_000);
      for (const path of ['prompt', 'prompt/quote']) {
        const { status, body } = await gateway.send(key, `/api/v1/${path}`, { body: REQUEST });
        expect(status).toBe(400);
        expect(body).toMatchObject({
          errors: [{ pointer: '/cache', code: 'cache_off', message: expect.stringContaining('--cache on') }],
        });
      }
      expect(sent()).toBe(0);
    });

    it.each([
      [{}, '/cache/maxAgeSeconds'],
      [{ maxAgeSeconds: -1 }, '/cache/maxAgeSeconds'],
      [{ maxAgeSeconds: 1.5 }, '/cache/maxAgeSeconds'],
      [{ maxAgeSeconds: 2_592_001 }, '/cache/maxAgeSeconds'],
      [{ maxAgeSeconds: 1, maxAge: 1 }, '/cache/maxAge'],
      [true, '/cache'],
    ])('refuses %j, naming the field', async (cache, pointer) => {
      const answer = await gateway.post(account.key, { ...REQUEST, cache });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
    });

    it('loses its answers where it is turned off', async () => {
      await ask();
      await gateway.admin((ledger) => ledger.changeAccount(account.name, { cache: false }));
      await gateway.admin((ledger) => ledger.changeAccount(account.name, { cache: true }));
      expect(hitsOf(await ask())).toEqual([false, false]);
    });

    it('is not used by an account under zero data retention, whatever its request says', async () => {
      const keeping = await caching({ zeroDataRetention: true });
      const asked = { zero_data_retention: false };
      await ask(asked, keeping);
      const again = await ask(asked, keeping);
      expect(hitsOf(again)).toEqual([false, false]);
      for (const { warnings } of again.body.results)
        expect(warnings).toMatchObject([{ code: 'cache_unused', pointer: '/cache' }]);
      await gateway.admin((ledger) => ledger.changeAccount(keeping.name, { zeroDataRetention: false }));
      expect(hitsOf(await ask({}, keeping))).toEqual([false, false]);
    });

    it('is there after a restart', async () => {
      await ask();
      await gateway.restart();
      expect(hitsOf(await ask())).toEqual([true, true]);
    });

    it('answers event streams and requests without a connection too', async () => {
      const first = await ask();
      const { ended } = await openEvents(gateway.url, account.key, REQUEST);
      const told = await ended;
      expect(told.names).toEqual(['started', 'result', 'result', 'done']);
      expect(told.last.results).toMatchObject([{ cached: true }, { cached: true }]);
      expect(told.last.creditsUsed).toBe(0);
      const submitted = await gateway.post(account.key, REQUEST, { prefer: 'respond-async' });
      expect(submitted.status).toBe(202);
      await expect
        .poll(async () => {
          const { body: record } = await gateway.get(
            account.key,
            `/api/v1/prompts/${submitted.body.promptLogId}`,
          );
          return record;
        })
        .toMatchObject({
          state: 'settled',
          creditsUsed: 0,
          calls: [],
          response: { results: outputsOf(first).map((output) => ({ output, cached: true })) },
        });
    });

    it('is repeated under an idempotency key as it was answered', async () => {
      await ask();
      const key = { 'idempotency-key': randomBytes(8).toString('hex') };
      const hit = await gateway.post(account.key, REQUEST, key);
      const repeated = await gateway.post(account.key, REQUEST, key);
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect(repeated.body).toEqual(hit.body);
      expect(hitsOf(repeated)).toEqual([true, true]);
    });

    it('is no part of the addresses below /v1, which know no such field', async () => {
      const hello = { model: 'gpt-4o', messages: [{ role: 'user', content: REQUEST.prompt }] };
      for (let time = 0; time < 2; time += 1)
        expect((await knock(gateway, account.key, '/chat/completions', hello)).status).toBe(200);
      expect(sent()).toBe(2);
      const refused = await knock(gateway, account.key, '/chat/completions', { ...hello, cache: CACHE });
      expect(refused.status).toBe(400);
    });
  });
}
