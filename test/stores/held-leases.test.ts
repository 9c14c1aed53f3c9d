import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldLeases, type LeaseGroup } from '../../core/stores/held-leases.ts';

const leasesOf = (groups: readonly LeaseGroup[]): readonly string[] =>
  groups.flatMap(({ set, leases }) => leases.map((lease) => `${set} ${lease}`));

describe('held leases', () => {
  it('come in batches no larger than asked for, each lease in one of them', () => {
    const step = fc.record({ set: fc.nat(4).map(String), lease: fc.nat(9).map(String), hold: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 12 }), (steps, size) => {
        const held = new HeldLeases();
        const expected = new Set<string>();
        for (const { set, lease, hold } of steps) {
          held[hold ? 'hold' : 'drop'](set, lease);
          expected[hold ? 'add' : 'delete'](`${set} ${lease}`);
        }
        const batches = [...held.batches(size)];
        for (const groups of batches) {
          expect(leasesOf(groups).length).toBeGreaterThan(0);
          expect(leasesOf(groups).length).toBeLessThanOrEqual(size);
        }
        expect(batches.flatMap(leasesOf).toSorted()).toEqual([...expected].toSorted());
      }),
    );
  });

  it('that were dropped while a batch was on its way are in no later one', () => {
    const held = new HeldLeases();
    for (const lease of ['a', 'b', 'c']) held.hold('set', lease);
    const batches = held.batches(1);
    expect(batches.next().value).toEqual([{ set: 'set', leases: ['a'] }]);
    held.drop('set', 'b');
    expect([...batches]).toEqual([[{ set: 'set', leases: ['c'] }]]);
  });
});
