import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const folder = folderOfFile('panels');
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, `${name}.yaml`), [`id: panel/${name}`, ...lines].join('\n'));
const MODELS = ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512'];
const PANEL = [`models: [${MODELS.join(', ')}]`, 'judges: [gpt-5.5]'];

let reply: (call: SandboxCall) => SandboxReply | undefined | Promise<SandboxReply | undefined>;

beforeAll(() => {
  write('careful', [...PANEL, 'judge_prompt: Prefer the longest.', 'wins: quality']);
  write('cheap', [...PANEL, 'wins: { qualityWithin: { credits: 0.2 } }']);
  write('lenient', [...PANEL, 'wins: quality', 'unjudged: first']);
  write('two', [
    'models: [gpt-4o, claude-haiku-4-5]',
    'judges: [gpt-5.5, gemini-2.5-flash]',
    'wins: { qualityWithin: { credits: 1000 } }',
  ]);
  write('free', [...PANEL, 'wins: { qualityWithin: { credits: 0.000001, seconds: 0.000001 } }']);
});
const gateway = gatewayOfFile({
  sandbox: { reply: (call) => reply(call) },
  environment: { ASSAY_PANELS: folder },
  // A comment that comes is the first, which waits for nothing.
  heartbeatMs: 600_000,
});
const account = accountOfFile(gateway, 1_000);
beforeEach(() => {
  gateway.upstream.clear();
  reply = (call) => judgeLongest(call) ?? { content: ANSWERS[call.model] ?? 'short', usage: USAGE };
});

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
/** The longer the better. Credits for them: 0.35, 0.15 and 0.2. */
const ANSWERS: Readonly<Record<string, string>> = {
  'gpt-4o': 'the longest answer of all of them',
  'claude-haiku-4-5': 'one word',
  'mistral-large-2512': 'some more words',
};
const isJudge = ({ turns }: SandboxCall): boolean => turns.some(({ text }) => text.includes('<<<FIRST'));
const block = ({ user }: SandboxCall, label: string): string =>
  new RegExp(`<<<${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(user)?.[1] ?? '';
function judgeLongest(call: SandboxCall, verdict?: string): SandboxReply | undefined {
  if (!isJudge(call)) return undefined;
  const first = block(call, 'FIRST').length > block(call, 'SECOND').length;
  const content = JSON.stringify({
    first_notes: 'a',
    second_notes: 'b',
    reasoning: 'c',
    verdict: verdict ?? (first ? 'first' : 'second'),
    confidence: 0.9,
  });
  return { content, usage: USAGE };
}

const ask = (model: string, body: object = {}, headers?: Readonly<Record<string, string>>) =>
  knock(
    gateway,
    account.key,
    '/chat/completions',
    { model, messages: [{ role: 'user', content: 'Go.' }], ...body },
    headers,
  );

describe('a panel, asked as a model', () => {
  it('answers with the winner’s text, and says how it stands to the others', async () => {
    const { key, balance } = await gateway.account(100);
    const { status, body } = await knock(gateway, key, '/chat/completions', {
      model: 'panel/careful',
      messages: [{ role: 'user', content: 'Go.' }],
    });
    expect(status).toBe(200);
    expect(body.model).toBe('panel/careful');
    expect(body.choices[0].message.content).toBe('the longest answer of all of them');
    expect(body.usage).toMatchObject({ prompt_tokens: 1_000, completion_tokens: 100 });
    const { panel, creditsUsed, promptLogId } = body.assay;
    expect(panel).toMatchObject({
      winner: { index: 0, modelId: 'gpt-4o' },
      rank: 1,
      flips: 0,
      answers: [
        { modelId: 'gpt-4o', rank: 1, winRate: 1, status: 'completed', credits: 0.35 },
        { modelId: 'mistral-large-2512', rank: 2, winRate: 0.5 },
        { modelId: 'claude-haiku-4-5', rank: 3, winRate: 0 },
      ],
    });
    expect(panel.margin).toBe(0.5);
    expect(panel.withinBudget).toBeUndefined();
    expect(panel.budget).toBeUndefined();
    expect(panel.answers[0].finishReason).toBe('stop');
    expect(panel.judges).toEqual(['gpt-5.5']);
    // Six runs.
    expect(panel.judgingCredits).toBe(4.8);
    expect(body.assay.warnings).toBeUndefined();
    expect(await balance()).toEqual({ posted: 100_000_000 - Math.round(creditsUsed * 1e6), reserved: 0 });
    // The other answers are in the record.
    const { body: record } = await gateway.get(key, `/api/v1/prompts/${promptLogId}`);
    expect(record).toMatchObject({
      request: { models: MODELS, judges: ['gpt-5.5'], judge_prompt: 'Prefer the longest.' },
      response: { results: MODELS.map((id) => ({ output: ANSWERS[id] })) },
    });
  });

  it('prefers what keeps its budget, and says where nothing does', async () => {
    const cheap = (await ask('panel/cheap')).body;
    expect(cheap.choices[0].message.content).toBe('some more words');
    expect(cheap.assay.panel).toMatchObject({
      rank: 2,
      margin: -0.5,
      withinBudget: true,
      budget: { credits: 0.2 },
    });
    const free = (await ask('panel/free')).body;
    expect(free.choices[0].message.content).toBe('the longest answer of all of them');
    expect(free.assay.panel).toMatchObject({ rank: 1, withinBudget: false });
  });

  it('says where no judge, or only some, gave a verdict, and sends the first in its order', async () => {
    const silent = { content: 'no verdict', usage: USAGE };
    const answer = ({ model }: SandboxCall): SandboxReply => ({
      content: ANSWERS[model] ?? '',
      usage: USAGE,
    });
    reply = (call) => (isJudge(call) ? silent : answer(call));
    const none = (await ask('panel/lenient')).body;
    expect(none.choices[0].message.content).toBe(ANSWERS['gpt-4o']);
    expect(none.assay.panel).toMatchObject({ margin: null, rank: 1 });
    expect(none.assay.warnings).toMatchObject([
      { code: 'panel_not_judged', pointer: '/model' },
      { code: 'judging_incomplete', pointer: '/model' },
    ]);
    const seesWord = (call: SandboxCall): boolean =>
      [block(call, 'FIRST'), block(call, 'SECOND')].includes('one word');
    reply = (call) => (isJudge(call) && !seesWord(call) ? silent : (judgeLongest(call) ?? answer(call)));
    const some = (await ask('panel/careful')).body;
    expect(some.assay.warnings).toMatchObject([
      { code: 'panel_partly_judged', message: expect.stringMatching(/^1 of 3 comparisons/) },
      { code: 'judging_incomplete', pointer: '/model' },
    ]);
  });

  it.each([false, true])(
    'has no winner by order where the answer has all judges refuse, and says so (stream: %s)',
    async (stream) => {
      const refused = { content: '', finishReason: 'refused', usage: USAGE } as const;
      reply = (call) => (isJudge(call) ? refused : { content: ANSWERS[call.model] ?? '', usage: USAGE });
      const headers = { 'idempotency-key': `refused-${stream}` };
      for (const _ of ['first', 'repeated']) {
        const { status, headers: answered, body } = await ask('panel/two', { stream }, headers);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        expect(text).toContain('"code":"panel_unjudged"');
        expect(text).not.toContain('longest answer');
        if (stream) continue;
        expect([status, answered.get('x-should-retry')]).toEqual([502, 'false']);
        expect(body.error).toMatchObject({ type: 'server_error', param: 'model' });
        expect(body.error.creditsUsed).toBeGreaterThan(0);
        const { body: record } = await gateway.get(account.key, `/api/v1/prompts/${body.error.promptLogId}`);
        expect(record).toMatchObject({
          response: { results: [{ output: ANSWERS['gpt-4o'] }, {}] },
        });
      }
    },
  );

  it('goes by the other judge where one refuses, and by no order', async () => {
    const refused = { content: '', finishReason: 'refused', usage: USAGE } as const;
    reply = (call) =>
      isJudge(call) && call.model === 'gpt-5.5'
        ? refused
        : (judgeLongest(call) ?? {
            content: call.model === 'gpt-4o' ? 'short' : 'a longer answer',
            usage: USAGE,
          });
    const { status, body } = await ask('panel/two');
    expect([status, body.choices[0].message.content]).toEqual([200, 'a longer answer']);
    expect(body.assay.panel).toMatchObject({ rank: 1, margin: 1 });
  });

  it('lets no unjudged answer win by keeping the budget that the judged ones break', async () => {
    // Judges refuse every pair with the cheap answer.
    const seen = ({ turns }: SandboxCall): boolean =>
      turns.some(({ text }) => text.includes('some more words'));
    reply = (call) =>
      isJudge(call) && seen(call)
        ? { content: 'no verdict', usage: USAGE }
        : (judgeLongest(call) ?? {
            content: ANSWERS[call.model] ?? '',
            usage: call.model === 'mistral-large-2512' ? USAGE : { inputTokens: 9_000, outputTokens: 900 },
          });
    const { body } = await ask('panel/cheap');
    expect(body.choices[0].message.content).toBe(ANSWERS['gpt-4o']);
    expect(body.assay.panel).toMatchObject({ rank: 1, withinBudget: false });
  });

  it('counts the pairs on which a judge contradicts itself', async () => {
    reply = (call) => judgeLongest(call, 'first') ?? { content: ANSWERS[call.model] ?? '', usage: USAGE };
    const { body } = await ask('panel/careful');
    expect(body.assay.panel.flips).toBe(3);
    expect(body.assay.panel.answers).toHaveLength(3);
  });

  it('passes over models that fail, and fails where all do', async () => {
    const failing = new Set(['openai']);
    reply = (call) =>
      failing.has(call.provider) && !isJudge(call)
        ? { status: 400 }
        : (judgeLongest(call) ?? { content: ANSWERS[call.model] ?? '', usage: USAGE });
    const { body } = await ask('panel/careful');
    expect(body.choices[0].message.content).toBe('some more words');
    const failedAnswer = body.assay.panel.answers.at(-1);
    expect(failedAnswer).toMatchObject({ modelId: 'gpt-4o', status: 'failed' });
    expect(failedAnswer).not.toHaveProperty('finishReason');
    expect(body.assay.warnings).toMatchObject([
      { code: 'panel_partly_answered', message: expect.stringMatching(/^1 of 3 .*gpt-4o/) },
    ]);
    reply = ({ provider }) => ({ status: provider === 'mistral' ? 503 : 400 });
    const failed = await ask('panel/careful');
    // Of several failures the one that may pass.
    expect(failed.status).toBe(503);
    expect(failed.body.error.code).toBe('overloaded');
  });

  it('is told again under its Idempotency-Key', async () => {
    const once = { 'idempotency-key': 'judged' };
    const first = await ask('panel/careful', {}, once);
    const again = await ask('panel/careful', {}, once);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('begins a stream with a comment, before any model has answered, and ends it with the winner', async () => {
    const held = Promise.withResolvers<void>();
    reply = async (call) => {
      await held.promise;
      return judgeLongest(call) ?? { content: ANSWERS[call.model] ?? '', usage: USAGE };
    };
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'panel/careful',
        messages: [{ role: 'user', content: 'Go.' }],
        stream: true,
      }),
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.startsWith(':')) held.resolve();
    }
    expect(text).toMatch(/^: still running\n\ndata: \{/);
    const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe(
      'the longest answer of all of them',
    );
    expect(chunks.at(-1).assay.panel.winner.modelId).toBe('gpt-4o');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('answers at /v1/responses too, whole and streamed', async () => {
    const client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` });
    const asked = { model: 'panel/careful', input: 'Go.' };
    expect((await client.responses.create(asked)).output_text).toBe('the longest answer of all of them');
    const streamed = await client.responses.stream(asked).finalResponse();
    expect(streamed.output_text).toBe('the longest answer of all of them');
  });

  it('has a quote, and is refused without the credits for it', async () => {
    const body = { model: 'panel/careful', messages: [{ role: 'user', content: 'Go.' }] };
    const quote = await knock(gateway, account.key, '/chat/completions/quote', body);
    expect(quote.body).toMatchObject({ calls: { models: 3, judges: 6, total: 9 } });
    const responses = await knock(gateway, account.key, '/responses/quote', {
      model: 'panel/careful',
      input: 'Go.',
    });
    expect(responses.body).toEqual(quote.body);
    const poor = await gateway.account(quote.body.creditsRequired / 2);
    const { status, body: refused } = await knock(gateway, poor.key, '/chat/completions', body);
    expect(status).toBe(402);
    expect(refused.error.estimatedCreditsRequired).toBe(quote.body.creditsRequired);
  });

  it.each([
    ['/chat/completions', { messages: [{ role: 'user', content: 'Go.' }] }, 'max_tokens'],
    ['/responses', { input: 'Go.' }, 'max_output_tokens'],
  ])('of a hold that is refused at %s advises only what its caller can change', async (path, asked, cap) => {
    const advice = new RegExp(`or lower ${cap}, shorten the prompt, or ask another model\\.$`);
    const asking = { model: 'panel/careful', ...asked };
    const poor = await gateway.account(0);
    const unpaid = await knock(gateway, poor.key, path, asking);
    expect(unpaid.body.error.estimatedCreditsRequired).toBeGreaterThan(0);
    expect(unpaid.body.error.message).toMatch(advice);
    const bounded = await gateway.account(1_000, { budgets: { day: 1 } });
    expect((await knock(gateway, bounded.key, path, asking)).body.error.message).toMatch(advice);
  });

  it('is listed as a model, and found by its ID in both ways of writing it', async () => {
    const { body } = await knock(gateway, account.key, '/models');
    const listed = body.data.find(({ id }: { id: string }) => id === 'panel/careful');
    expect(listed).toMatchObject({ object: 'model', owned_by: 'assay' });
    for (const path of ['/models/panel/careful', '/models/panel%2Fcareful'])
      expect((await knock(gateway, account.key, path)).body).toEqual(listed);
    const missing = await ask('panel/carefull');
    expect(missing.status).toBe(404);
    expect(missing.body.error.message).toContain('did you mean panel/careful?');
  });

  it('comes and goes with a reload, which refuses mistakes and says where they are', async () => {
    const reload = async () => (await gateway.reload()).body;
    write('late', [...PANEL, 'wins: quality']);
    expect(await reload()).toMatchObject({
      outcome: 'swapped',
      changed: { panels: { added: ['panel/late'] } },
    });
    expect((await ask('panel/late')).status).toBe(200);
    write('late', ['models: [gpt-4o, gpt-4oo]', 'judges: [gpt-5.5]', 'wins: quality']);
    const refused = await reload();
    expect(refused).toMatchObject({
      outcome: 'refused',
      problems: [{ file: join(folder, 'late.yaml'), line: 2, column: 18, path: '/models/1' }],
    });
    expect(refused.problems[0].message).toContain('did you mean gpt-4o?');
    expect((await ask('panel/late')).status).toBe(200);
    rmSync(join(folder, 'late.yaml'));
    expect(await reload()).toMatchObject({ changed: { panels: { removed: ['panel/late'] } } });
    expect((await ask('panel/late')).status).toBe(404);
  });
});
