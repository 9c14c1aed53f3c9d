import { describe, expect, it } from 'vitest';
import type { PromptRecord } from '../../core/generated/prompt-record.ts';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import type { QuoteResponse } from '../../core/generated/quote-response.ts';
import type { SandboxCall } from '../../core/sandbox/upstream.ts';
import { holdersOnDisk } from '../support/holders-on-disk.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import type { TestReply } from '../support/gateways/test-gateway.ts';

const gateway = gatewayOfFile({ sandbox: { reply: verdictOf } });
const account = accountOfFile(gateway, 100_000);

const usage = { inputTokens: 100, outputTokens: 10 };

/** Judges prefer the longer answer. They fail if it asks them to. */
function verdictOf(call: SandboxCall): { content: string; usage: typeof usage } {
  const shown = (label: string): string =>
    new RegExp(`<<<${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END`).exec(call.user)?.[1] ?? '';
  const verdict = shown('FIRST').length > shown('SECOND').length ? 'first' : 'second';
  const words = { first_notes: '', second_notes: '', reasoning: 'longer', verdict, confidence: 1 };
  return { content: JSON.stringify(words), usage };
}

const post = (
  body: unknown,
  { path = '/api/v1/compare', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<TestReply> => gateway.send(account.key, path, { body, headers });

const comparison = {
  prompt: 'Which is it?',
  answers: [{ text: 'short', modelId: 'gpt-4o' }, { text: 'rather long' }, { text: '  ' }],
  judges: ['gpt-4o'],
};

describe('a comparison', () => {
  it('judges given answers as it judges outputs, and asks no model', async () => {
    gateway.upstream.clear();
    const before = await account.balance();
    const { status, body } = await post(comparison);
    const response: PromptResponse = body;
    expect([status, response.results]).toEqual([200, []]);
    expect(gateway.upstream.callCounts()).toEqual(new Map([['gpt-4o', 2]]));
    expect(response.evaluations).toMatchObject([
      {
        a: { index: 0, modelId: 'gpt-4o' },
        b: { index: 1, modelId: 'answer-2' },
        status: 'completed',
        winner: 'b',
        winnerModelId: 'answer-2',
        score: -1,
        agreement: 'full',
        axes: { accuracy: { value: -1 }, speed: { weight: 0, value: null }, cost: { value: null } },
        selfJudged: true,
      },
      { b: { index: 2, modelId: 'answer-3' }, status: 'forfeit', winner: 'a', runs: [] },
      { status: 'forfeit', winner: 'a' },
    ]);
    expect(response.ranking?.map(({ modelId, winRate }) => [modelId, winRate])).toEqual([
      ['answer-2', 1],
      ['gpt-4o', 0],
      ['answer-3', null],
    ]);
    expect(response.consensus?.[0]).toMatchObject({ winner: 'b', margin: 1, judges: 1 });
    // Two runs of gpt-4o (2.50/10 USD per million), at 100 tokens in and 10 out.
    expect(response.creditsUsed).toBeCloseTo(2 * (0.025 + 0.01), 6);
    const after = await account.balance();
    expect([before.posted - after.posted, after.reserved]).toEqual([
      Math.round(response.creditsUsed * 1e6),
      0,
    ]);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('takes a long blank answer beside long texts for none: no judge is asked', async () => {
    gateway.upstream.clear();
    const answers = [{ text: 'long '.repeat(20_000) }, { text: ' '.repeat(400) }];
    const { status, body } = await post({ ...comparison, answers });
    const response: PromptResponse = body;
    expect([status, response.creditsUsed, response.evaluations[0]?.status]).toEqual([200, 0, 'forfeit']);
    expect(gateway.upstream.callCounts()).toEqual(new Map());
  });

  it('asks a judge the very question of a prompt request', async () => {
    const questionOf = async (send: () => Promise<unknown>): Promise<string[]> => {
      gateway.upstream.clear();
      await send();
      const texts = gateway.upstream.requests().map(({ body }) => JSON.stringify(body));
      return texts
        .filter((text) => text.includes('<<<FIRST'))
        .map((text) => text.replaceAll(/\b[0-9a-f]{32}\b/g, 'CODE'))
        .toSorted();
    };
    const shared = {
      prompt: 'Which is it?',
      system_prompt: 'Be brief.',
      history: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
      judges: ['gpt-4o'],
      judge_prompt: 'Brevity wins.',
    };
    const asked = await questionOf(() =>
      gateway.post(account.key, { ...shared, models: ['gpt-5.4', 'nova-lite'] }),
    );
    const outputs = (
      await gateway.post(account.key, { ...shared, models: ['gpt-5.4', 'nova-lite'] })
    ).body.results.map(({ output }: { output: string }) => ({ text: output }));
    expect(await questionOf(() => post({ ...shared, answers: outputs }))).toEqual(asked);
    expect(asked).toHaveLength(2);
  });

  it('holds what its quote says, and a 402 says the same', async () => {
    const long = { ...comparison, answers: [{ text: 'y'.repeat(50_000) }, { text: 'z'.repeat(40_000) }] };
    const quotes = await Promise.all(
      [comparison, long].map(async (body) => (await post(body, { path: '/api/v1/compare/quote' })).body),
    );
    const [small, large] = quotes as QuoteResponse[];
    expect(small).toMatchObject({ calls: { models: 0, judges: 2, total: 2 }, models: [] });
    expect(large?.creditsAtMost).toBeGreaterThan(2 * (small?.creditsAtMost ?? 0));
    expect(large?.creditsRequired).toBeGreaterThan(small?.creditsRequired ?? 0);
    const poor = await gateway.account(0);
    const refused = await post(long, { headers: { authorization: `Bearer ${poor.key}` } });
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { estimatedCreditsRequired: large?.creditsRequired },
    ]);
  });

  it('is not answered with what the same body and key got as a prompt, nor the other way round', async () => {
    const prompt = { path: '/api/v1/prompt', headers: { 'idempotency-key': 'elsewhere' } };
    expect((await post({ prompt: 'hi', models: ['gpt-4o'] }, prompt)).status).toBe(200);
    const asComparison = { headers: prompt.headers };
    expect((await post({ prompt: 'hi', models: ['gpt-4o'] }, asComparison)).status).toBe(400);
    const compared = { headers: { 'idempotency-key': 'elsewhere too' } };
    expect((await post(comparison, compared)).status).toBe(200);
    expect((await post(comparison, { ...compared, path: '/api/v1/prompt' })).status).toBe(400);
  });

  it('is kept, listed and repeated as a prompt request is, also with long answers', async () => {
    const text = `${'long answer '.repeat(4_000)}end`;
    const body = { ...comparison, answers: [{ text }, { text: 'short', modelId: 'gpt-5.4' }] };
    const headers = { 'idempotency-key': 'compare-1' };
    const first = await post(body, { headers });
    const again = await post(body, { headers });
    expect([first.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    const { promptLogId } = first.body as PromptResponse;
    const record: PromptRecord = (await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`)).body;
    expect(record).toMatchObject({
      state: 'settled',
      request: {
        ...body,
        answers: [
          { text, modelId: 'answer-1' },
          { text: 'short', modelId: 'gpt-5.4' },
        ],
      },
      response: first.body,
    });
    expect(record.calls.map(({ role }) => role)).toEqual(['judge', 'judge']);
    expect(record.request).not.toHaveProperty('models');
    const { prompts } = (await gateway.get(account.key, '/api/v1/prompts?limit=1')).body;
    expect(prompts).toMatchObject([{ promptLogId, models: [], judges: ['gpt-4o'] }]);
    const other = await post({ ...body, answers: [{ text: 'another' }, { text }] }, { headers });
    expect([other.status, other.body]).toMatchObject([422, {}]);
  });

  it('streams its evaluations, and ends with the whole answer', async () => {
    const { text } = await post(comparison, { headers: { accept: 'text/event-stream' } });
    const events = text.match(/(?<=^event: )\w+$/gm);
    expect(events).toEqual(['started', 'evaluation', 'evaluation', 'evaluation', 'done']);
  });

  it('under zero data retention leaves nothing on disk', async () => {
    const canary = 'canary-of-a-given-answer';
    const find = (): readonly string[] => holdersOnDisk(gateway.folder, canary);
    const body = { ...comparison, answers: [{ text: canary }, { text: 'b' }] };
    const { body: answered } = await post({ ...body, zero_data_retention: true });
    expect((answered as PromptResponse).evaluations).toHaveLength(1);
    expect([find(), gateway.logs().includes(canary)]).toEqual([[], false]);
    const { promptLogId } = (await post(body)).body as PromptResponse;
    await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
    expect(find()).not.toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['one answer', { answers: [{ text: 'x' }] }, '/answers', 'length'],
    ['no judge', { judges: [] }, '/judges', 'length'],
    ['no judges', { judges: undefined }, '/judges', 'missing'],
    ['an unknown judge', { judges: ['gpt-4p'] }, '/judges/0', 'unknown_model'],
    ['models', { models: ['gpt-4o'] }, '/models', 'unknown_field'],
    ['weights of speed', { judge_weights: { speed: 1 } }, '/judge_weights', 'unknown_field'],
    ['an answer that is a text', { answers: ['x', 'y'] }, '/answers/0', 'type'],
    [
      'an answer with an output',
      { answers: [{ text: 'x', output: 'x' }, { text: 'y' }] },
      '/answers/0/output',
      'unknown_field',
    ],
    ['a pair of another answer', { judge_pairs: [[0, 3]] }, '/judge_pairs/0/1', 'range'],
    ['an unknown calibration', { calibration: 'nobody' }, '/calibration', 'unknown_calibration'],
    [
      'too many judge runs',
      { answers: Array.from({ length: 21 }, () => ({ text: 'x' })) },
      '/judges',
      'limit',
    ],
  ])('is refused with %s', async (_name, change, pointer, code) => {
    const { status, body } = await post({ ...comparison, ...change });
    expect(status).toBe(400);
    expect((body as { errors: object[] }).errors[0]).toMatchObject({ pointer, code });
  });
});
