import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuoteResponse } from '../../../core/generated/quote-response.ts';
import type { AskModelsResult, CompareAnswersResult } from '../../../core/generated/tool-results.ts';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { connectMcp } from '../../support/clients/mcp-client.ts';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { COIN, JUDGES, MODELS, startUntilScene, UNKNOWN, type UntilScene } from './until-scene.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';

const folder = folderOfFile('until-compat');
const ALL_RUNS = 2 * 3 * 10;
const BODY = { prompt: 'Who are you?', models: MODELS, judges: JUDGES };
let scene: UntilScene;
let account: TestAccount;

function writePanel(name: string, lines: readonly string[]): void {
  const list = [`id: panel/${name}`, `models: [${MODELS.join(', ')}]`, 'wins: quality', ...lines];
  writeFileSync(join(folder, `${name}.yaml`), list.join('\n'));
}

beforeAll(async () => {
  writePanel('thrifty', [`judges: [${JUDGES.join(', ')}]`, 'judge_until: 0.9']);
  writePanel('hopeless', [`judges: [${COIN}]`, 'judge_until: 0.9']);
  writePanel('lenient', [`judges: [${COIN}]`, 'judge_until: 0.9', 'unjudged: first']);
  scene = await startUntilScene({ ASSAY_PANELS: folder });
});
afterAll(() => scene.stop());
beforeEach(async () => {
  scene.judgeCalls = 0;
  account = await scene.gateway.account(100_000);
});

async function quote(asked: object, path = 'prompt'): Promise<QuoteResponse> {
  const { status, body } = await scene.gateway.send(account.key, `/api/v1/${path}/quote`, { body: asked });
  expect(status).toBe(200);
  return body;
}

describe('a quote of judging until sure', () => {
  it('reserves for every judge run, expects fewer, and says so', async () => {
    const [whole, until] = [await quote(BODY), await quote({ ...BODY, judge_until: 0.9 })];
    expect([until.creditsRequired, until.creditsAtMost]).toEqual([
      whole.creditsRequired,
      whole.creditsAtMost,
    ]);
    expect(until.calls).toEqual(whole.calls);
    expect(until.calls.judges).toBe(ALL_RUNS);
    const models = (await quote({ ...BODY, judges: [] })).creditsExpected;
    const share = (until.creditsExpected - models) / (whole.creditsExpected - models);
    expect(share).toBeCloseTo(16 / ALL_RUNS, 3);
    expect(whole).not.toHaveProperty('warnings');
    expect(until.warnings).toEqual([
      {
        code: 'judge_until_estimate',
        pointer: '/judge_until',
        message: expect.stringMatching(/16 of 60 judge runs.*creditsRequired is for all/),
      },
    ]);
  });

  it('warns of judges that nobody calibrated, and of those that cannot help', async () => {
    const codes = async (judges: readonly string[]): Promise<unknown> =>
      (await quote({ ...BODY, judges, judge_until: 0.9 })).warnings?.map(({ code }) => code);
    expect(await codes([UNKNOWN])).toEqual([
      'judge_until_estimate',
      'judge_until_out_of_reach',
      'judge_until_uncalibrated',
    ]);
    expect(await codes([COIN])).toEqual(['judge_until_estimate', 'judges_no_better_than_chance']);
  });

  it('says what can be reached where judge_until is beyond it', async () => {
    const warned = async (until: number) =>
      (await quote({ ...BODY, judge_until: until })).warnings?.find(
        ({ code }) => code === 'judge_until_out_of_reach',
      );
    expect(await warned(0.94)).toBeUndefined();
    expect(await warned(0.99)).toEqual({
      code: 'judge_until_out_of_reach',
      pointer: '/judge_until',
      message:
        'judge_until 0.99 is out of reach: the best judge, gpt-5.5, is right in 96 % of its decided verdicts. With 5 answers at most about 0.95 can be reached: use 0.9 or lower, or calibrate a better judge.',
    });
    const beyond = await scene.gateway.post(account.key, { ...BODY, judge_until: 0.99 });
    expect(beyond.body.judging?.stopped).toBe('exhausted');
    expect(beyond.body.judging?.probability).toBeLessThan(0.96);
    expect(beyond.body.warnings).toEqual([await warned(0.99)]);
  });

  it('expects all runs of a single pair', async () => {
    const answers = [{ text: 'one' }, { text: 'two' }];
    const body = { prompt: 'x', answers, judges: JUDGES.slice(0, 1) };
    const [whole, until] = [
      await quote(body, 'compare'),
      await quote({ ...body, judge_until: 0.9 }, 'compare'),
    ];
    expect(until.creditsExpected).toBe(whole.creditsExpected);
  });

  it('is what a hold is, and at least what is charged', async () => {
    const body = { ...BODY, judge_until: 0.9 };
    const { creditsRequired } = await quote(body);
    const { creditsUsed, promptLogId } = (await scene.gateway.post(account.key, body)).body;
    const { body: record } = await scene.gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
    const { creditsHeld } = record;
    expect(creditsHeld).toBe(creditsRequired);
    expect(creditsUsed).toBeLessThanOrEqual(creditsHeld);
  });
});

