import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withCriteria } from '../../core/calibration/judge-prompt-versions.ts';
import type { ModelsResponse } from '../../core/generated/models-response.ts';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import { JUDGE_PROMPT_VERSION } from '../../core/pipeline/judge/judge-prompt.ts';
import type { SandboxCall } from '../../core/sandbox/upstream.ts';
import { folderOfFile } from '../support/folder-of-file.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

const folder = folderOfFile('calibrations');
const gateway = gatewayOfFile({
  sandbox: { reply: answerOf },
  environment: { ASSAY_CALIBRATIONS: folder },
});

const isJudge = ({ turns }: SandboxCall): boolean => turns.some(({ text }) => text.includes('<<<FIRST'));
const usage = { inputTokens: 100, outputTokens: 10 };

/** Contestants say who they are; judges prefer the name that sorts first, but for one that prefers the other. */
function answerOf(call: SandboxCall): { content: string; usage: typeof usage } {
  if (!isJudge(call)) return { content: `answer of ${call.model}`, usage };
  const shown = (label: string): string =>
    new RegExp(`<<<${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END`).exec(call.user)?.[1] ?? '';
  const prefersFirst = shown('FIRST') < shown('SECOND') === (call.model !== CONTRARY);
  const verdict = prefersFirst ? 'first' : 'second';
  const words = { first_notes: '', second_notes: '', reasoning: 'because', verdict, confidence: 1 };
  return { content: JSON.stringify(words), usage };
}

const CONTRARY = 'gpt-5.5';
const MODELS = ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512'];

async function ask(body: object): Promise<PromptResponse> {
  const { key } = await gateway.account(100_000);
  const reply = await gateway.post(key, { prompt: 'Who are you?', models: MODELS, ...body });
  expect(reply.status).toBe(200);
  return reply.body;
}

describe('named pairs', () => {
  it('are judged alone, whichever place comes first, in the order of the models', async () => {
    gateway.upstream.clear();
    const pairs = [
      [2, 1],
      [0, 2],
    ];
    const { evaluations, ranking = [] } = await ask({ judges: ['gpt-5', 'nova-pro'], judge_pairs: pairs });
    expect(evaluations.map(({ judge, a, b }) => [judge.index, a.index, b.index])).toEqual([
      [0, 0, 2],
      [0, 1, 2],
      [1, 0, 2],
      [1, 1, 2],
    ]);
    const calls = [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
    expect(calls).toBe(3 + 8);
    expect(ranking.map(({ modelId, won, lost, unjudged }) => [modelId, won, lost, unjudged])).toEqual([
      ['gpt-4o', 2, 0, 0],
      ['claude-haiku-4-5', 2, 0, 0],
      ['mistral-large-2512', 0, 4, 0],
    ]);
  });

  it.each<[string, number[][], string, RegExp]>([
    ['a place twice', [[1, 1]], '/judge_pairs/0', /two different entries of models/],
    [
      'no such place',
      [
        [0, 1],
        [3, 0],
      ],
      '/judge_pairs/1/0',
      /no entry 3 in models: .* the last is 2$/,
    ],
    [
      'the same pair turned round',
      [
        [0, 1],
        [1, 2],
        [1, 0],
      ],
      '/judge_pairs/2',
      /the pair of \/judge_pairs\/0/,
    ],
  ])('are refused with %s', async (_name, pairs, pointer, message) => {
    const { key } = await gateway.account(1);
    const { status, body } = await gateway.post(key, { prompt: 'x', models: MODELS, judge_pairs: pairs });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer })]]);
    expect(body.errors[0].message).toMatch(message);
  });

  it('let a request judge more models than all their pairs would allow', async () => {
    const { key } = await gateway.account(0);
    const models = Array.from({ length: 64 }, () => 'gpt-4o');
    const judges = ['gpt-5.5', 'nova-pro', 'gpt-5'];
    const versusFirst = models.slice(1).map((_model, index) => [0, index + 1]);
    const all = await gateway.post(key, { prompt: 'x', models, judges });
    expect(all.body.errors).toMatchObject([{ pointer: '/judges', code: 'limit' }]);
    const some = await gateway.post(key, { prompt: 'x', models, judges, judge_pairs: versusFirst });
    expect([some.status, some.body.title]).toEqual([402, expect.any(String)]);
    const tooMany = [...versusFirst, ...versusFirst.slice(1, 6).map(([, b = 0]) => [1, b])];
    const refused = await gateway.post(key, { prompt: 'x', models, judges, judge_pairs: tooMany });
    expect(refused.body.errors).toMatchObject([{ pointer: '/judge_pairs', code: 'limit' }]);
  });
});

