import { setTimeout as wait } from 'node:timers/promises';
import type { AttackKeys } from '../attacks/attack.ts';
import type { AttackFigures } from '../attacks/attack-tally.ts';
import type { Attackers } from '../attacks/attackers.ts';
import type { WindowLatencies } from './window-latencies.ts';

export interface HostileTerms {
  /** Attacks that run at the same time. */
  readonly clients: number;
  /** Names of attacks. */
  readonly attacks: readonly string[];
  /** With attackers. */
  readonly windowMs: number;
  /** Without; as long as those with where it is not given. */
  readonly quietMs?: number;
}

export interface HostileScene {
  readonly port: number;
  readonly keys: AttackKeys;
  readonly attackers: Attackers;
  readonly latencies: WindowLatencies;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** Waits until nothing is held for an attacker any more, for a bounded time. */
  readonly settle: () => Promise<unknown>;
  /** Called at the end of each quiet window. */
  readonly onQuietEnd: () => Promise<void>;
}

/** What came of all attacks. */
export interface AttacksOutcome {
  readonly windows: number;
  /** How often each attack was begun. */
  readonly attacks: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<string, number>;
  readonly microCreditsReceived: ReadonlyMap<string, number>;
  readonly freeRequests: number;
}

/** What attackers leave behind may still be under way after their window: until so many quick answers in a row. */
const QUICK_ANSWERS = 5;
const QUICK_MS = 100;
const PROBE_EVERY_MS = 300;
const MAX_PROBES = 100;
const PROBE_PATIENCE_MS = 5_000;
const POLL_MS = 100;
/** The first seconds are those of a start, and count for nothing. */
const WARM_UP_MS = 10_000;
/** An attack begun at a window's end may outlast it by so much. */
const MIN_ATTACK_MS = 1_000;
/** The most that an attack, and an unread socket of it, may take. */
const MAX_ATTACK_MS = 30_000;
const HOLD_MS = 5_000;

/** Takes turns: a window without attackers, one with, until it is over. Each attack has its turn before any has two. */
export async function attackInTurns(terms: HostileTerms, scene: HostileScene): Promise<AttacksOutcome> {
  const outcome = new Outcome();
  const queue: string[] = [];
  const next = (): string => {
    if (queue.length === 0) queue.push(...shuffled(terms.attacks, scene.random));
    return queue.shift() ?? '';
  };
  const { quietMs = terms.windowMs } = terms;
  scene.latencies.window = 'between';
  await waitUnlessOver(Math.min(WARM_UP_MS, quietMs), scene);
  while (!scene.isOver()) {
    scene.latencies.window = 'quiet';
    await waitUnlessOver(quietMs, scene);
    scene.latencies.window = 'between';
    await scene.onQuietEnd();
    if (scene.isOver()) break;
    scene.latencies.window = 'hostile';
    outcome.windows += 1;
    const until = performance.now() + terms.windowMs;
    const client = (): Promise<void> => attackUntil(until, { scene, next, outcome });
    await Promise.all(Array.from({ length: terms.clients }, client));
    scene.latencies.window = 'between';
    await scene.settle();
    await untilCalm(scene);
  }
  return outcome;
}

async function attackUntil(
  until: number,
  {
    scene,
    next,
    outcome,
  }: { readonly scene: HostileScene; readonly next: () => string; readonly outcome: Outcome },
): Promise<void> {
  const { port, keys, attackers, latencies, isOver } = scene;
  for (;;) {
    const restMs = until - performance.now();
    if (restMs <= 0 || isOver()) return;
    const name = next();
    const timeoutMs = Math.round(Math.min(MAX_ATTACK_MS, Math.max(MIN_ATTACK_MS, restMs)));
    const ended = latencies.beginAttack(name);
    outcome.add(name, await attackers.run({ name, port, keys, timeoutMs, holdMs: HOLD_MS }).finally(ended));
  }
}

class Outcome implements AttacksOutcome {
  windows = 0;
  readonly attacks = new Map<string, number>();
  readonly statuses = new Map<string, number>();
  readonly microCreditsReceived = new Map<string, number>();
  freeRequests = 0;

  add(name: string, figures: AttackFigures): void {
    increase(this.attacks, name, 1);
    for (const [status, count] of Object.entries(figures.statuses)) increase(this.statuses, status, count);
    for (const [account, microCredits] of Object.entries(figures.microCreditsReceived))
      increase(this.microCreditsReceived, account, microCredits);
    this.freeRequests += figures.freeRequests;
  }
}

function increase(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

async function waitUnlessOver(durationMs: number, { isOver }: HostileScene): Promise<void> {
  const until = performance.now() + durationMs;
  while (performance.now() < until && !isOver()) await wait(POLL_MS);
}

/** For half a minute, and as long as its answers take, at most. */
async function untilCalm({ port, isOver }: HostileScene): Promise<void> {
  let quick = 0;
  for (let probes = 0; probes < MAX_PROBES && quick < QUICK_ANSWERS && !isOver(); probes += 1) {
    const startedAt = performance.now();
    const isAnswered = await fetch(`http://127.0.0.1:${port}/nowhere`, {
      signal: AbortSignal.timeout(PROBE_PATIENCE_MS),
    }).then(
      async (reply) => (await reply.text()) !== '',
      () => false,
    );
    quick = isAnswered && performance.now() - startedAt < QUICK_MS ? quick + 1 : 0;
    await wait(PROBE_EVERY_MS);
  }
}

/** Fisher and Yates'. */
function shuffled(list: readonly string[], random: () => number): readonly string[] {
  const result = [...list];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const [one = '', two = ''] = [result[index], result[other]];
    result[index] = two;
    result[other] = one;
  }
  return result;
}
