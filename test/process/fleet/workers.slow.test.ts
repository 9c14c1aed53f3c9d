import { Agent } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { GATEWAY_SCRIPT, ROOT, type GatewayProcess } from '../../demo/run-gateway.ts';
import { runProcess, type ChildEnvironment, type Finished } from '../../demo/run-process.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import type { SandboxReply } from '../../sandbox/upstream.ts';
import { withinOneMinute } from '../../support/within-one-minute.ts';
import { post, startLoad, type LoadAnswer } from '../client-load.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { raisesUncaught } from '../raise-uncaught.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';
import { eventually } from '../../support/eventually.ts';

/** 1,000 tokens at 0.10 and 1,000 at 0.10 USD per million. */
const ANSWER: SandboxReply = { content: 'ok', usage: { inputTokens: 1_000, outputTokens: 1_000 } };
const MICRO_CREDITS_EACH = 20_000;
const QUICK = { prompt: 'quick', models: ['ministral-3b-2512'] };
const HELD = { prompt: 'held', models: ['ministral-3b-2512'] };
const TWO = ['--workers', '2'];
/** The lease of a dead gateway, and the look at which the others see that it has run out. */
const RECOVERY_MS = 30_000;
/** For what starts processes or waits for a lease. */
const PATIENT = { timeout: 120_000 };

interface WorkerState {
  readonly worker: number;
  readonly pid: number;
  readonly status: string;
}