describe('a panel with judge_until', () => {
  const ask = (model: string) =>
    knock(scene.gateway, account.key, '/chat/completions', {
      model,
      messages: [{ role: 'user', content: 'Who are you?' }],
    });

  it('sends the leader, and tells how far its answers were judged', async () => {
    const { status, body } = await ask('panel/thrifty');
    expect(status).toBe(200);
    expect(body.choices[0].message.content).toContain('gpt-4o');
    const { panel, warnings } = body.assay;
    expect(panel).toMatchObject({
      winner: { index: 2, modelId: 'gpt-4o' },
      rank: 1,
      margin: null,
      judging: { asked: scene.judgeCalls, of: ALL_RUNS, probability: expect.any(Number), stopped: 'sure' },
    });
    expect(scene.judgeCalls).toBeLessThan(ALL_RUNS);
    expect(warnings).toBeUndefined();
  });

  it('has no winner where no judge could be asked, unless it is to send the first', async () => {
    expect(await ask('panel/hopeless')).toMatchObject({
      status: 502,
      body: { error: { code: 'panel_unjudged' } },
    });
    const { status, body } = await ask('panel/lenient');
    expect(status).toBe(200);
    expect(body.assay.panel.winner.index).toBe(0);
    expect(body.assay.warnings.map(({ code }: { code: string }) => code)).toContain('panel_not_judged');
  });
});

describe('MCP', () => {
  it('takes judge_until, and leaves out what was skipped', async () => {
    const { client } = await connectMcp(scene.gateway.url, account.key);
    try {
      const steps: string[] = [];
      const asked = await client.callTool(
        { name: 'ask_models', arguments: { ...BODY, judge_until: 0.9 } },
        undefined,
        { onprogress: ({ progress, total, message = '' }) => steps.push(`${progress}/${total} ${message}`) },
      );
      const told = asked.structuredContent as unknown as AskModelsResult;
      expect(told.judging).toMatchObject({ asked: scene.judgeCalls, of: ALL_RUNS, stopped: 'sure' });
      expect(told.evaluations).toHaveLength(scene.judgeCalls / 2);
      expect(told.ranking[0]).toMatchObject({
        modelId: 'gpt-4o',
        bestProbability: told.judging?.probability,
      });
      expect(steps.at(-1)).toMatch(/^35\/35 /);
      expect(steps.filter((step) => step.includes('need not compare'))).toHaveLength(
        ALL_RUNS / 2 - told.evaluations.length,
      );

      const answers = ['mistral', 'gpt-4o', 'nova'].map((text) => ({ text }));
      const compared = await client.callTool({
        name: 'compare_answers',
        arguments: { prompt: 'Who?', answers, judges: JUDGES, judge_until: 0.8 },
      });
      expect((compared.structuredContent as unknown as CompareAnswersResult).judging).toMatchObject({
        leader: { index: 1 },
        of: 18,
      });
      const quoted = await client.callTool({ name: 'quote', arguments: { ...BODY, judge_until: 0.9 } });
      expect(quoted.structuredContent).toMatchObject({ warnings: [{ code: 'judge_until_estimate' }] });
    } finally {
      await client.close();
    }
  });
});

