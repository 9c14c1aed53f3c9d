import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayProblem } from '../../core/client/gateway-problem.ts';
import { createGatewayClient, type GatewayClient } from '../../core/eval/run/gateway-client.ts';
import type { Clock } from '../../core/eval/run/pace.ts';
import { openRunFile, type RunFile } from '../../core/eval/run/run-file.ts';
import { runRows } from '../../core/eval/run/run-rows.ts';
import type { RunProgress } from '../../core/client/run-progress.ts';
import type { Suite } from '../../core/board/run-lines.ts';
import type { Row } from '../../core/eval/suite/suite.ts';
import { loadRun } from '../../core/commands/eval/load-run.ts';
import { startEvalScene, type EvalScene } from './eval-scene.ts';

const SUITE: Suite = { name: 'rows', models: ['gpt-5.4', 'gemini-3.5-flash'], judges: ['claude-opus-4-7'] };
const { signal } = new AbortController();

let scene: EvalScene;
beforeAll(async () => {
  scene = await startEvalScene();
});
afterAll(() => scene.stop());

function rowsOf(count: number): readonly Row[] {
  return Array.from({ length: count }, (_none, place) => ({
    id: `r${place}`,
    prompt: `Question ${place}`,
    tags: [],
  }));
}

let files = 0;
async function newFile(): Promise<{ readonly file: RunFile; readonly path: string }> {
  files += 1;
  const path = join(scene.folder, `rows-${files}.jsonl`);
  const file = await openRunFile(path, () => ({
    type: 'run',
    version: 1,
    run: `run-${files}`,
    name: 'rows',
    startedAt: 'now',
    suite: SUITE,
    prompts: { count: 0, digest: '' },
  }));
  return { file, path };
}

