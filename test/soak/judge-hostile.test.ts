import { describe, expect, it } from 'vitest';
import { judgeHostile, type HostileRecord } from './judge-hostile.ts';

const latencies = (p99Ms: number) => ({ count: 1_000, p50Ms: 2, p99Ms, maxMs: 100 });

/** Attackers who hurt nobody and paid for what they got. */
function record(change: Partial<HostileRecord> = {}): HostileRecord {
  return {
    outcome: outcome(),
    quiet: latencies(10),
    hostile: latencies(30),
    slowest: { quietKinds: [], hostileKinds: [], attacks: [] },
    peak: { bytes: 400_000_000, beside: '' },
    books: [{ name: 'leaver', charged: 500, reserved: 0 }],
    ...change,
  };
}

function outcome(change: Partial<HostileRecord['outcome']> = {}): HostileRecord['outcome'] {
  return {
    windows: 2,
    attacks: new Map([['stream-leavers', 2]]),
    statuses: new Map([
      ['200', 80],
      ['neighbour 200', 3],
      ['413', 1],
    ]),
    microCreditsReceived: new Map([['leaver', 500]]),
    freeRequests: 0,
    ...change,
  };
}

const failures = (hostile: HostileRecord): readonly string[] =>
  judgeHostile(hostile)
    .filter(({ isMet }) => !isMet)
    .map(({ what }) => what);

describe('a soak beside attackers is judged', () => {
  it('well, where the others barely notice and all is paid', () => {
    expect(failures(record())).toEqual([]);
  });

  it('well on memory, where the system does not say', () => {
    expect(failures(record({ peak: { bytes: Number.NaN, beside: '' } }))).toEqual([]);
  });

  it.each<[string, HostileRecord]>([
    ['p99 of the others within 3 times', record({ hostile: latencies(31) })],
    ['p99 of the others within 3 times', record({ hostile: latencies(Number.NaN) })],
    ['peak memory bounded', record({ peak: { bytes: 1_100_000_000, beside: 'one' } })],
    ['nothing free', record({ books: [{ name: 'leaver', charged: 499, reserved: 0 }] })],
    ['nothing free', record({ outcome: outcome({ freeRequests: 1 }) })],
    ['nothing still held for attackers', record({ books: [{ name: 'leaver', charged: 500, reserved: 1 }] })],
    ['no attack answered 500', record({ outcome: outcome({ statuses: new Map([['500', 1]]) }) })],
    ['no attack answered 500', record({ outcome: outcome({ statuses: new Map([['neighbour 500', 1]]) }) })],
  ])('badly for one thing alone: %s', (what, hostile) => {
    expect(failures(hostile)).toEqual([what]);
  });
});