describe('the commands', () => {
  const run = (words: readonly string[]): Promise<Finished> =>
    runCommand([...words, '--url', scene.gateway.url], { ASSAY_KEY: account.key });
  const lists = [...MODELS.flatMap((id) => ['-m', id]), ...JUDGES.flatMap((id) => ['-j', id])];

  it('assay prompt send --judge-until tells how sure it is', async () => {
    const { code, stdout, stderr } = await run(['prompt', 'send', 'Who?', ...lists, '--judge-until', '0.9']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/\d of 10 pairs, each in both orders/)]);
    expect(stdout).toMatch(
      new RegExp(
        `${scene.judgeCalls} of 60 judge runs; gpt-4o is best with a probability of 9\\d\\.\\d % \\(sure enough\\)`,
      ),
    );
    expect(stdout).toContain('Ranking (by the probability to be best)');
    expect(stdout).toContain('the judge was not asked: judging stopped before');
    const wrong = await run(['prompt', 'send', 'Who?', ...lists, '--judge-until', 'very']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--judge-until takes a number')]);
  });

  it('assay eval run takes it from the suite and from --judge-until', async () => {
    const suite = { name: 'until', models: MODELS, judges: JUDGES, prompts: ['One?', 'Two?'] };
    const write = (name: string, more: object): string => {
      const path = join(folder, `${name}.suite`);
      writeFileSync(path, JSON.stringify({ ...suite, ...more }));
      return path;
    };
    const evalRun = (path: string, name: string, ...words: readonly string[]): Promise<Finished> =>
      run(['eval', 'run', path, '--out', join(folder, `${name}.jsonl`), ...words]);
    const own = write('own', { judge_until: 0.9 });
    expect((await evalRun(own, 'own')).code).toBe(0);
    const asked = scene.judgeCalls;
    expect(asked).toBeLessThan(2 * ALL_RUNS);
    const told = await runCommand(['eval', 'report', join(folder, 'own.jsonl')], {});
    expect([told.code, told.stderr]).toEqual([0, '']);
    expect(told.stdout).toContain(
      `Judging stopped early: ${asked} of ${2 * ALL_RUNS} judge runs were made, and 2 of 2 prompts ended as sure`,
    );
    scene.judgeCalls = 0;
    expect((await evalRun(write('none', {}), 'flag', '--judge-until', '0.9')).code).toBe(0);
    expect(scene.judgeCalls).toBe(asked);
    expect((await evalRun(own, 'own', '--judge-until', '0.8')).stderr).toContain(
      'changed since: judge_until',
    );
    expect((await evalRun(own, 'beyond', '--judge-until', '0.99')).code).toBe(0);
    const beyond = await runCommand(['eval', 'report', join(folder, 'beyond.jsonl')], {});
    expect(beyond.stdout).toContain('judge_until 0.99 is out of reach: the best judge, gpt-5.5,');
    const weighed = write('weighed', { judge_until: 0.9, judge_weights: { cost: 1 } });
    expect((await evalRun(weighed, 'weighed')).stderr).toContain('must be 0 with judge_until');
    const unjudged = write('unjudged', { judges: [] });
    expect((await evalRun(unjudged, 'unjudged', '--judge-until', '0.9')).stderr).toContain('needs judges');
    expect((await evalRun(own, 'x', '--judge-until', '1')).code).toBe(2);
  });
});
