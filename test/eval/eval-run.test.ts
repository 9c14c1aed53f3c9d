import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRun } from '../../core/commands/eval/load-run.ts';
import { freePort } from '../support/servers/free-port.ts';
import type { Finished } from '../commands/run-command.ts';
import { startEvalScene, type EvalScene } from './eval-scene.ts';
import { slowIt } from '../support/whole-run.ts';

const MODELS = ['gpt-5.4', 'claude-sonnet-4-6', 'gemini-3.5-flash'];

/** Models fail to answer prompts that hold it. */
const OUTAGE = 'canary-outage';

let scene: EvalScene;
beforeAll(async () => {
  scene = await startEvalScene({
    environment: { ASSAY_MAX_PROMPT_BYTES: '2000' },
    reply: ({ user }) =>
      user.includes(OUTAGE) ? { status: 400, message: 'the provider is out' } : undefined,
  });
});
afterAll(() => scene.stop());

interface SuiteOptions {
  readonly name: string;
  readonly prompts: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

function writeSuite({ name, prompts, more = {} }: SuiteOptions): string {
  const rows = Array.from({ length: prompts }, (_none, place) => ({
    prompt: `Question ${place} of ${name}`,
    tags: [place % 2 === 0 ? 'even' : 'odd'],
  }));
  const suite = { name, models: MODELS, judges: ['claude-opus-4-7'], prompts: rows, ...more };
  return scene.write(`${name}.yaml`, JSON.stringify(suite));
}

function run(key: string, path: string, ...words: readonly string[]): Promise<Finished> {
  const out = path.replace('.yaml', '.jsonl');
  return scene.assay(key, 'run', path, '--out', out, '--url', scene.gateway.url, ...words);
}

async function calls(): Promise<number> {
  const usage = await scene.gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
  return usage.reduce((sum, row) => sum + row.calls, 0);
}

describe('assay eval run', () => {
  it('quotes, runs, reports, and sends nothing when it is run again', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'whole', prompts: 12 });
    const callsBefore = await calls();
    const firstRun = await run(key, path);
    expect(firstRun.stderr).toMatch(
      /^whole: 12 prompts to send, 36 answers and 72 judge runs\. Expected: [\d.]+ credits; rarely more than [\d.]+\.$/m,
    );
    expect(firstRun.stderr).toMatch(/^12 of 12 prompts, [\d.]+ credits$/m);
    expect(firstRun.stdout).toContain('whole: 12 prompts answered, 12 judged by 1 judge');
    expect(firstRun.stdout).toMatch(/^even +6 /m);
    expect(firstRun.code).toBe(0);
    expect(await calls()).toBe(callsBefore + 12 * (3 + 6));
    const secondRun = await run(key, path, '--json');
    expect(secondRun.code).toBe(0);
    expect(secondRun.stderr).toContain('Nothing was sent; use another --out to run again.');
    expect(JSON.parse(secondRun.stdout)).toMatchObject({
      prompts: { count: 12, answered: 12, judged: 12 },
      models: expect.arrayContaining([expect.objectContaining({ modelId: 'gpt-5.4', asked: 12, failed: 0 })]),
    });
    expect(await calls()).toBe(callsBefore + 12 * (3 + 6));
  });

  it('keeps its requests together under one label, also those that a second sitting sends', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'kept', prompts: 2 });
    const firstRun = await run(key, path, '--keep');
    expect(firstRun.code).toBe(0);
    writeSuite({ name: 'kept', prompts: 3 });
    expect((await run(key, path)).code).toBe(0);
    const { head } = await loadRun(path.replace('.yaml', '.jsonl'));
    expect(firstRun.stderr).toContain(
      `assay prompt list --label "${head.label}" lists the requests of this run.\n`,
    );
    const { body } = await scene.gateway.get(key, '/api/v1/prompts?grouped=true');
    expect(body).toMatchObject({
      prompts: [{ label: `kept ${head.run.slice(0, 8)}`, labelCount: 3 }],
    });
  });

  it('says that --keep has no effect under zero data retention', async () => {
    const { key } = await scene.gateway.account(10_000, { zeroDataRetention: true });
    const path = writeSuite({ name: 'unstored', prompts: 1 });
    const { code, stderr } = await run(key, path, '--keep');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^--keep has no effect: your account is under zero data retention, so /m);
    expect(stderr).not.toContain('--label');
    expect((await loadRun(path.replace('.yaml', '.jsonl'))).head.label).toBeUndefined();
  });

  it('says that --keep comes too late for a run that was begun without it', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'unkept', prompts: 1 });
    expect((await run(key, path)).stderr).not.toContain('--keep');
    const { stderr } = await run(key, path, '--keep');
    expect(stderr).toMatch(
      /^--keep has no effect: \S+unkept\.jsonl was begun without it, so its requests have no label\./m,
    );
  });

  it('compares only with the baseline where there is one', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'based', prompts: 2, more: { baseline: MODELS[1] } });
    expect((await run(key, path)).code).toBe(0);
    const { answers } = await loadRun(path.replace('.yaml', '.jsonl'));
    for (const { response } of answers)
      expect(response.evaluations.map(({ a, b }) => [a.index, b.index])).toEqual([
        [0, 1],
        [1, 2],
      ]);
  });

  it('stops before the budget is passed, and goes on with a higher one', async () => {
    const { key, balance } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'bounded', prompts: 10, more: { concurrency: 3 } });
    const spentCredits = async (): Promise<number> => 10_000 - (await balance()).posted / 1e6;
    const stoppedRun = await run(key, path, '--budget', '35');
    expect(stoppedRun.code).toBe(4);
    expect(stoppedRun.stderr).toMatch(/The budget of 35 credits leaves \d prompts? open; [\d.]+ are spent\./);
    const creditsBefore = await spentCredits();
    expect(stoppedRun.stderr).toContain(`open; ${creditsBefore.toFixed(2)} are spent.`);
    expect(creditsBefore).toBeGreaterThan(5);
    expect(creditsBefore).toBeLessThanOrEqual(35);
    const { code, stderr } = await run(key, path, '--budget', '9000');
    expect(code).toBe(0);
    expect(stderr).toContain(`${creditsBefore.toFixed(2)} credits are already spent.`);
    expect((await loadRun(path.replace('.yaml', '.jsonl'))).answers).toHaveLength(10);
  });

  it('names a budget that lets the next prompt begin', async () => {
    const { key } = await scene.gateway.account(10_000);
    const prompts = ['short', 'long '.repeat(300), ...Array.from({ length: 8 }, () => 'middle '.repeat(100))];
    const path = writeSuite({ name: 'smallest', prompts: 0, more: { prompts, concurrency: 3 } });
    const answerCount = async () => (await loadRun(path.replace('.yaml', '.jsonl'))).answers.length;
    const stoppedRun = await run(key, path, '--budget', '30');
    const [, spentCredits, hold, enough] =
      /; ([\d.]+) are spent\. The next prompt holds up to ([\d.]+) credits: the same command with --budget ([\d.]+) or more goes on\./.exec(
        stoppedRun.stderr,
      ) ?? [];
    expect(Number(enough)).toBeCloseTo(Number(spentCredits) + Number(hold), 1);
    const answersBefore = await answerCount();
    await run(key, path, '--budget', (Number(enough) - Number(hold)).toFixed(2));
    expect(await answerCount()).toBe(answersBefore);
    await run(key, path, '--budget', String(enough));
    expect(await answerCount()).toBeGreaterThan(answersBefore);
  });

  it('writes down a prompt that the gateway refuses, and runs the others', async () => {
    const { key } = await scene.gateway.account(10_000);
    const rows = [{ prompt: 'short' }, { id: 'long', prompt: 'x'.repeat(3_000) }, { prompt: 'short too' }];
    const path = writeSuite({ name: 'refused', prompts: 0, more: { prompts: rows } });
    const { code, stdout } = await run(key, path);
    expect(code).toBe(3);
    expect(stdout).toContain('The gateway refused 1 prompt.');
    const { answers, missing } = await loadRun(path.replace('.yaml', '.jsonl'));
    expect(answers).toHaveLength(2);
    expect(missing).toMatchObject([
      { type: 'refused', row: 'long', reason: expect.stringContaining('/prompt') },
    ]);
  });

  it('ends with exit code 3 if answers failed, and does not ask for them again', async () => {
    const { key } = await scene.gateway.account(10_000);
    const rows = [{ prompt: `short ${OUTAGE}` }, { prompt: 'short' }];
    const path = writeSuite({ name: 'outage', prompts: 0, more: { prompts: rows } });
    const firstRun = await run(key, path);
    const failed = '3 of 6 answers failed; the report says why. This run does not ask for them again';
    expect([firstRun.code, firstRun.stderr]).toEqual([3, expect.stringContaining(failed)]);
    const callsBefore = await calls();
    const secondRun = await run(key, path);
    expect([secondRun.code, secondRun.stderr]).toEqual([3, expect.stringContaining(failed)]);
    expect(secondRun.stderr).toContain('has ended. Nothing was sent; use another --out to run again.');
    expect(await calls()).toBe(callsBefore);
  });

  it('names the budget that stops it, and the command that raises it', async () => {
    const { key, name } = await scene.gateway.account(10_000);
    await scene.gateway.admin((ledger) => ledger.changeAccount(name, { budgets: { day: 1_000_000 } }));
    const { code, stderr } = await run(key, writeSuite({ name: 'capped', prompts: 1 }));
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('a budget of the account (The request needs'),
    ]);
    expect(stderr).toContain('raise it with "assay account set NAME --budget-day N"');
    expect(stderr).not.toContain('balance');
  });

  slowIt('says what is wrong before anything is sent', async () => {
    const { key } = await scene.gateway.account(10_000);
    const callsBefore = await calls();
    const path = writeSuite({
      name: 'wrong',
      prompts: 1,
      more: { models: ['gpt-5.4', 'gpt-5.5-mini-typo'] },
    });
    const unknownRun = await run(key, path);
    expect([unknownRun.code, unknownRun.stderr]).toEqual([
      1,
      expect.stringContaining('/models/1: the gateway has no such model'),
    ]);
    const refusedRun = await run(
      key,
      writeSuite({ name: 'rejected', prompts: 1, more: { response_schema: { type: 'objekt' } } }),
    );
    expect([refusedRun.code, refusedRun.stderr]).toEqual([1, expect.stringContaining('/response_schema')]);
    expect(await calls()).toBe(callsBefore);
    const noKey = await scene.assay('', 'run', path);
    expect(noKey.stderr).toContain('There is no API key.');
    expect((await scene.assay('assay_nobody', 'run', path, '--url', scene.gateway.url)).stderr).toContain(
      '(401)',
    );
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect((await scene.assay(key, 'run', path, '--url', nowhere)).stderr).toContain(
      `No gateway answers at ${nowhere}`,
    );
    for (const words of [
      [],
      ['walk'],
      ['run'],
      ['run', 'a', 'b'],
      ['run', path, '--budget', '0'],
      ['run', path, '--concurrency', '65'],
    ])
      expect((await scene.assay(key, ...words)).code, words.join(' ')).toBe(2);
  });

  it('does not mix two suites in one file', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'mixed', prompts: 1 });
    await run(key, path);
    const text = readFileSync(join(scene.folder, 'mixed.jsonl'), 'utf8');
    const models = [...MODELS, 'nova-lite'];
    writeSuite({ name: 'mixed', prompts: 1, more: { models, judges: [], settings: { maxTokens: 50 } } });
    const { code, stderr } = await run(key, path);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('changed since: models, judges, settings. Answers'),
    ]);
    const other = [{ prompt: 'Another question' }, { prompt: 'Question 0 of mixed', tags: ['even'] }];
    writeSuite({ name: 'mixed', prompts: 0, more: { prompts: other } });
    expect((await run(key, path)).stderr).toContain('changed since: prompts. Answers');
    expect(readFileSync(join(scene.folder, 'mixed.jsonl'), 'utf8')).toBe(text);
  });

  slowIt('goes on with prompts that are added at the end, and asks nothing else', async () => {
    const { key } = await scene.gateway.account(10_000);
    const path = writeSuite({ name: 'grown', prompts: 6 });
    await run(key, path);
    const callsBefore = await calls();
    writeSuite({ name: 'grown', prompts: 8 });
    const grownRun = await run(key, path, '--json');
    expect(grownRun.stderr).toMatch(
      /^grown: 2 prompts to send, 6 answers and 12 judge runs\. Expected by the 6 prompts that ended: .*already spent\.$/m,
    );
    const [, expected, spentCredits] =
      /ended: ([\d.]+) credits.* ([\d.]+) credits are already/.exec(grownRun.stderr) ?? [];
    expect(Number(expected)).toBeCloseTo(Number(spentCredits) / 3, 1);
    expect([grownRun.code, JSON.parse(grownRun.stdout).prompts]).toMatchObject([
      0,
      { count: 8, answered: 8, open: 0 },
    ]);
    expect(await calls()).toBe(callsBefore + 2 * (3 + 6));
    expect((await run(key, path)).stderr).toContain('Nothing was sent');
    writeSuite({ name: 'grown', prompts: 6 });
    expect((await run(key, path)).stderr).toContain('changed since: prompts. Answers');
    expect(await calls()).toBe(callsBefore + 2 * (3 + 6));
  });

  slowIt('stops where the balance does not allow the next prompt, and goes on once it does', async () => {
    const poor = await scene.gateway.account(40);
    const path = writeSuite({ name: 'poor', prompts: 10, more: { concurrency: 1 } });
    const stoppedRun = await run(poor.key, path);
    expect([stoppedRun.code, stoppedRun.stderr]).toEqual([
      1,
      expect.stringContaining('the balance is too low'),
    ]);
    expect(stoppedRun.stderr).toContain(
      `The same command with --out ${path.replace('.yaml', '.jsonl')} goes on`,
    );
    await scene.gateway.admin((ledger) => ledger.adjustCredits(poor.name, 1_000_000_000));
    expect((await run(poor.key, path)).code).toBe(0);
    expect(await poor.balance()).toMatchObject({ reserved: 0 });
  });
});