describe('a calibration', () => {
  const JUDGES = ['gpt-5.5', 'gpt-5.4', 'nova-pro'];
  let versions: ReadonlyMap<string, string>;
  let judgePrompt: string;

  beforeAll(async () => {
    const { key } = await gateway.account(1);
    const { body: reply } = await gateway.get(key, '/api/v1/models');
    const listed = reply as ModelsResponse;
    judgePrompt = listed.judgePrompt;
    versions = new Map(listed.models.map(({ id, version }) => [id, version]));
  });

  /** @param right of 98 labelled pairs, by judge. */
  function write(name: string, right: Readonly<Record<string, number>>, prompt = judgePrompt): void {
    const judges = Object.entries(right).map(
      ([id, count]) =>
        `  ${id}:\n    model: ${versions.get(id) ?? 'gone'}\n    labelled: { pairs: 98, right: ${count}, ties: 0 }\n`,
    );
    const date = `2026-11-22T00:00:0${name.length % 10}Z`;
    const text = `version: 1\ndate: "${date}"\njudgePrompt: "${prompt}"\njudges:\n${judges.join('')}`;
    writeFileSync(join(folder, `${name}.yaml`), text);
  }

  const reload = async () => (await gateway.reload()).body;

  const pair = { models: ['claude-haiku-4-5', 'gpt-4o'], judges: JUDGES };
  const winner = ({ ranking = [] }: PromptResponse): string | undefined => ranking[0]?.modelId;

  it('is taken at a reload, weighs the judges it names, and changes no evaluation', async () => {
    const before = await ask(pair);
    expect([winner(before), before.weights, before.calibration]).toEqual([
      'claude-haiku-4-5',
      undefined,
      undefined,
    ]);
    expect(before.consensus).toMatchObject([{ winner: 'a', margin: 0.333333, judges: 3 }]);

    write('strong', { 'gpt-5.5': 94, 'gpt-5.4': 53, 'nova-pro': 40 });
    expect(await reload()).toMatchObject({
      outcome: 'swapped',
      changed: { calibrations: { added: ['strong'], changed: [], removed: [] }, models: { changed: [] } },
    });
    const after = await ask(pair);
    const verdicts = ({ evaluations }: PromptResponse): unknown =>
      evaluations.map(({ judge, winner: won, score }) => [judge, won, score]);
    expect(verdicts(after)).toEqual(verdicts(before));
    expect(after).toMatchObject({
      calibration: 'strong',
      weights: [
        { index: 0, modelId: 'gpt-5.5', weight: 2.944439, from: 'labels', pairs: 98 },
        { index: 1, modelId: 'gpt-5.4', weight: 0.160343, from: 'labels', pairs: 98 },
        { index: 2, modelId: 'nova-pro', weight: 0, from: 'labels', pairs: 98 },
      ],
    });
    expect(after).not.toHaveProperty('warnings');
    // (2.944439 - 0.160343) / (2.944439 + 0.160343): one judge against the other, and one that has no say.
    expect(after.consensus).toMatchObject([
      { winner: 'b', winnerModelId: 'gpt-4o', margin: 0.896712, judges: 2 },
    ]);
    expect(winner(after)).toBe('gpt-4o');
    expect(after.ranking?.map(({ winRate, won, lost }) => [winRate, won, lost])).toEqual([
      [0.948356, 1, 2],
      [0.051644, 2, 1],
    ]);
  });

  it('can be another, or none; a name nobody knows is refused with the nearest', async () => {
    write('others', { 'gpt-5.5': 40, 'gpt-5.4': 94, 'nova-pro': 94 });
    expect(await reload()).toMatchObject({ outcome: 'swapped' });
    expect(winner(await ask({ ...pair, calibration: 'others' }))).toBe('claude-haiku-4-5');
    expect(winner(await ask({ ...pair, calibration: 'strong' }))).toBe('gpt-4o');
    const none = await ask({ ...pair, calibration: 'none' });
    expect([winner(none), none.weights]).toEqual(['claude-haiku-4-5', undefined]);
    const { key } = await gateway.account(1);
    const { status, body } = await gateway.post(key, { prompt: 'x', ...pair, calibration: 'stronk' });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/calibration',
          code: 'unknown_calibration',
          message: 'unknown calibration; did you mean strong?',
        },
      ],
    ]);
  });

  it('by the request’s own criteria comes before newer ones, and one by others is told in a warning', async () => {
    const version = JUDGE_PROMPT_VERSION;
    const judge_prompt = 'Shortest wins.';
    write('by-length', { 'gpt-5.5': 90, 'gpt-5.4': 53, 'nova-pro': 40 }, withCriteria(version, judge_prompt));
    expect(await reload()).toMatchObject({ outcome: 'swapped' });
    const of = async (body: object): Promise<unknown> => {
      const { calibration, warnings = [] } = await ask({ ...pair, ...body });
      return [calibration, warnings.map(({ code }) => code)];
    };
    expect(await of({ judge_prompt })).toEqual(['by-length', []]);
    expect(await of({ calibration: 'by-length' })).toEqual(['by-length', ['calibration_of_other_criteria']]);
    const [chosen, codes] = (await of({})) as [string, string[]];
    expect([chosen === 'by-length', codes]).toEqual([false, []]);
  });

  it('of flips alone, taken before labels by other criteria, is told in a warning', async () => {
    const judges = JUDGES.map((id) => `  ${id}: { model: unknown, flips: { pairs: 98, flipped: 9 } }\n`);
    const head = `version: 1\ndate: "2026-11-01T00:00:00Z"\njudgePrompt: "${judgePrompt}+mixed"\njudges:\n`;
    writeFileSync(join(folder, 'flips.yaml'), head + judges.join(''));
    expect(await reload()).toMatchObject({ outcome: 'swapped' });
    const { calibration, warnings = [] } = await ask({ ...pair, judge_prompt: 'Prefer verse.' });
    expect(calibration).toBe('flips');
    expect(warnings.filter(({ code }) => code === 'calibration_without_labels')).toMatchObject([
      { pointer: '/calibration', message: expect.stringContaining('"calibration": "') },
    ]);
    rmSync(join(folder, 'flips.yaml'));
    expect(await reload()).toMatchObject({ outcome: 'swapped' });
  });

  it('that gives nobody a say, or no longer holds, is told in warnings', async () => {
    write('hopeless', { 'gpt-5.5': 40, 'gpt-5.4': 20, 'nova-pro': 1 }, 'another');
    write('small', { 'gpt-5.5': 94 });
    expect(await reload()).toMatchObject({ outcome: 'swapped' });
    const hopeless = await ask({ ...pair, calibration: 'hopeless' });
    expect(hopeless.weights?.map(({ weight }) => weight)).toEqual([1, 1, 1]);
    expect(hopeless.warnings?.map(({ code }) => code)).toEqual([
      'judges_no_better_than_chance',
      'calibration_moved',
    ]);
    const small = await ask({ ...pair, calibration: 'small' });
    expect(small.weights?.map(({ weight, from }) => [weight, from])).toEqual([
      [1, 'labels'],
      [1, 'none'],
      [1, 'none'],
    ]);
    expect(small.warnings?.map(({ code }) => code)).toEqual(['judge_not_calibrated']);
  });

  it('with a mistake is refused with its place, and the gateway keeps what it has', async () => {
    write('strong', { 'gpt-5.5': 99, 'gpt-5.4': 53, 'nova-pro': 40 });
    const file = join(folder, 'strong.yaml');
    expect(await reload()).toMatchObject({
      outcome: 'refused',
      problems: [
        { file, line: 7, column: 24, path: '/judges/gpt-5.5/labelled/pairs', message: expect.any(String) },
      ],
    });
    expect((await ask({ ...pair, calibration: 'strong' })).weights?.[0]?.weight).toBe(2.944439);
  });
});
