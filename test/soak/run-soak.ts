import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startAttackers, type Attackers } from '../attacks/attackers.ts';
import { startHostileGateway } from '../attacks/hostile-gateway.ts';
import { watchPeakMemory } from '../attacks/peak-memory.ts';
import { pseudoRandom } from '../ledger/pseudo-random.ts';
import { startLoadedGateway, type LoadedGateway } from '../support/gateways/loaded-gateway.ts';
import { attackInTurns, type HostileTerms } from './hostile-tenth.ts';
import type { HostileRecord } from './judge-hostile.ts';
import { SLACK_HANDLES, type Sample, type SoakRecord } from './judge-soak.ts';
import { openSoakAccounts, type SoakAccounts } from './soak-accounts.ts';
import { createSampler, figuresOf, type Sampler } from './soak-sampler.ts';
import { createSoakClient, type SoakClient, type SoakTotals } from './soak-client.ts';
import { MIX } from './soak-mix.ts';
import { WindowLatencies } from './window-latencies.ts';
import type { GatewayFigures } from './watch-gateway.ts';

export interface SoakOptions {
  readonly durationMs: number;
  /** It goes on until there were so many too, for four minutes at most. */
  readonly minRequests?: number;
  /** Each asks, waits for the answer and asks again. */
  readonly clients: number;
  readonly seed: number;
  /** A SQLite file of its own where it is not given. */
  readonly databaseUrl?: string | undefined;
  readonly countersUrl?: string | undefined;
  /** Attackers beside the clients, in every other window. */
  readonly hostile?: HostileTerms | undefined;
  readonly onSample: (sample: Sample, totals: SoakTotals) => void;
}

export interface SoakOutcome {
  readonly record: SoakRecord;
  readonly totals: SoakTotals;
  /** How often each kind was asked for. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Where there were attackers. */
  readonly hostile?: HostileRecord;
}

const WATCH = new URL('./watch-gateway.ts', import.meta.url).href;
const SAMPLE_MS = 5_000;
const MAX_OVERTIME_MS = 240_000;
/** Short soaks are sampled more often. */
const MIN_SAMPLES = 24;
/** Longer than the gateway keeps a client's idle connection (65 s). */
const QUIET_MS = 75_000;
const QUIET_POLL_MS = 2_000;
/** Between two requests of one client: 8 clients at full speed would fill a disk in an hour. */
const PAUSE_MS = 15;
/** Beside attackers the clients leave the processors some time, so that a latency tells of the gateway. */
const HOSTILE_PAUSE_MS = 100;
/** Few enough that the attackers' sockets fill them. */
const HOSTILE_MAX_CONNECTIONS = '200';
/** Until nothing is held for an attacker any more. */
const SETTLE_MS = 60_000;

/** Loads a real gateway with the mix for as long as asked, watching it. */
export async function runSoak(options: SoakOptions): Promise<SoakOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-soak-'));
  const databaseUrl = options.databaseUrl ?? `file:${join(folder, 'assay.db')}`;
  const accounts = await openSoakAccounts(databaseUrl);
  const attackers = options.hostile === undefined ? undefined : startAttackers();
  try {
    const start = attackers === undefined ? startLoadedGateway : startHostileGateway;
    const gateway = await start({
      databaseUrl,
      flags: ['--expose-gc', '--import', WATCH],
      environment: {
        ...(options.countersUrl !== undefined && { ASSAY_COUNTERS_URL: options.countersUrl }),
        ...(attackers !== undefined && { ASSAY_MAX_CONNECTIONS: HOSTILE_MAX_CONNECTIONS }),
      },
    });
    try {
      return await load({ gateway, accounts, options, attackers });
    } finally {
      await gateway.stop();
    }
  } finally {
    await attackers?.stop();
    await accounts.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly gateway: LoadedGateway;
  readonly accounts: SoakAccounts;
  readonly options: SoakOptions;
  readonly attackers: Attackers | undefined;
}

