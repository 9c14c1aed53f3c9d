import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pseudoRandom } from '../billing/pseudo-random.ts';
import { startLoadedGateway, type LoadedGateway } from '../support/loaded-gateway.ts';
import type { Sample, SoakRecord } from './judge-soak.ts';
import { openSoakAccounts, type SoakAccounts } from './soak-accounts.ts';
import { createSoakClient, type SoakClient, type SoakTotals } from './soak-client.ts';
import { MIX } from './soak-mix.ts';
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
  readonly onSample: (sample: Sample, totals: SoakTotals) => void;
}

export interface SoakOutcome {
  readonly record: SoakRecord;
  readonly totals: SoakTotals;
  /** How often each kind was asked for. */
  readonly kinds: ReadonlyMap<string, number>;
}

const WATCH = new URL('./watch-gateway.ts', import.meta.url).href;
const SAMPLE_MS = 5_000;
const MAX_OVERTIME_MS = 240_000;
/** Short soaks are sampled more often. */
const MIN_SAMPLES = 24;
/** The ledger's check reads all of it. */
const SAMPLES_PER_CHECK = 6;
/** What the gateway may take to give everything back: its pools keep connections for a while. */
const QUIET_MS = 40_000;
const QUIET_POLL_MS = 2_000;
/** Between two requests of one client: 8 clients at full speed would fill a disk in an hour. */
const PAUSE_MS = 15;

/** Loads a real gateway with the mix for as long as asked, watching it. */
export async function runSoak(options: SoakOptions): Promise<SoakOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-soak-'));
  const databaseUrl = options.databaseUrl ?? `file:${join(folder, 'assay.db')}`;
  const accounts = await openSoakAccounts(databaseUrl);
  try {
    const gateway = await startLoadedGateway({
      databaseUrl,
      flags: ['--expose-gc', '--import', WATCH],
      environment: options.countersUrl === undefined ? {} : { ASSAY_COUNTERS_URL: options.countersUrl },
    });
    try {
      return await load(gateway, accounts, options);
    } finally {
      await gateway.stop();
    }
  } finally {
    await accounts.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(
  gateway: LoadedGateway,
  accounts: SoakAccounts,
  options: SoakOptions,
): Promise<SoakOutcome> {
  const client = createSoakClient({
    url: `http://127.0.0.1:${gateway.port}`,
    // A client that has gone may leave its connection behind for a moment.
    connections: options.clients * 2,
    keys: accounts.keys,
    random: pseudoRandom(options.seed),
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
    Array.from({ length: options.clients }, () => askOnAndOn(client, kinds, isOver)),
  );

  const samples: Sample[] = [];
  const brokenInvariants: string[] = [];
  const everyMs = Math.min(SAMPLE_MS, durationMs / MIN_SAMPLES);
  while (!isOver()) {
    await wait(everyMs);
    const totals = client.totals();
    const sample = {
      ...(await figuresOf(gateway)),
      atMs: performance.now() - startedAt,
      requests: totals.requests,
    };
    samples.push(sample);
    if (samples.length % SAMPLES_PER_CHECK === 0)
      brokenInvariants.push(...(await accounts.brokenInvariants()));
    options.onSample(sample, totals);
  }
  await clients;
  await client.close();
  const idleAfter = await untilQuiet(gateway, idleBefore);
  brokenInvariants.push(...(await accounts.brokenInvariants()));
  const totals = client.totals();
  const record = {
    samples,
    idleBefore,
    idleAfter,
    statuses: totals.statuses,
    wrongAnswers: totals.wrong,
    complaints: gateway.complaints,
    brokenInvariants,
    accounts: await accounts.books(totals.charged),
  };
  return { record, totals, kinds };
}

async function askOnAndOn(
  client: SoakClient,
  kinds: Map<string, number>,
  isOver: () => boolean,
): Promise<void> {
  const total = MIX.reduce((sum, [, weight]) => sum + weight, 0);
  while (!isOver()) {
    let rest = client.random() * total;
    const [name, , ask] = MIX.find(([, weight]) => (rest -= weight) < 0) ?? MIX[0]!;
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
    try {
      await ask(client);
    } catch (error) {
      client.wrong(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
    }
    await wait(PAUSE_MS);
  }
}

/** As soon as there are no more handles than before, and at the latest when there should be none. */
async function untilQuiet(gateway: LoadedGateway, { handles }: GatewayFigures): Promise<GatewayFigures> {
  const until = performance.now() + QUIET_MS;
  for (;;) {
    await wait(QUIET_POLL_MS);
    const figures = await figuresOf(gateway);
    if (figures.handles <= handles || performance.now() > until) return figures;
  }
}

async function figuresOf({ child, isRunning }: LoadedGateway): Promise<GatewayFigures> {
  if (!isRunning()) throw new Error('the gateway has ended');
  const told = once(child, 'message') as Promise<[GatewayFigures]>;
  child.send('figures');
  const [figures] = await told;
  return figures;
}
