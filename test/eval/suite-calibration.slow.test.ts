import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRun } from '../../core/commands/eval/load-run.ts';
import type { Finished } from '../commands/run-command.ts';
import { startEvalScene, type EvalScene } from './eval-scene.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const JUDGES = ['claude-opus-4-7', 'gpt-5.5'];

const calibrations = folderOfFile('calibrations');
let scene: EvalScene;
beforeAll(async () => {
  writeCalibration('older', '2026-11-01T00:00:00Z');
  writeCalibration('newer', '2026-11-02T00:00:00Z');
  scene = await startEvalScene({ environment: { ASSAY_CALIBRATIONS: calibrations } });
});
afterAll(() => scene.stop());

function writeCalibration(name: string, date: string): void {
  const judges = JUDGES.map((id) => [id, { model: `${id}#0`, labelled: { pairs: 9, right: 8, ties: 0 } }]);
  const content = { version: 1, date, judgePrompt: 'p', judges: Object.fromEntries(judges) };
  writeFileSync(join(calibrations, `${name}.yaml`), JSON.stringify(content));
}

/** Runs a suite of two prompts into `out`. */
function run(key: string, calibration: string | undefined, out: string): Promise<Finished> {
  const models = ['gpt-5.4', 'nova-lite'];
  const suite = { name: 'weighed', prompts: ['one', 'two'], models, judges: JUDGES, calibration };
  const path = scene.write('weighed.yaml', JSON.stringify(suite));
  return scene.assay(key, 'run', path, '--out', out, '--url', scene.gateway.url);
}

describe('the calibration of a suite', () => {
  it.each([
    ['the newest without one', undefined, 'newer'],
    ['the one it names', 'older', 'older'],
    ['none', 'none', undefined],
  ])('is sent with every prompt: %s', async (what, calibration, weighedBy) => {
    const { key } = await scene.gateway.account(10_000);
    const out = join(scene.folder, `${what}.jsonl`);
    expect((await run(key, calibration, out)).code).toBe(0);
    const { answers } = await loadRun(out);
    expect(answers.map(({ response }) => response.calibration)).toEqual([weighedBy, weighedBy]);
  });

  it('that the gateway does not have stops the run before anything is sent', async () => {
    const { key, balance } = await scene.gateway.account(10_000);
    const { code, stderr } = await run(key, 'unknown', join(scene.folder, 'unknown.jsonl'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('/calibration')]);
    expect((await balance()).posted).toBe(10_000_000_000);
  });

  it('cannot change in a run that goes on', async () => {
    const { key } = await scene.gateway.account(10_000);
    const out = join(scene.folder, 'changed.jsonl');
    await run(key, 'older', out);
    const { code, stderr } = await run(key, 'none', out);
    expect([code, stderr]).toEqual([1, expect.stringContaining('changed since: calibration.')]);
  });
});

describe('the calibration of a migration', () => {
  const ask = async (key: string): Promise<void> => {
    const reply = await scene.gateway.post(key, { prompt: 'one', models: ['gpt-5.4'] });
    // The record waits for the texts to be stored.
    await scene.gateway.get(key, `/api/v1/prompts/${reply.body.promptLogId}`);
  };
  const migrate = (key: string, out: string, ...words: readonly string[]): Promise<Finished> => {
    const to = ['--to', 'nova-lite', '--judges', JUDGES.join(','), '--out', out];
    return scene.assay(key, 'migrate', 'gpt-5.4', ...to, '--url', scene.gateway.url, ...words);
  };

  it.each([
    ['the newest without one', 'fresh', [], 'newer'],
    ['the one it names', 'fresh', ['--calibration', 'older'], 'older'],
    ['the one it names, for logged answers', 'logged', ['--calibration', 'older'], 'older'],
    ['none', 'logged', ['--calibration', 'none'], undefined],
  ])('is sent with every prompt: %s', async (what, answers, words, weighedBy) => {
    const { key } = await scene.gateway.account(10_000);
    await ask(key);
    const out = join(scene.folder, `migration ${what}.jsonl`);
    expect(await migrate(key, out, '--old-answers', answers, ...words)).toMatchObject({ code: 0 });
    const run = await loadRun(out);
    expect(run.answers.map(({ response }) => response.calibration)).toEqual([weighedBy]);
    const changed = await migrate(key, out, '--old-answers', answers, '--calibration', 'another');
    expect([changed.code, changed.stderr]).toEqual([
      1,
      expect.stringContaining('changed since: --calibration. Use another --out'),
    ]);
  });

  it('has to be a name', async () => {
    const { code, stderr } = await migrate('', 'x.jsonl', '--calibration', 'a b');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--calibration takes the name of')]);
  });
});