async function load(scene: Scene): Promise<SoakOutcome> {
  const { gateway, accounts, options, attackers } = scene;
  const pauseMs = options.hostile === undefined ? PAUSE_MS : HOSTILE_PAUSE_MS;
  const latencies = new WindowLatencies(pauseMs);
  const random = pseudoRandom(options.seed);
  const client = createSoakClient({
    url: `http://127.0.0.1:${gateway.port}`,
    // A client that has gone may leave its connection behind for a moment.
    connections: options.clients * 2,
    keys: accounts.keys,
    random,
    latencies,
  });
  const idleBefore = await figuresOf(gateway);
  const startedAt = performance.now();
  const kinds = new Map<string, number>();
  const { durationMs, minRequests = 0 } = options;
  const isOver = (): boolean => {
    const overtimeMs = performance.now() - startedAt - durationMs;
    const hasEnough = client.totals().requests >= minRequests || overtimeMs > MAX_OVERTIME_MS;
    return (overtimeMs >= 0 && hasEnough) || !gateway.isRunning();
  };
  const clients = Promise.all(
    Array.from({ length: options.clients }, () =>
      askOnAndOn(client, { kinds, pauseMs, isOver, hasAttackers: options.hostile !== undefined }),
    ),
  );
  const sampler = createSampler({ ...scene, client, startedAt, onSample: options.onSample });
  const watched = { isOver, latencies, random, sample: () => sampler.take() };
  const hostile = options.hostile && (await besideAttackers(scene, options.hostile, watched));
  if (hostile === undefined) {
    while (!isOver()) {
      await wait(Math.min(SAMPLE_MS, durationMs / MIN_SAMPLES));
      await sampler.take();
    }
  }
  await clients;
  await client.close();
  // Else their idle connections would stand until the gateway closes them.
  await attackers?.stop();
  const record = await closeBooks(scene, { idleBefore, client, sampler });
  return { record, totals: client.totals(), kinds, ...(hostile !== undefined && { hostile }) };
}

interface Watched {
  readonly isOver: () => boolean;
  readonly latencies: WindowLatencies;
  readonly random: () => number;
  readonly sample: () => Promise<void>;
}

/** Attacks in every other window; a sample at the end of each window without. */
async function besideAttackers(
  { gateway, accounts, attackers }: Scene,
  terms: HostileTerms,
  { isOver, latencies, random, sample }: Watched,
): Promise<HostileRecord> {
  if (attackers === undefined) throw new Error('there are no attackers');
  const attackAccounts = await accounts.openAttackAccounts();
  const { child, port } = gateway;
  const peak = watchPeakMemory(child.pid, () => latencies.attacks);
  const outcome = await attackInTurns(terms, {
    port,
    keys: attackAccounts.keys,
    attackers,
    latencies,
    random,
    isOver,
    settle: () => attackAccounts.settledBooks(SETTLE_MS),
    onQuietEnd: async () => {
      await sample();
      await sample();
    },
  });
  return {
    outcome,
    quiet: latencies.figures('quiet'),
    hostile: latencies.figures('hostile'),
    slowest: {
      quietKinds: latencies.groups('quiet', 'kind'),
      hostileKinds: latencies.groups('hostile', 'kind'),
      attacks: latencies.groups('hostile', 'beside'),
    },
    peak: peak.end(),
    books: await attackAccounts.settledBooks(SETTLE_MS),
  };
}

interface Finished {
  readonly idleBefore: GatewayFigures;
  readonly client: { totals(): SoakTotals };
  readonly sampler: Sampler;
}

/** Waits until nothing is under way, then reads what was charged. */
async function closeBooks(
  { gateway, accounts }: Scene,
  { idleBefore, client, sampler }: Finished,
): Promise<SoakRecord> {
  const survived = gateway.isRunning();
  const idleAfter = survived ? await untilQuiet(gateway, idleBefore) : idleBefore;
  const totals = client.totals();
  return {
    samples: sampler.samples,
    idleBefore,
    idleAfter,
    statuses: totals.statuses,
    cutOff: totals.cutOff,
    wrongAnswers: totals.wrong,
    complaints: [...(survived ? [] : ['the gateway ended during the soak']), ...gateway.complaints],
    brokenInvariants: [...sampler.brokenInvariants, ...(await accounts.brokenInvariants())],
    accounts: await accounts.books(totals.charged),
  };
}

interface AskTerms {
  readonly kinds: Map<string, number>;
  readonly pauseMs: number;
  readonly isOver: () => boolean;
  readonly hasAttackers: boolean;
}

async function askOnAndOn(
  client: SoakClient,
  { kinds, pauseMs, isOver, hasAttackers }: AskTerms,
): Promise<void> {
  const total = MIX.reduce((sum, [, weight]) => sum + weight, 0);
  while (!isOver()) {
    let rest = client.random() * total;
    const [name, , request] = MIX.find(([, weight]) => (rest -= weight) < 0) ?? MIX[0]!;
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
    try {
      await request({ ...client, ask: (asked) => client.ask(asked, name) });
    } catch (error) {
      if (hasAttackers && isConnectionClosed(error)) client.cutOff();
      else client.wrong(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
    }
    await wait(pauseMs);
  }
}

function isConnectionClosed(error: unknown): boolean {
  const { code } = error as { readonly code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

/** As soon as there are no more handles than before, and at the latest when there should be none. */
async function untilQuiet(gateway: LoadedGateway, { handles }: GatewayFigures): Promise<GatewayFigures> {
  const until = performance.now() + QUIET_MS;
  for (;;) {
    await wait(QUIET_POLL_MS);
    const figures = await figuresOf(gateway);
    if (figures.handles <= handles + SLACK_HANDLES || performance.now() > until) return figures;
  }
}
