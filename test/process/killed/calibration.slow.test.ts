import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeAtOnce } from '../../../core/sandbox/judge/judge-reply.ts';
import { eventually } from '../../support/eventually.ts';
import { keptCode } from '../../support/kept-code.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LABELS = 20;
/** The judges take their time over labels from here on, until the test lets them go. */
const HELD_FROM = 12;
const JUDGES = ['gpt-5.4', 'nova-pro'];
/** Of each label by each judge, in both orders. */
const QUESTIONS = LABELS * JUDGES.length;
const CALLS = QUESTIONS * 2;
const CREDITS = 10_000;

const killed = Promise.withResolvers<void>();
const gateway = gatewayOfFile({
  sandbox: {
    async reply(call) {
      const label = Number(/Question (\d+) of many/.exec(call.turns[0]?.text ?? '')?.[1]);
      if (label >= HELD_FROM) await killed.promise;
      return judgeAtOnce(call);
    },
  },
});
const account = accountOfFile(gateway, CREDITS, { requestsPerMinute: 100_000 });
const folder = folderOfFile('calibrate');

beforeAll(() => {
  const labels = Array.from({ length: LABELS }, (_none, place) =>
    JSON.stringify({ task: `Question ${place} of many.`, a: 'Two words.', b: 'No.', winner: 'a' }),
  );
  writeFileSync(join(folder, 'labels.jsonl'), `${labels.join('\n')}\n`);
});
afterAll(() => killed.resolve());

function startCalibration(): ChildProcess {
  const words = ['judge', 'calibrate', 'labels.jsonl', '--judges', JUDGES.join(','), '--url', gateway.url];
  return spawn(process.execPath, [join(ROOT, 'core/cli.ts'), ...words, '--json'], {
    cwd: folder,
    env: { ...keptCode(), ASSAY_KEY: account.key, ASSAY_CALIBRATIONS: join(folder, 'calibrations') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

interface Line {
  readonly type: string;
  readonly question?: string;
  readonly creditsUsed?: number;
}

/** The whole lines of the file of verdicts. */
function lines(type: string): readonly Line[] {
  const path = join(folder, 'runs/calibration-labels.jsonl');
  if (!existsSync(path)) return [];
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Line).filter((line) => line.type === type);
}

it('a calibration killed in its middle and begun again has every call made and charged once', async () => {
  const first = startCalibration();
  const ended = once(first, 'exit');
  await eventually(() => {
    expect(lines('verdict')).toHaveLength(HELD_FROM * JUDGES.length);
    // Some are at the gateway, and their verdicts have not come.
    expect(lines('sent').length).toBeGreaterThan(HELD_FROM * JUDGES.length);
  });
  first.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  killed.resolve();
  const [code] = await once(startCalibration(), 'exit');
  expect(code).toBe(0);

  const questions = lines('verdict').map(({ question }) => question);
  expect([questions.length, new Set(questions).size]).toEqual([QUESTIONS, QUESTIONS]);
  const upstreamCalls = [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
  expect(upstreamCalls).toBe(CALLS);
  const usage = await gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
  expect(usage.map(({ calls }) => calls)).toEqual([CALLS]);
  const charged = lines('verdict').reduce(
    (sum, { creditsUsed = 0 }) => sum + Math.round(creditsUsed * 1e6),
    0,
  );
  expect(await account.balance()).toEqual({ posted: CREDITS * 1e6 - charged, reserved: 0 });
  expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  expect(readFileSync(join(folder, 'calibrations/labels.yaml'), 'utf8')).toContain(
    `labelled: { pairs: ${LABELS}, right: ${LABELS}, ties: 0 }`,
  );
});