await describePostgres('Two workers', (administrator) => {
  describeRedis('on one port', () => {
    let scene: SharedScene;
    let gateway: GatewayProcess;
    /** Upstream calls that wait for the test. */
    let waiting: ((reply: SandboxReply) => void)[] = [];

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        reply: ({ user }) => {
          if (!user.includes('held')) return { ...ANSWER, delayMs: 20 };
          const { promise, resolve } = Promise.withResolvers<SandboxReply>();
          waiting.push(resolve);
          return promise;
        },
      });
      gateway = await scene.start({ ASSAY_DRAIN_TIMEOUT_MS: '15000', ...raisesUncaught('rejected') }, TWO);
    });
    afterEach(release);
    afterAll(() => scene.stop());

    function release(): void {
      for (const answer of waiting.splice(0)) answer(ANSWER);
    }

    async function readyz(): Promise<{ readonly status: string; readonly workers: readonly WorkerState[] }> {
      return (await (await fetch(`${gateway.operationsUrl}/readyz`)).json()) as Awaited<
        ReturnType<typeof readyz>
      >;
    }

    async function metric(line: string): Promise<number> {
      const text = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
      const lines = text.split('\n').filter((each) => each.startsWith(`${line} `));
      expect(lines).toHaveLength(1);
      return Number(lines[0]?.split(' ').at(-1));
    }

    const answered = (answers: readonly LoadAnswer[]): number =>
      answers.filter(({ status }) => status === 200).length;
    const PROMPTS = 'assay_requests_total{route="/api/v1/prompt",status="200"}';

    /** Requests each worker has answered, by its own log. */
    function answersOf(worker: number): number {
      return gateway
        .output()
        .split('\n')
        .filter((line) => line.includes(`"worker":${worker},`) && line.includes('"msg":"request"')).length;
    }

    /** A connection, with the worker that accepted it. */
    async function connection(key: string): Promise<{ readonly agent: Agent; readonly worker: number }> {
      const before = new Map((await readyz()).workers.map(({ worker }) => [worker, answersOf(worker)]));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect((await post(agent, { url: gateway.url, key, body: QUICK })).status).toBe(200);
      const worker = await eventually(() => {
        const [found] = [...before].find(([each, answers]) => answersOf(each) > answers) ?? [];
        expect(found).toBeDefined();
        return found ?? 0;
      });
      return { agent, worker };
    }

    /** So many connections to each of the two workers. */
    async function connections(key: string, each: number): Promise<readonly (readonly Agent[])[]> {
      const byWorker = new Map<number, Agent[]>();
      for (const { worker } of (await readyz()).workers) byWorker.set(worker, []);
      // Which worker accepts is the system's choice, and not always an even one.
      for (let tries = 0; tries < 200; tries += 1) {
        if ([...byWorker.values()].every((agents) => agents.length >= each)) break;
        const { agent, worker } = await connection(key);
        byWorker.get(worker)?.push(agent);
      }
      return [...byWorker.values()].map((agents) => agents.slice(0, each));
    }

    it('are to the operators one gateway', async () => {
      const { key } = await scene.customer(1_000);
      const { status, workers } = await readyz();
      expect([status, workers.map((worker) => worker.status)]).toEqual(['ready', ['ready', 'ready']]);
      expect(new Set(workers.map(({ pid }) => pid)).size).toBe(2);
      const before = await metric(PROMPTS).catch(() => 0);
      const load = startLoad({ url: gateway.url, key, body: QUICK, clients: 8, keepsConnections: false });
      const both = workers.map(({ worker }) => worker);
      while (both.some((worker) => answersOf(worker) < 10)) await load.more(10);
      await load.stop();
      expect(answered(load.answers)).toBe(load.answers.length);
      // The answer is out a moment before it is counted.
      await eventually(async () => expect((await metric(PROMPTS)) - before).toBe(load.answers.length));
      const text = await (await fetch(`${gateway.operationsUrl}/metrics`)).text();
      expect(text.match(/^assay_build_info\{.*\} 1$/gm)).toHaveLength(1);
      expect(await metric('assay_rate_counters_up')).toBe(1);
      expect(await metric('assay_workers_ready')).toBe(2);
    });

    it('count one key’s requests of a minute together', async () => {
      const { key } = await scene.customer(1_000, 25);
      await withinOneMinute(10_000);
      const asked = Array.from({ length: 250 }, () =>
        post(new Agent(), { url: gateway.url, key, body: QUICK }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(25);
      expect(statuses.filter((status) => status === 429)).toHaveLength(225);
    });

    it('leave no connection to one that stands still, and say which it is', async () => {
      const { key } = await scene.customer(1_000);
      const [, still] = (await readyz()).workers;
      process.kill(still?.pid ?? 0, 'SIGSTOP');
      try {
        for (let sent = 0; sent < 10; sent += 1)
          expect((await post(new Agent(), { url: gateway.url, key, body: QUICK })).status).toBe(200);
        const { status, workers } = await readyz();
        expect([status, workers.map((worker) => worker.status)]).toEqual(['degraded', ['ready', 'silent']]);
        // Its own counts are those it gave before.
        expect(await metric(PROMPTS)).toBeGreaterThan(10);
      } finally {
        process.kill(still?.pid ?? 0, 'SIGCONT');
      }
      await eventually(async () => expect((await readyz()).status).toBe('ready'));
    });

    it(
      'replace one that is told to end, without a failed request, and keep what it had counted',
      PATIENT,
      async () => {
        const { account, key } = await scene.customer(1_000);
        const [one] = (await readyz()).workers;
        const before = await metric(PROMPTS).catch(() => 0);
        const load = startLoad({ url: gateway.url, key, body: QUICK, clients: 6, keepsConnections: false });
        await load.more(20);
        process.kill(one?.pid ?? 0, 'SIGTERM');
        await eventually(async () => {
          const { status, workers } = await readyz();
          expect([status, workers.some(({ pid }) => pid === one?.pid)]).toEqual(['ready', false]);
        });
        await load.more(20);
        await load.stop();
        expect(answered(load.answers)).toBe(load.answers.length);
        await eventually(async () => expect((await metric(PROMPTS)) - before).toBe(load.answers.length));
        expect((await scene.books(account)).charges).toHaveLength(load.answers.length);
      },
    );

    it('let one finish what it runs that an uncaught error ends, and replace it', PATIENT, async () => {
      const { account, key } = await scene.customer(1_000);
      const [agents = []] = await connections(key, 2);
      const warmUps = (await scene.books(account)).charges.length;
      const [victim] = (await readyz()).workers;
      const held = Promise.all(agents.map((agent) => post(agent, { url: gateway.url, key, body: HELD })));
      await eventually(() => expect(waiting).toHaveLength(2));

      process.kill(victim?.pid ?? 0, 'SIGUSR2');
      await eventually(async () => {
        const { workers } = await readyz();
        expect(workers.find(({ pid }) => pid === victim?.pid)?.status).toBe('draining');
      });
      expect((await post(new Agent(), { url: gateway.url, key, body: QUICK })).status).toBe(200);
      release();
      expect(answered(await held)).toBe(2);
      await eventually(async () => {
        const { status, workers } = await readyz();
        expect([status, workers.some(({ pid }) => pid === victim?.pid)]).toEqual(['ready', false]);
      });
      expect((await scene.books(account)).charges).toHaveLength(warmUps + 3);
      expect(gateway.output()).toMatch(new RegExp(`"pid":${victim?.pid},"code":1,.*a worker ended`));
    });

    it('go on while one is killed, and its holds come back', PATIENT, async () => {
      const { account, key } = await scene.customer(1_000);
      const [victims = [], others = []] = await connections(key, 3);
      const warmUps = (await scene.books(account)).charges.length;
      const [victim] = (await readyz()).workers;
      const held = (agents: readonly Agent[]) =>
        Promise.all(agents.map((agent) => post(agent, { url: gateway.url, key, body: HELD })));
      const [lost, kept] = [held(victims), held(others)];
      await eventually(() => expect(waiting).toHaveLength(6));
      const load = startLoad({ url: gateway.url, key, body: QUICK, clients: 6, keepsConnections: false });
      await load.more(20);
      const ended = await metric('assay_workers_ended_total');

      process.kill(victim?.pid ?? 0, 'SIGKILL');
      expect(await lost).toEqual(victims.map(() => ({ broken: 'ECONNRESET' })));
      release();
      expect(answered(await kept)).toBe(3);
      await load.more(20);
      await eventually(async () => expect((await readyz()).status).toBe('ready'));
      await load.stop();
      // Nothing hung: what was in flight in the killed one broke at once, everything else was answered.
      const broken = load.answers.filter(({ status }) => status === undefined);
      expect(broken.filter((outcome) => outcome.broken !== 'ECONNRESET')).toEqual([]);
      expect(load.answers.filter(({ status = 200 }) => status !== 200)).toEqual([]);
      await vi.waitFor(async () => expect((await scene.books(account)).reserved).toBe(0), {
        timeout: RECOVERY_MS,
        interval: 500,
      });

      const { posted, charges, problems } = await scene.books(account);
      const paid = warmUps + answered(load.answers) + answered(await kept);
      expect(charges.length).toBeGreaterThanOrEqual(paid);
      // Settled, and killed before its answer was sent.
      expect(charges.length).toBeLessThanOrEqual(paid + broken.length);
      expect([posted, problems]).toEqual([1e9 - charges.length * MICRO_CREDITS_EACH, []]);
      expect(await metric('assay_workers_ended_total')).toBe(ended + 1);
      // What the killed one was doing when it was asked last is not still being done.
      expect(await metric('assay_requests_in_flight')).toBe(0);
    });

    it('are drained together, and a second signal hurries nothing', PATIENT, async () => {
      const { account, key } = await scene.customer(1_000);
      const [some = [], others = []] = await connections(key, 2);
      const warmUps = (await scene.books(account)).charges.length;
      const asked = [...some, ...others].map((agent) => post(agent, { url: gateway.url, key, body: HELD }));
      await eventually(() => expect(waiting).toHaveLength(4));
      gateway.signal('SIGTERM');
      await eventually(async () => expect((await readyz()).status).toBe('draining'));
      gateway.signal('SIGTERM');
      gateway.signal('SIGINT');
      release();
      expect(answered(await Promise.all(asked))).toBe(4);
      expect(await gateway.exited).toEqual({ code: 0, signal: null });
      const { reserved, charges, problems } = await scene.books(account);
      expect([charges.length - warmUps, reserved, problems]).toEqual([4, 0, []]);
    });

    it('end what they run, and then themselves, where their primary is killed', PATIENT, async () => {
      const { account, key } = await scene.customer(1_000);
      gateway = await scene.start({}, TWO);
      const { workers } = await readyz();
      const asked = Array.from({ length: 6 }, () => post(new Agent(), { url: gateway.url, key, body: HELD }));
      await eventually(() => expect(waiting).toHaveLength(6));
      gateway.signal('SIGKILL');
      // Time for them to see it, and to end too early if they did.
      await wait(300);
      release();
      expect(answered(await Promise.all(asked))).toBe(6);
      const isThere = ({ pid }: WorkerState): boolean => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      await eventually(() => expect(workers.filter(isThere)).toEqual([]));
      const { reserved, charges, problems } = await scene.books(account);
      expect([charges.length, reserved, problems]).toEqual([6, 0, []]);
    });
  });
});

