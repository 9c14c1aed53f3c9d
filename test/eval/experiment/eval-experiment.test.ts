import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { answerOf, fuseScript, JUDGE, MODELS, WRITER, writes } from '../../http/fuse/fuse-scene.ts';
import { startEvalScene, type EvalScene } from '../eval-scene.ts';

const REFEREE = 'claude-opus-4-6';
const script = fuseScript();
let scene: EvalScene;
beforeAll(async () => {
  scene = await startEvalScene({ reply: (call) => script.reply(call) as ReturnType<typeof script.answer> });
});
afterAll(() => scene.stop());

function writeSuite(name: string, prompts: number, more: object = {}): string {
  const rows = Array.from({ length: prompts }, (_none, place) => `Question ${place} of ${name}`);
  return scene.write(
    `${name}.yaml`,
    JSON.stringify({ name, models: MODELS, judges: [JUDGE], prompts: rows, ...more }),
  );
}

const TERMS = ['--best', MODELS[0], '--fuse', WRITER, '--referee', REFEREE];

function experiment(key: string, path: string, ...words: readonly string[]): Promise<Finished> {
  const out = path.replace('.yaml', '.jsonl');
  return scene.assay(key, 'experiment', path, '--out', out, '--url', scene.gateway.url, ...TERMS, ...words);
}

async function creditsSpent(
  balance: () => Promise<{ posted: number; reserved: number }>,
  grant: number,
): Promise<number> {
  const { posted, reserved } = await balance();
  expect(reserved).toBe(0);
  return (grant * 1e6 - posted) / 1e6;
}

describe('assay eval experiment', () => {
  it('scores arms on the same stored answers, decides by the rule that was written first, and pays once', async () => {
    const { key, balance } = await scene.gateway.account(10_000);
    const path = writeSuite('better', 12);
    const out = path.replace('.yaml', '.jsonl');
    const before = scene.gateway.upstream.requests().length;
    const first = await experiment(key, path, '--json');
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('12 prompts to send')]);
    const report = JSON.parse(first.stdout);
    expect(report.decision).toMatchObject({
      arm: 'fused',
      against: 'repeated',
      prompts: 12,
      shown: 'better',
    });
    expect(report.says).toMatch(/^fused is better than repeated: /);
    // The best model says the same each time; the panel has a better answer, and the fused one is better still.
    const scores = new Map<string, number>(
      report.arms.map(({ arm, score }: { arm: string; score: number }) => [arm, score]),
    );
    expect([...scores]).toEqual([
      ['once', expect.closeTo(1 / 6)],
      ['repeated', expect.closeTo(1 / 6)],
      ['picked', expect.closeTo(2 / 3)],
      ['fused', 1],
    ]);
    const lines = readFileSync(out, 'utf8')
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text));
    expect(lines[0].experiment).toEqual({
      best: MODELS[0],
      times: 3,
      writer: WRITER,
      referees: [REFEREE],
      rule: { arm: 'fused', against: 'repeated', margin: 0 },
    });
    expect(lines.findIndex(({ type }) => type === 'answer')).toBeGreaterThan(0);
    // Five answers and a fused one; six runs on the repeated ones, twelve on the panel's, and the referee's.
    const sent = scene.gateway.upstream.requests().length - before;
    expect(sent).toBe(12 * (5 + 6 + 1 + 12 + 6));
    const credits = lines
      .filter(({ type }) => type === 'answer')
      .map(({ response }) => response.creditsUsed as number);
    expect(await creditsSpent(balance, 10_000)).toBeCloseTo(
      credits.reduce((sum, one) => sum + one, 0),
      5,
    );

    const secondRun = await experiment(key, path);
    expect([secondRun.code, secondRun.stderr]).toEqual([0, expect.stringContaining('Nothing was sent')]);
    expect(scene.gateway.upstream.requests().length - before).toBe(sent);
    expect(secondRun.stdout).toContain(report.says);
    expect((await runCommand(['eval', 'report', out], {})).stdout).toBe(secondRun.stdout);
    const other = await experiment(key, path, '--margin', '5');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('another rule')]);
    const plain = await scene.assay(key, 'run', path, '--out', out, '--url', scene.gateway.url);
    expect(plain.stderr).toContain('is the run of an experiment');
  });

  it('goes on from any line of its file, and pays for nothing twice', async () => {
    const { key, balance } = await scene.gateway.account(10_000);
    const path = writeSuite('resumed', 2);
    const out = path.replace('.yaml', '.jsonl');
    expect((await experiment(key, path)).code).toBe(0);
    const once = await creditsSpent(balance, 10_000);
    const whole = readFileSync(out, 'utf8');
    const lines = whole.split('\n').filter((text) => text !== '');
    for (let keptLines = 1; keptLines < lines.length; keptLines += 1) {
      writeFileSync(out, `${lines.slice(0, keptLines).join('\n')}\n`);
      expect((await experiment(key, path)).code).toBe(0);
      expect(await creditsSpent(balance, 10_000)).toBe(once);
    }
  });

  it('says that no difference is shown where there is none', async () => {
    script.answer = writes('an answer worth 4');
    script.write = writes('fused, worth 4');
    try {
      const { key } = await scene.gateway.account(10_000);
      const path = writeSuite('equal', 10);
      const { code, stdout } = await experiment(key, path, '--arm', 'picked', '--against', 'once');
      expect(code).toBe(0);
      expect(stdout).toMatch(/No difference shown between picked and once: 0\.0 points on 10 prompts/);
    } finally {
      Object.assign(script, { answer: answerOf, write: writes('fused, worth 9') });
    }
  });

  it.each([
    [['--referee', JUDGE], {}, 'which chooses answers'],
    [['--arm', 'best'], {}, '--arm takes once, repeated, picked or fused.'],
    [['--against', 'fused'], {}, 'name two arms'],
    [['--times', '1'], {}, '--times takes'],
    [[], { judge_until: 0.9 }, 'takes no judge_until'],
  ])('refuses %j with a suite of %j', async (words, more, says) => {
    const path = writeSuite('wrong', 1, more);
    const { code, stderr } = await experiment('assay_x', path, ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
