import type { AttackBooks } from '../attacks/attack-accounts.ts';
import type { PeakMemory } from '../attacks/peak-memory.ts';
import type { AttacksOutcome } from './hostile-tenth.ts';
import type { Judgement } from './judge-soak.ts';
import type { Latencies, LatencyGroup } from './window-latencies.ts';

/** What the normal clients met beside attackers, and what the attackers paid. */
export interface HostileRecord {
  readonly outcome: AttacksOutcome;
  /** Of the normal clients' requests. */
  readonly quiet: Latencies;
  readonly hostile: Latencies;
  /** Where the long ones are; nothing is judged by it. */
  readonly slowest: SlowestGroups;
  /** The most the gateway's process held. */
  readonly peak: PeakMemory;
  readonly books: readonly AttackBooks[];
}

/** The slowest first. */
export interface SlowestGroups {
  readonly quietKinds: readonly LatencyGroup[];
  readonly hostileKinds: readonly LatencyGroup[];
  readonly attacks: readonly LatencyGroup[];
}

const MAX_P99_TIMES = 3;
/** Several times what a gateway holds under the normal mix. */
const MAX_PEAK_BYTES = 1_000_000_000;
const SERVER_ERROR = /(?:^| )500$/;

/** Whether attackers hurt anybody else, got anything for nothing, or left anything behind. */
export function judgeHostile(record: HostileRecord): readonly Judgement[] {
  const { outcome, quiet, hostile, peak, books } = record;
  const times = hostile.p99Ms / quiet.p99Ms;
  const free = books.flatMap((account) => unpaid(account, outcome));
  const held = books.filter(({ reserved }) => reserved !== 0);
  const errors = [...outcome.statuses].filter(([status]) => SERVER_ERROR.test(status));
  return [
    {
      what: `p99 of the others within ${MAX_P99_TIMES} times`,
      isMet: times <= MAX_P99_TIMES,
      figures: `${times.toFixed(1)} times: quiet ${described(quiet)}; hostile ${described(hostile)}`,
    },
    {
      what: 'peak memory bounded',
      isMet: !(peak.bytes > MAX_PEAK_BYTES),
      figures: `${(peak.bytes / 1e6).toFixed(0)} MB of ${MAX_PEAK_BYTES / 1e6} MB, reached beside ${peak.beside || 'nothing'}`,
    },
    {
      what: 'nothing free',
      isMet: free.length === 0 && outcome.freeRequests === 0,
      figures: [...free, `${outcome.freeRequests} answers received for nothing`].join('; '),
    },
    {
      what: 'nothing still held for attackers',
      isMet: held.length === 0,
      figures: held.map(({ name, reserved }) => `${name} ${reserved} micro-credits`).join(', '),
    },
    {
      what: 'no attack answered 500',
      isMet: errors.length === 0,
      figures: errors.map(([status, count]) => `${status}: ${count} times`).join(', '),
    },
  ];
}

function unpaid({ name, charged }: AttackBooks, { microCreditsReceived }: AttacksOutcome): readonly string[] {
  const received = microCreditsReceived.get(name) ?? 0;
  return charged >= received ? [] : [`${name}: received ${received} micro-credits' worth, paid ${charged}`];
}

export function described({ count, p50Ms, p99Ms, maxMs }: Latencies): string {
  return `p50 ${p50Ms.toFixed(0)}, p99 ${p99Ms.toFixed(0)}, longest ${maxMs.toFixed(0)} ms over ${count}`;
}