describe('a start with --workers', () => {
  let scene: ProcessScene;

  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.stop());

  const start = (words: readonly string[], extra: ChildEnvironment = {}): Promise<Finished> =>
    runProcess({
      words: [GATEWAY_SCRIPT, ...words],
      environment: { ...scene.environment, ...extra },
      folder: ROOT,
    });

  it('is refused on SQLite, with what to set', async () => {
    const { code, stdout, stderr } = await start(TWO);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^assay: --workers 2 needs [^\n]*ASSAY_DATABASE_URL=postgres:[^\n]*\n$/);
  });

  it('of what is no number of workers is refused, with what it takes', async () => {
    const refused = await Promise.all(['65', 'two'].map((count) => start([`--workers=${count}`])));
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^assay: --workers must be a whole number from 1 to 64[^\n]*\n$/);
    }
  });

  it('of 1 is a start without it', async () => {
    const gateway = await scene.start({}, ['--workers', '1']);
    expect(await (await fetch(`${gateway.operationsUrl}/readyz`)).json()).not.toHaveProperty('workers');
    expect(await gateway.stop()).toEqual({ code: 0, signal: null });
  });

  it('ends, once and clearly, where a worker cannot start', async () => {
    const nobody = { ASSAY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const { code, stdout, stderr } = await start(TWO, nobody);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^assay: [^\n]*PostgreSQL[^\n]*\n$/);
    expect(stdout).toContain('a worker ended at its start');
  });

  it('ends when it is told to before its workers have started', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const child = spawn(process.execPath, [GATEWAY_SCRIPT, ...TWO], {
      env: { ...scene.environment, ASSAY_DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing` },
      cwd: ROOT,
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    try {
      // Its first worker waits for the database, which says nothing.
      await Promise.race([once(silent, 'connection'), exited]);
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      silent.close();
    }
  });
});