/** No wait takes time; what was waited for is noted. */
function quickClock(): Clock & { readonly waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    async sleep(milliseconds) {
      waits.push(milliseconds);
      now += milliseconds;
      // The gateway runs in this process, and needs turns to end something.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

function clientOf(key: string, url = scene.gateway.url): GatewayClient {
  return createGatewayClient({ url, key, signal });
}

const SILENT = (): void => {};

/** Opens the file of a run again, and runs the rows it has no answers of. */
async function resume(
  { file, path }: { readonly file: RunFile; readonly path: string },
  rowsRun: { readonly rows: readonly Row[]; readonly client: GatewayClient },
): Promise<void> {
  const reopened = await openRunFile(path, () => file.head);
  const run = { suite: SUITE, ...rowsRun, file: reopened, concurrency: 1, budget: undefined, signal };
  try {
    await runRows({ ...run, progress: SILENT });
  } finally {
    await reopened.close();
  }
}

describe('the rows of a run', () => {
  it('are all answered although the gateway refuses most of them at first', async () => {
    const { key } = await scene.gateway.account(10_000, { requestsInFlight: 2 });
    const { file, path } = await newFile();
    const clock = quickClock();
    const progresses: RunProgress[] = [];
    const rows = rowsOf(20);
    const run = {
      suite: SUITE,
      rows,
      file,
      client: clientOf(key),
      concurrency: 12,
      budget: undefined,
      signal,
    };
    const end = await runRows({ ...run, progress: (progress) => progresses.push(progress), clock });
    await file.close();
    const { answers } = await loadRun(path);
    // In the suite's order, whichever came first.
    expect(answers.map(({ row }) => row)).toEqual(rows.map(({ id }) => id));
    const spent = answers.reduce((sum, { response }) => sum + response.creditsUsed, 0);
    expect(end).toEqual({ rowsLeft: 0, creditsUsed: expect.closeTo(spent, 4), largestRefusal: 0 });
    expect(clock.waits).toContain(1_000);
    expect(progresses.at(-1)).toMatchObject({
      rows: 20,
      ended: 20,
      running: 0,
      failedAnswers: 0,
      creditsToCome: 0,
    });
    // No figure is of a later moment than another: what is spent changes with the number of rows that have ended.
    const spentAt = Map.groupBy(progresses, ({ ended }) => ended).values();
    for (const moments of spentAt)
      expect(new Set(moments.map(({ creditsUsed }) => creditsUsed)).size).toBe(1);
    for (const { ended, creditsUsed, creditsToCome } of progresses)
      expect(creditsToCome).toEqual(
        ended < 5 ? undefined : expect.closeTo((creditsUsed / ended) * (20 - ended), 9),
      );
  });

  it('wait as long as Retry-After says, and longer after each failure', async () => {
    const { key } = await scene.gateway.account(10_000);
    const real = clientOf(key);
    const failures: readonly Error[] = [
      new GatewayProblem({ status: 429, title: 'later', retryAfterSeconds: 17 }),
      new TypeError('fetch failed'),
      new GatewayProblem({ status: 503, title: 'not now' }),
    ];
    let [starts, follows] = [0, 0];
    const client: GatewayClient = {
      ...real,
      start(body, idempotencyKey) {
        const failure = failures[starts];
        starts += 1;
        return failure === undefined ? real.start(body, idempotencyKey) : Promise.reject(failure);
      },
      follow(promptLogId) {
        follows += 1;
        return follows === 1 ? Promise.reject(new Error('silent')) : real.follow(promptLogId);
      },
    };
    const { file } = await newFile();
    const clock = quickClock();
    await runRows({
      suite: SUITE,
      rows: rowsOf(1),
      file,
      client,
      concurrency: 1,
      budget: undefined,
      signal,
      progress: SILENT,
      clock,
    });
    await file.close();
    expect([starts, follows]).toEqual([4, 2]);
    expect(clock.waits).toEqual([17_000, 1_000, 2_000, 4_000]);
  });

  it('are given up where nobody answers', async () => {
    const { file } = await newFile();
    const clock = quickClock();
    const run = { suite: SUITE, rows: rowsOf(3), file, client: clientOf('x', 'http://127.0.0.1:1'), signal };
    await expect(
      runRows({ ...run, concurrency: 1, budget: undefined, progress: SILENT, clock }),
    ).rejects.toThrow('the gateway does not answer');
    await file.close();
    expect(clock.waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
    expect(clock.waits).toHaveLength(12);
  });

  it('that were sent before are followed, not sent again', async () => {
    const { key, balance } = await scene.gateway.account(10_000);
    const real = clientOf(key);
    const { file, path } = await newFile();
    const rows = rowsOf(2);
    const id = await real.start({ prompt: 'sent before', models: SUITE.models }, 'any');
    await file.append({ type: 'sent', row: 'r1', promptLogId: id, at: 'now' });
    await file.close();
    await resume({ file, path }, { rows, client: real });
    const { answers } = await loadRun(path);
    expect(answers.map(({ row }) => row)).toEqual(['r0', 'r1']);
    expect(answers[1]?.response.promptLogId).toBe(id);
    const charged = answers.reduce((sum, { response }) => sum + Math.round(response.creditsUsed * 1e6), 0);
    expect((await balance()).posted).toBe(10_000_000_000 - charged);
  });

  it('whose answers the gateway no longer has are written down as lost, with what they cost', async () => {
    const { key } = await scene.gateway.account(10_000);
    const real = clientOf(key);
    const { file, path } = await newFile();
    const id = await real.start({ prompt: 'soon deleted', models: SUITE.models }, 'deleted');
    const { creditsUsed } = await real.follow(id);
    await scene.gateway.admin((ledger) => ledger.prunePrompts(new Date(Date.now() + 60_000).toISOString()));
    await file.append({ type: 'sent', row: 'r0', promptLogId: id, at: 'now' });
    await file.close();
    await resume({ file, path }, { rows: rowsOf(1), client: real });
    expect((await loadRun(path)).missing).toMatchObject([{ type: 'lost', row: 'r0', creditsUsed }]);
  });

  it('of another account are not paid for a second time', async () => {
    const [one, other] = [await scene.gateway.account(10_000), await scene.gateway.account(10_000)];
    const id = await clientOf(one.key).start({ prompt: 'mine', models: SUITE.models }, 'mine');
    const { file, path } = await newFile();
    await file.append({ type: 'sent', row: 'r0', promptLogId: id, at: 'now' });
    await file.close();
    await expect(resume({ file, path }, { rows: rowsOf(1), client: clientOf(other.key) })).rejects.toThrow(
      'use the gateway and the key the run was begun with',
    );
    expect((await other.balance()).posted).toBe(10_000_000_000);
  });
});
