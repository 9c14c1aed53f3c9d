import { describe, expect, it } from 'vitest';
import { judgeSoak } from './judge-soak.ts';
import { runSoak } from './run-soak.ts';
import { MIX } from './soak-mix.ts';

/** In seconds nothing is flat yet, and a starting gateway on a busy machine turns some away. */
const TRENDS = [
  'heap after collection flat',
  'resident memory flat',
  'handles flat under load',
  'next to nothing turned away',
];
/** Enough for every kind to come up. */
const REQUESTS = 400;

describe('a soak of a few seconds', () => {
  it('asks for everything, is answered as documented and leaves exact books', async () => {
    let told = 0;
    const { record, totals, kinds } = await runSoak({
      durationMs: 5_000,
      minRequests: REQUESTS,
      clients: 8,
      seed: 1,
      onSample: () => (told += 1),
    });
    const failures = judgeSoak(record).filter(({ isMet, what }) => !isMet && !TRENDS.includes(what));
    expect(failures).toEqual([]);
    expect([...kinds.keys()].toSorted()).toEqual(MIX.map(([name]) => name).toSorted());
    expect(told).toBe(record.samples.length);
    expect(record.samples.every(({ heapBytes, rssBytes }) => heapBytes > 1e6 && rssBytes > heapBytes)).toBe(
      true,
    );
    for (const name of ['rich', 'forgetful', 'limited'] as const)
      expect(totals.charged[name]).toBeGreaterThan(0);
    expect(totals.charged.poor).toBe(0);
  });
});
