import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evaluation, PromptResponse } from '../../core/generated/prompt-response.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { gatewayOfFile, gatewayOfTest } from '../support/gateways/gateway-of-file.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined = () => undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });

const FIVE = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'nova-lite', 'mistral-large-2512'];
const JUDGES = ['claude-opus-4-6', 'gpt-5.5'];

const isJudge = ({ turns }: SandboxCall): boolean => turns.some(({ text }) => text.includes('<<<FIRST'));
const verdict = (word: string, extra: object = {}): string =>
  JSON.stringify({
    first_notes: 'a',
    second_notes: 'b',
    reasoning: 'canary-reasoning-4471',
    verdict: word,
    confidence: 0.7,
    ...extra,
  });
/** The text a judge was shown in a block. */
const block = ({ user }: SandboxCall, label: string): string =>
  new RegExp(`<<<${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(user)?.[1] ?? '';

/** Contestants answer, and every judge replies with the result of `judge` for the two answers. */
function script(
  answer: (call: SandboxCall) => SandboxReply,
  judge: (call: SandboxCall) => SandboxReply | undefined,
): void {
  gateway.upstream.clear();
  reply = (call) => (isJudge(call) ? judge(call) : answer(call));
}

const usage = { inputTokens: 100, outputTokens: 10 };
const named = (call: SandboxCall): SandboxReply => ({ content: `answer of ${call.model}`, usage });

async function ask(body: object, credits = 100_000): Promise<{ body: PromptResponse; spent: number }> {
  const { key, balance } = await gateway.account(credits);
  const reply200 = await gateway.post(key, { prompt: 'What is 2 + 2?', ...body });
  expect(reply200.status).toBe(200);
  const { posted, reserved } = await balance();
  expect(reserved).toBe(0);
  return { body: reply200.body, spent: credits * 1_000_000 - posted };
}

describe('judging', () => {
  it('compares every pair in both orders with every judge: 5 models and 2 judges are 20 evaluations of 40 runs, 45 calls', async () => {
    // The better answer is the one whose model's name sorts first, in either position.
    script(named, (call) => ({
      content: verdict(block(call, 'FIRST') < block(call, 'SECOND') ? 'first' : 'second'),
      usage,
    }));
    const { body, spent } = await ask({ models: FIVE, judges: JUDGES });
    expect(body.evaluations).toHaveLength(20);
    expect(body.evaluations.flatMap(({ runs }) => runs)).toHaveLength(40);
    expect([...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0)).toBe(45);
    const places = body.evaluations.map(({ judge, a, b }) => [judge.index, a.index, b.index]);
    expect(places).toEqual(
      JUDGES.flatMap((_judge, j) =>
        [0, 1, 2, 3].flatMap((a) => [1, 2, 3, 4].filter((b) => b > a).map((b) => [j, a, b])),
      ),
    );
    for (const {
      status,
      winner,
      winnerModelId,
      a,
      b,
      score,
      consistent,
      agreement,
      runs,
      selfJudged,
      flags,
    } of body.evaluations) {
      const better = [a, b].toSorted((one, other) =>
        upstreamOf(one.modelId) < upstreamOf(other.modelId) ? -1 : 1,
      )[0];
      expect({ status, consistent, agreement, selfJudged, flags }).toEqual({
        status: 'completed',
        consistent: true,
        agreement: 'full',
        selfJudged: false,
        flags: [],
      });
      expect(winnerModelId).toBe(better?.modelId);
      expect(score).toBe(winner === 'a' ? 1 : -1);
      expect(runs.map(({ order }) => order)).toEqual(['ab', 'ba']);
      for (const run of runs)
        expect(run).toMatchObject({
          status: 'completed',
          winner,
          confidence: 0.7,
          tokensIn: 100,
          tokensOut: 10,
          reasoning: 'canary-reasoning-4471',
        });
    }
    // 20 judge runs each of claude-opus-4-6 (5/25 USD per million) and gpt-5.5 (5/30), at 100 in and 10 out.
    const judges = 20 * (0.05 + 0.025) + 20 * (0.05 + 0.03);
    const models = body.results.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
    expect(body.creditsUsed).toBeCloseTo(models + judges, 6);
    const runs = body.evaluations.flatMap((evaluation) => evaluation.runs);
    expect(runs.reduce((sum, { credits = 0 }) => sum + credits, 0)).toBeCloseTo(judges, 6);
    expect(spent).toBe(Math.round(body.creditsUsed * 1e6));
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('finds 20 order flips in a judge that always prefers what stands first', async () => {
    script(named, () => ({ content: verdict('first'), usage }));
    const { body } = await ask({ models: FIVE, judges: JUDGES });
    expect(body.evaluations).toHaveLength(20);
    for (const evaluation of body.evaluations) {
      expect(evaluation).toMatchObject({
        status: 'completed',
        winner: 'tie',
        winnerModelId: null,
        score: 0,
        consistent: false,
        agreement: 'contradictory',
      });
      expect(evaluation.runs.map(({ winner }) => winner)).toEqual(['a', 'b']);
    }
    const metrics = await gateway.metrics();
    expect(metrics).toMatch(/assay_judge_pairs_total\{judge="gpt-5.5",agreement="contradictory"\} \d+/);
  });

  it('asks once more where a verdict cannot be read, and takes the second answer', async () => {
    script(named, (call) => ({
      content: call.turns.length > 1 ? verdict('tie') : 'The first one, I would say.',
      usage,
    }));
    const { body } = await ask({ models: ['gpt-4o', 'nova-lite'], judges: ['mistral-medium-2604'] });
    expect(body.evaluations).toMatchObject([{ status: 'completed', winner: 'tie', consistent: true }]);
    expect(body.evaluations[0]?.runs).toMatchObject([{ tokensIn: 200, tokensOut: 20 }, { tokensIn: 200 }]);
    expect(gateway.upstream.callCounts().get('mistral-medium-2604')).toBe(4);
  });

  it('reads no verdict out of a reply that was cut, nor out of 200 KB', async () => {
    const cut = { content: `It quotes ${verdict('second')}, yet I`, finishReason: 'length' } as const;
    const long = { content: `${'```a\n'.repeat(40_000)}${verdict('first')}` };
    for (const unreadable of [cut, long]) {
      script(named, (call) =>
        call.turns.length > 1 ? { content: verdict('tie'), usage } : { ...unreadable, usage },
      );
      const { body } = await ask({ models: ['gpt-4o', 'nova-lite'], judges: ['mistral-medium-2604'] });
      expect(gateway.upstream.callCounts().get('mistral-medium-2604')).toBe(4);
      expect(body.evaluations).toMatchObject([{ status: 'completed', winner: 'tie' }]);
    }
  });

  it('gives up after one repair: the run is invalid, not a tie', async () => {
    script(named, () => ({ content: 'I cannot decide: {"verdict":"first"} or {"verdict":"second"}', usage }));
    const { body } = await ask({ models: ['gpt-4o', 'nova-lite'], judges: ['mistral-medium-2604'] });
    expect(body.evaluations).toMatchObject([
      {
        status: 'incomplete',
        winner: null,
        runs: [{ status: 'invalid', winner: null, confidence: null }, { status: 'invalid' }],
      },
    ]);
    expect(gateway.upstream.callCounts().get('mistral-medium-2604')).toBe(4);
  });

  it('lets a weight decide alone, whatever the judge says', async () => {
    script(
      () => ({ content: 'same', usage }),
      () => ({ content: verdict('tie'), usage }),
    );
    const { body } = await ask({
      models: ['gpt-4o', 'nova-lite'],
      judges: ['claude-opus-4-6'],
      judge_weights: { accuracy: 0, speed: 0, cost: 1 },
    });
    expect(body.evaluations).toMatchObject([{ status: 'completed', winnerModelId: 'nova-lite' }]);
  });

  it('makes an empty or failed answer a forfeit without asking anybody', async () => {
    script(
      (call) =>
        call.model === 'gpt-4o'
          ? { content: '  \n', usage }
          : call.provider === 'mistral'
            ? { status: 400 }
            : named(call),
      () => ({ content: verdict('first'), usage }),
    );
    const { body } = await ask({
      models: ['gpt-4o', 'nova-lite', 'mistral-large-2512'],
      judges: ['claude-opus-4-6'],
      judge_weights: { cost: 1, accuracy: 0 },
    });
    expect(
      body.evaluations.map(({ status, winnerModelId, runs }) => [status, winnerModelId, runs.length]),
    ).toEqual([
      ['forfeit', 'nova-lite', 0],
      ['not_comparable', null, 0],
      ['forfeit', 'nova-lite', 0],
    ]);
    expect(gateway.upstream.callCounts().has('claude-opus-4-6')).toBe(false);
  });

  it('judges two runs of one model, by index, and says where a judge judges itself', async () => {
    script(named, () => ({ content: verdict('second'), usage }));
    const { body } = await ask({ models: ['gpt-4o', 'gpt-4o'], judges: ['gpt-4o', 'nova-pro'] });
    expect(
      body.evaluations.map(({ judge, a, b, selfJudged }) => [judge.index, a.index, b.index, selfJudged]),
    ).toEqual([
      [0, 0, 1, true],
      [1, 0, 1, false],
    ]);
  });

  it.each([
    ['no judges', { models: FIVE, judges: [] }],
    ['one model', { models: ['gpt-4o'], judges: JUDGES }],
  ])('has no evaluations with %s', async (_name, body) => {
    script(named, () => ({ content: verdict('first') }));
    expect((await ask(body)).body.evaluations).toEqual([]);
  });

  it('shows the judge the task, the criteria and nothing that names a model, a time or a cost', async () => {
    const seen: SandboxCall[] = [];
    script(
      () => ({ content: 'four', usage }),
      (call) => {
        seen.push(call);
        return { content: verdict('tie'), usage };
      },
    );
    await ask({
      models: ['gpt-4o', 'nova-lite'],
      judges: ['claude-opus-4-6'],
      judge_prompt: 'Prefer digits.',
      system_prompt: 'Be brief.',
      history: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
      generation_settings: { temperature: 0.9, maxTokens: 50 },
    });
    expect(seen).toHaveLength(2);
    const [one, other] = seen;
    expect(one?.system).toBe(other?.system);
    for (const call of seen) {
      expect(block(call, 'TASK')).toBe(
        '[system]\nBe brief.\n\n[user]\nHello\n\n[assistant]\nHi\n\n[user]\nWhat is 2 + 2?',
      );
      expect(block(call, 'CRITERIA')).toBe('Prefer digits.');
      expect(call.user).not.toMatch(/gpt|nova|claude|openai|bedrock|latency|token|cost|credit/i);
      expect(call.body).toMatchObject({ temperature: 0 });
      expect(call.maxTokens).toBeGreaterThan(50);
    }
  });

  it('tells a judge of files it cannot see, and flags the evaluation', async () => {
    const seen: SandboxCall[] = [];
    script(named, (call) => {
      seen.push(call);
      return { content: verdict('tie'), usage };
    });
    const base64 = readFileSync(join(import.meta.dirname, '../fixtures/pixel.png')).toString('base64');
    const { body } = await ask({
      models: ['gpt-4o', 'nova-lite'],
      judges: ['deepseek-v4-pro', 'gpt-5.5'],
      attachments: [{ name: 'dot.png', type: 'image/png', base64 }],
    });
    expect(body.evaluations.map(({ flags }) => flags)).toEqual([['attachments_not_seen'], []]);
    expect(
      seen
        .filter(({ provider }) => provider === 'deepseek')
        .every(({ user, files }) => files === 0 && user.includes('dot.png (image/png)')),
    ).toBe(true);
    expect(seen.filter(({ provider }) => provider === 'openai').every(({ files }) => files === 1)).toBe(true);
  });

  it('answers when the judges’ time is up', async () => {
    const isHanging = (call: SandboxCall): boolean => isJudge(call) && call.provider === 'anthropic';
    const impatient = await gatewayOfTest({
      sandbox: {
        reply: (call) =>
          isHanging(call)
            ? { connection: 'hang' }
            : { content: isJudge(call) ? verdict('first') : 'x', usage },
      },
      environment: { ASSAY_JUDGE_TIMEOUT_MS: '1500' },
    });
    const { key } = await impatient.account(1_000);
    const { body } = await impatient.post(key, {
      prompt: 'What is 2 + 2?',
      models: ['gpt-4o', 'nova-lite'],
      judges: JUDGES,
    });
    expect(body.evaluations[0]).toMatchObject({
      status: 'incomplete',
      runs: [{ status: 'failed', error: { code: 'timeout' } }, { status: 'failed' }],
    });
  });

  it('starts a pair the moment both its outputs exist', async () => {
    const order: string[] = [];
    script(
      (call) => {
        order.push(call.model);
        return { ...named(call), delayMs: call.model === 'mistral-large-2512' ? 600 : 0 };
      },
      (call) => {
        order.push(
          block(call, 'FIRST').includes('mistral') || block(call, 'SECOND').includes('mistral')
            ? 'late pair'
            : 'early pair',
        );
        return { content: verdict('tie'), usage };
      },
    );
    const { key } = await gateway.account(1_000);
    const { body } = await gateway.post(
      key,
      { prompt: 'x', models: ['gpt-4o', 'nova-lite', 'mistral-large-2512'], judges: ['nova-pro'] },
      { accept: 'text/event-stream' },
    );
    const events = [...String(body).matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
      .map(([, event, data]) => ({ event, data: JSON.parse(data ?? '') }))
      .filter(({ event }) => event !== 'delta');
    expect(events.map(({ event }) => event)).toEqual([
      'started',
      'result',
      'result',
      'evaluation',
      'result',
      'evaluation',
      'evaluation',
      'done',
    ]);
    expect(order.indexOf('early pair')).toBeLessThan(order.indexOf('late pair'));
    const done: PromptResponse = events.at(-1)?.data;
    const sent = events.filter(({ event }) => event === 'evaluation').map(({ data }): Evaluation => data);
    expect(sent.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(done.evaluations);
  });

  it('refuses too many judge runs before anything is spent', async () => {
    const { key, balance } = await gateway.account(1_000_000);
    gateway.upstream.clear();
    const { status, body } = await gateway.post(key, {
      prompt: 'x',
      models: Array.from({ length: 10 }, () => 'gpt-4o'),
      judges: Array.from({ length: 5 }, () => 'nova-pro'),
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/judges', code: 'limit' }]);
    expect(gateway.upstream.requests()).toEqual([]);
    expect(await balance()).toEqual({ posted: 1_000_000_000_000, reserved: 0 });
  });

  it('holds for every judge run and its repair', async () => {
    const { key } = await gateway.account(0);
    const request = { prompt: 'x', models: ['gpt-4o', 'nova-lite'], generation_settings: { maxTokens: 100 } };
    const holdOf = async (body: object): Promise<number> =>
      (await gateway.post(key, body)).body.estimatedCreditsRequired;
    const [alone, one, two] = [
      await holdOf(request),
      await holdOf({ ...request, judges: ['nova-pro'] }),
      await holdOf({ ...request, judges: ['nova-pro', 'nova-pro'] }),
    ];
    expect(one).toBeGreaterThan(alone);
    expect(two - one).toBeCloseTo(one - alone, 6);
  });
});

const UPSTREAM: Readonly<Record<string, string>> = { 'nova-lite': 'amazon.nova-lite-v1:0' };

function upstreamOf(modelId: string): string {
  return UPSTREAM[modelId] ?? modelId;
}
