import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptRecord } from '../../core/generated/prompt-record.ts';
import { loadRun } from '../../core/commands/eval/load-run.ts';
import { judgeAtOnce } from '../../core/sandbox/judge/judge-reply.ts';
import { isJudgeMessage } from '../../core/sandbox/judge/message-block.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { startTestGateway, type TestAccount } from '../support/gateways/test-gateway.ts';
import { eventually } from '../support/eventually.ts';
import type { Finished } from '../commands/run-command.ts';
import { startEvalScene, type EvalScene } from './eval-scene.ts';

const OLD = 'mistral-small-2603';
const BETTER = 'gpt-5.4';
const WORSE = 'gemini-3.5-flash';
const OTHER = 'claude-sonnet-4-6';
const JUDGE = 'grok-4.5';
const PROMPTS = 12;

let scene: EvalScene;
/** Of the log that most tests read. */
let account: TestAccount;
/** Whether the old model answers. */
let isModelGone = false;

/** Judges count distinct words: one model gives more than the old one, and one fewer. */
function replyOf(call: SandboxCall): SandboxReply | undefined {
  if (isJudgeMessage(call)) return undefined;
  const words = { [OLD]: 3, [BETTER]: 6, [WORSE]: 1 }[call.model];
  if (call.model === OLD && (isModelGone || call.user.includes('fails')))
    return { status: 400, message: 'no such model' };
  if (words === undefined) return undefined;
  const usage = { inputTokens: 100, outputTokens: 10 * words };
  return { content: 'one two three four five six'.split(' ').slice(0, words).join(' '), usage };
}

function judgedOrAnswered(call: SandboxCall): SandboxReply | undefined {
  return replyOf(call) ?? judgeAtOnce(call);
}

beforeAll(async () => {
  scene = await startEvalScene({ reply: replyOf });
  account = await scene.gateway.account(100_000);
  await fillLog(account);
});
afterAll(() => scene.stop());

const promptOf = (place: number): string => `Question ${'!'.repeat(place)}`;

/** Texts are kept before an answer under a key leaves. */
async function ask({ key }: TestAccount, body: object): Promise<string> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const request = { models: [OLD], ...body };
  return await eventually(async () => {
    const { status, body: answer } = await scene.gateway.post(key, request, headers);
    // A slow machine may want a first schema asked again.
    expect(status).toBe(200);
    return answer.promptLogId;
  });
}

/** Prompts that can be asked again, the last the newest, and one of each kind that cannot. */
async function fillLog(owner: TestAccount): Promise<void> {
  const pixel = readFileSync(join(import.meta.dirname, '../fixtures/pixel.png')).toString('base64');
  await ask(owner, { prompt: promptOf(0), generation_settings: { temperature: 0.1 } });
  await ask(owner, { prompt: 'a secret', zero_data_retention: true });
  await ask(owner, {
    prompt: 'What is this?',
    attachments: [{ name: 'a.png', type: 'image/png', base64: pixel }],
  });
  await ask(owner, { prompt: 'this fails', models: [OLD, BETTER] });
  await ask(owner, { prompt: 'of another model', models: [BETTER] });
  for (let place = 0; place < PROMPTS; place += 1) await ask(owner, { prompt: promptOf(place) });
}

let runs = 0;
function migrate(
  owner: TestAccount,
  ...words: readonly string[]
): Promise<Finished> & { readonly out: string } {
  const outIndex = words.indexOf('--out');
  const out =
    outIndex < 0 ? join(scene.folder, `migration-${(runs += 1)}.jsonl`) : (words[outIndex + 1] ?? '');
  const options = [...(outIndex < 0 ? ['--out', out] : []), '--url', scene.gateway.url];
  return Object.assign(scene.assay(owner.key, 'migrate', OLD, ...words, ...options), { out });
}

async function record({ key }: TestAccount, promptLogId: string): Promise<PromptRecord> {
  const { body: reply } = await scene.gateway.get(key, `/api/v1/prompts/${promptLogId}`);
  const stored: PromptRecord = reply;
  return stored;
}

