import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../../core/config.ts';
import { openLedger } from '../../../core/ledger/open-ledger.ts';
import { openAttackAccounts, type AttackBooks } from '../../attacks/attack-accounts.ts';
import type { Attack, AttackKeys } from '../../attacks/attack.ts';
import type { AttackFigures } from '../../attacks/attack-tally.ts';
import type { Attackers } from '../../attacks/attackers.ts';
import { startHostileGateway } from '../../attacks/hostile-gateway.ts';
import { memoryBytes, watchPeakMemory } from '../../attacks/peak-memory.ts';
import type { LoadedGateway } from '../../support/gateways/loaded-gateway.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import type { ProcessFigures } from '../attachments/watch-process.ts';
import { ask } from '../../support/servers/child-process.ts';
import { startVictim, type Victim } from './start-victim.ts';
import type { VictimFigures } from './victim-process.ts';

export interface HostilePlan {
  /** The idle gateway is watched for so long. */
  readonly idleMs: number;
  /** After this an attack is ended. */
  readonly timeoutMs: number;
  readonly holdMs: number;
}

export interface MeasuredAttack {
  readonly name: string;
  readonly summary: string;
  /** What the victim met before the attack, and while it lasted. */
  readonly idle: Seen;
  readonly attacked: Seen;
  readonly tookMs: number;
  /** Of the gateway's process: before, and the most until the attack had ended. */
  readonly idleBytes: number;
  readonly peakBytes: number;
  /** False where the attack killed it. */
  readonly survived: boolean;
  readonly attack: AttackFigures;
  readonly books: readonly AttackBooks[];
  /** Of the ledger's own check. */
  readonly brokenInvariants: readonly string[];
}

export interface Seen extends VictimFigures {
  /** nodejs_eventloop_lag_max_seconds, in milliseconds; NaN where the gateway could not be asked. */
  readonly lagMaxMs: number;
  /** Most processor time the event loop took in one go; unlike the others, nobody else's work is in it. NaN as above. */
  readonly longestWorkMs: number;
}

const WATCH = new URL('../attachments/watch-process.ts', import.meta.url).href;
/** Few enough that 205 sockets fill them. */
const MAX_CONNECTIONS = '200';
const WARM_UP_MS = 1_500;
const SETTLE_MS = 15_000;
const PATIENCE_MS = 30_000;

/** A fresh gateway, ledger and victim for each attack, so that none is about what an earlier one left behind. */
export async function measureAttack(
  attack: Attack,
  attackers: Attackers,
  plan: HostilePlan,
): Promise<MeasuredAttack> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  const victimKey = await createUnlimitedAccount(databaseUrl);
  const ledger = await openLedger(loadConfig({ ASSAY_DATABASE_URL: databaseUrl }).database, {
    recover: false,
  });
  try {
    const accounts = await openAttackAccounts(ledger, 'hostile');
    const gateway = await startHostileGateway({
      databaseUrl,
      flags: ['--import', WATCH],
      environment: { ASSAY_MAX_CONNECTIONS: MAX_CONNECTIONS, ASSAY_DRAIN_TIMEOUT_MS: '2000' },
    });
    const victim = startVictim({ port: gateway.port, key: victimKey });
    let figures;
    try {
      figures = await attackOnce({ attack, attackers, plan, gateway, victim, keys: accounts.keys });
      await accounts.settledBooks(SETTLE_MS);
    } finally {
      await victim.stop();
      await gateway.stop();
    }
    // Requests that run hold credits; only what is held after the drain stays so.
    const books = await accounts.books();
    const brokenInvariants = (await ledger.check()).map(({ invariant }) => invariant);
    return { ...figures, books, brokenInvariants };
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly attack: Attack;
  readonly attackers: Attackers;
  readonly plan: HostilePlan;
  readonly gateway: LoadedGateway;
  readonly victim: Victim;
  /** Of the accounts that attack. */
  readonly keys: AttackKeys;
}

async function attackOnce(scene: Scene): Promise<Omit<MeasuredAttack, 'books' | 'brokenInvariants'>> {
  const { attack, attackers, plan, gateway, victim, keys } = scene;
  await wait(WARM_UP_MS);
  await see(gateway, victim);
  await wait(plan.idleMs);
  const idle = await see(gateway, victim);
  const idleBytes = memoryBytes(gateway.child.pid);
  const peak = watchPeakMemory(gateway.child.pid);
  const startedAt = performance.now();
  const { name, summary } = attack;
  const { timeoutMs, holdMs } = plan;
  const found = await attackers.run({ name, port: gateway.port, keys, timeoutMs, holdMs });
  const tookMs = performance.now() - startedAt;
  const attacked = await see(gateway, victim);
  const { bytes: peakBytes } = peak.end();
  return {
    name,
    summary,
    idle,
    attacked,
    tookMs,
    idleBytes,
    peakBytes,
    survived: gateway.isRunning(),
    attack: found,
  };
}

/** Every figure is reset as it is read, so each is about the time since the one before. */
async function see(gateway: LoadedGateway, victim: Victim): Promise<Seen> {
  const lagMaxMs = await patiently(gateway.metric('nodejs_eventloop_lag_max_seconds'));
  const figuresOf = (message: 'report' | 'reset'): Promise<number> =>
    patiently(ask<ProcessFigures>(gateway.child, message).then(({ longestWorkMs }) => longestWorkMs));
  const longestWorkMs = await figuresOf('report');
  await figuresOf('reset');
  return { ...(await victim.report()), lagMaxMs: 1_000 * lagMaxMs, longestWorkMs };
}

/** @returns NaN where a gateway does not say, or not soon. */
function patiently(figure: Promise<number>): Promise<number> {
  const patience = wait(PATIENCE_MS, Number.NaN, { ref: false });
  return Promise.race([figure.catch(() => Number.NaN), patience]);
}