interface AccountUsage {
  readonly calls: number;
  readonly billedMicroCredits: number;
}

async function usageOf({ name }: TestAccount): Promise<AccountUsage> {
  const usage = await scene.gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
  return usage.find(({ group }) => group === name) ?? { calls: 0, billedMicroCredits: 0 };
}

async function callsOf(owner: TestAccount): Promise<number> {
  return (await usageOf(owner)).calls;
}

describe('assay eval migrate', () => {
  it('asks again what the log has, and reports it as any run', async () => {
    const before = await callsOf(account);
    const migration = migrate(account, '--to', `${WORSE},${BETTER}`, '--judges', JUDGE);
    const { code, stdout, stderr } = await migration;
    expect(stderr).toContain(
      `The log: ${PROMPTS + 4} requests of the newest ${PROMPTS + 5} asked ${OLD}; ${PROMPTS} different prompts can be sent again.\n` +
        'Left out: 1 that the model did not answer; 1 with attachments, which the log does not keep; 1 under zero data retention; 1 that repeat a newer prompt.\n',
    );
    expect(stderr).toMatch(/: 12 prompts to send, 36 answers and 48 judge runs\. Expected: [\d.]+ credits/);
    expect(stderr).toMatch(/^12 of 12 prompts, [\d.]+ credits$/m);
    expect(stdout).toMatch(/^1 +gpt-5\.4 .* 100 % +\d+ to 100 %$/m);
    expect(stdout).toMatch(/^3 +gemini-3\.5-flash .* 0 % +0 to \d+ %$/m);
    expect(stdout).toContain('\ngpt-5.4 is decisively better than every other model.\n');
    expect(code).toBe(0);
    // Three answers, and both orders of two pairs.
    expect(await callsOf(account)).toBe(before + PROMPTS * (3 + 4));

    const { answers } = await loadRun(migration.out);
    expect(answers.map(({ prompt }) => prompt).toSorted()).toEqual(
      Array.from({ length: PROMPTS }, (_none, place) => promptOf(place)).toSorted(),
    );
    for (const { response } of answers)
      expect(response.evaluations.map(({ a, b }) => [a.index, b.index])).toEqual([
        [0, 1],
        [0, 2],
      ]);
    const secondRun = await migrate(account, '--to', `${WORSE},${BETTER}`, '--out', migration.out, '--json');
    expect(secondRun.stderr).toContain('Nothing was sent; use another --out to run again.');
    expect(JSON.parse(secondRun.stdout)).toMatchObject({
      baseline: OLD,
      judgeIds: [JUDGE],
      models: [{ modelId: BETTER }, { modelId: OLD }, { modelId: WORSE }],
      differences: [
        { modelId: BETTER, other: OLD, isDecisive: true },
        { modelId: BETTER, other: WORSE, isDecisive: true },
        { modelId: OLD, other: WORSE, isDecisive: true },
      ],
    });
    const report = await scene.assay('', 'report', migration.out);
    expect(`${report.stdout}\n`).toBe(stdout.replace(/The run is in .*\n$/, ''));
  });

  it('sends a logged request as it was, and tunes successors as the old model was tuned', async () => {
    const owner = await scene.gateway.account(10_000);
    const fields = {
      prompt: 'And now?',
      system_prompt: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      history: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
      generation_settings: { temperature: 0.3, maxTokens: 200 },
      response_schema: {
        type: 'object',
        properties: { x: { type: 'string' } },
        required: ['x'],
        additionalProperties: false,
      },
    };
    const id = await ask(owner, {
      ...fields,
      models: [OLD, 'o3'],
      judges: [JUDGE],
      judge_prompt: 'Brevity wins.',
      model_tuning: { o3: { reasoningEffort: 'low' } },
      max_credits: 1_000,
    });
    const out = join(scene.folder, 'whole.jsonl');
    const words = ['--to', `gpt-5.4,${OTHER}`, '--judges', JUDGE, '--out', out, '--url', scene.gateway.url];
    const { code } = await scene.assay(owner.key, 'migrate', 'o3', '--old-answers', 'fresh', ...words);
    expect(code).toBe(0);
    const [answer] = (await loadRun(out)).answers;
    expect(answer).toMatchObject({ row: id, prompt: 'And now?', system_prompt: 'Be brief.' });
    const { request } = await record(owner, answer?.response.promptLogId ?? '');
    const judged = {
      judges: [JUDGE],
      judge_prompt: 'Brevity wins.',
      judge_pairs: [
        [0, 1],
        [0, 2],
      ],
    };
    expect(request).toEqual({
      ...fields,
      ...judged,
      models: ['o3', 'gpt-5.4', OTHER],
      // What a successor does not take is left out.
      model_tuning: { o3: { reasoningEffort: 'low' }, 'gpt-5.4': { reasoningEffort: 'low' } },
    });

    const logged = join(scene.folder, 'whole-logged.jsonl');
    const loggedWords = words.map((word) => (word === out ? logged : word));
    expect(
      (await scene.assay(owner.key, 'migrate', 'o3', '--old-answers', 'logged', ...loggedWords)).code,
    ).toBe(0);
    const [comparedAnswer] = (await loadRun(logged)).answers;
    const comparison = await record(owner, comparedAnswer?.response.promptLogId ?? '');
    const { prompt, system_prompt, history } = fields;
    expect(comparison.request).toEqual({
      prompt,
      system_prompt,
      history,
      ...judged,
      answers: comparedAnswer?.response.results.map(({ modelId, output }) => ({ modelId, text: output })),
    });
  });

  it('compares the logged answers on demand, and pays for nothing twice', async () => {
    const owner = await scene.gateway.account(10_000);
    await fillLog(owner);
    const before = await usageOf(owner);
    const words = ['--to', BETTER, '--judges', JUDGE, '--old-answers', 'logged'];
    const migration = migrate(owner, ...words, '--budget', '4', '--concurrency', '2');
    const stoppedRun = await migration;
    expect([stoppedRun.code, stoppedRun.stderr]).toEqual([
      4,
      expect.stringContaining(`${OLD} is not asked again`),
    ]);
    const secondRun = await migrate(owner, ...words, '--out', migration.out, '--json');
    expect(secondRun.code).toBe(0);
    expect(JSON.parse(secondRun.stdout)).toMatchObject({
      models: [
        { modelId: BETTER, asked: PROMPTS },
        { modelId: OLD, asked: PROMPTS, failed: 0, meanCostUsd: expect.any(Number) },
      ],
    });
    // One answer, and both orders of a pair.
    expect(await callsOf(owner)).toBe(before.calls + PROMPTS * (1 + 2));
    const { answers } = await loadRun(migration.out);
    for (const { row, response } of answers) {
      expect(response.results.map(({ modelId }) => modelId)).toEqual([OLD, BETTER]);
      expect(response.results[0]).toEqual((await record(owner, row)).response?.results[0]);
    }
    const chargedMicroCredits = answers.reduce(
      (sum, { response }) => sum + Math.round(response.creditsUsed * 1e6),
      0,
    );
    expect((await usageOf(owner)).billedMicroCredits).toBe(before.billedMicroCredits + chargedMicroCredits);
  });

  it('compares the logged answers where the gateway cannot ask the old model', async () => {
    const copy = join(scene.folder, 'copy.db');
    await scene.gateway.admin((ledger) => ledger.backup(copy));
    const without = await startTestGateway({
      sandbox: { reply: (call) => judgedOrAnswered(call) },
      environment: {
        ASSAY_DATABASE_URL: `file:${copy}`,
        MISTRAL_API_KEY: undefined,
      },
    });
    try {
      const words = ['--to', BETTER, '--from-log', '2', '--url', without.url];
      const out = join(scene.folder, 'without.jsonl');
      const { code, stderr } = await scene.assay(account.key, 'migrate', OLD, ...words, '--out', out);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`${OLD} is not asked again`)]);
      // Of two providers that no contestant is of.
      expect(stderr).toContain('Judges: claude-opus-4-7 and gemini-3.1-pro-preview; --judges names others.');
      expect(without.upstream.callCounts()).toEqual(
        new Map([
          [BETTER, 2],
          ['claude-opus-4-7', 4],
          ['gemini-3.1-pro-preview', 4],
        ]),
      );
      const unknown = await scene.assay(account.key, 'migrate', BETTER, '--to', OLD, '--url', without.url);
      expect(unknown.stderr).toContain(`The gateway has no key for Mistral, so ${OLD} cannot be asked`);
    } finally {
      await without.stop();
    }
  });

  it('stops where the old model answers none of the first prompts', async () => {
    isModelGone = true;
    try {
      const { code, stderr } = await migrate(
        account,
        ...`--to ${BETTER} --judges ${JUDGE} --concurrency 1`.split(' '),
      );
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`${OLD} answered none of the first 5 prompts (rejected)`),
      ]);
      expect(stderr).toContain('--old-answers logged with another --out');
    } finally {
      isModelGone = false;
    }
  });

  it('begins anew while nothing is paid for, and never mixes two migrations', async () => {
    const poor = await scene.gateway.account(20);
    await ask(poor, { prompt: 'only one' });
    await ask(poor, { prompt: 'and another' });
    const first = migrate(poor, '--to', BETTER, '--judges', JUDGE, '--budget', '0.001');
    expect((await first).code).toBe(4);
    const options = `--to ${WORSE} --judges ${JUDGE} --from-log 1`.split(' ');
    const other = await migrate(poor, ...options, '--out', first.out);
    expect([other.code, other.stderr]).toEqual([0, expect.stringContaining('1 of 1 prompt,')]);
    const text = readFileSync(first.out, 'utf8');
    const mixedRun = await migrate(poor, '--to', BETTER, '--out', first.out, '--judge-prompt', 'x');
    expect([mixedRun.code, mixedRun.stderr]).toEqual([
      1,
      expect.stringContaining('changed since: --to, --judge-prompt, --from-log. Use another --out'),
    ]);
    expect(readFileSync(first.out, 'utf8')).toBe(text);
  });

  it('says what is wrong before anything is sent', async () => {
    const before = await callsOf(account);
    const failureOf = async (...words: readonly string[]): Promise<string> => {
      const { code, stderr } = await migrate(account, ...words);
      expect(code).toBe(1);
      return stderr;
    };
    expect(await failureOf('--to', 'gpt-5.44')).toContain(
      'There is no model "gpt-5.44". Did you mean "gpt-5.4"?',
    );
    expect(await failureOf('--to', BETTER, '--judges', 'grok-4.55')).toContain('Did you mean "grok-4.5"?');
    const suite = scene.write(
      'suite.jsonl',
      `${JSON.stringify({ type: 'run', version: 1, run: 'r', name: 'n', startedAt: 's', suite: { name: 'n', models: [OLD], judges: [] }, prompts: { count: 1, digest: 'd' } })}\n`,
    );
    expect(await failureOf('--to', BETTER, '--out', suite)).toContain(
      'is the run of a suite. Use another --out',
    );
    const empty = await scene.gateway.account(10);
    const nothing = await migrate(empty, '--to', BETTER);
    expect(nothing.stderr).toContain(
      'The log of this account has no prompt to send again. The log: 0 requests',
    );
    const misspelt = ['migrate', 'mistral-smal-2603', '--to', BETTER, '--url', scene.gateway.url];
    const misspeltRun = await scene.assay(account.key, ...misspelt);
    expect(misspeltRun.stderr).toContain(`Did you mean "${OLD}"?`);
    for (const words of [
      [],
      [OLD],
      [OLD, 'x', '--to', BETTER],
      [OLD, '--to', OLD],
      [OLD, '--to', `${BETTER},${BETTER}`],
      [OLD, '--to', BETTER, '--from-log', '0'],
      [OLD, '--to', BETTER, '--judges', ''],
      [OLD, '--to', BETTER, '--old-answers', 'none'],
    ])
      expect((await scene.assay(account.key, 'migrate', ...words)).code, words.join(' ')).toBe(2);
    expect(await callsOf(account)).toBe(before);
  });
});
