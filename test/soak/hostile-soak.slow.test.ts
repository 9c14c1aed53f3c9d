import { expect, it } from 'vitest';
import { ATTACKS } from '../attacks/attacks.ts';
import { judgeHostile } from './judge-hostile.ts';
import { judgeSoak } from './judge-soak.ts';
import { runSoak } from './run-soak.ts';

/** What a busy machine, or a few seconds, cannot tell. */
const NOT_JUDGED = [
  'enough figures',
  'heap after collection flat',
  'resident memory flat',
  'handles flat under load',
  'next to nothing turned away',
  'p99 of the others within 3 times',
  'peak memory bounded',
];
const SMALL = ATTACKS.filter(({ isLarge }) => isLarge !== true).map(({ name }) => name);

it('a soak beside attackers leaves exact books, and gives attackers nothing for nothing', async () => {
  const { record, totals, hostile } = await runSoak({
    durationMs: 12_000,
    clients: 6,
    seed: 1,
    // As many clients as attacks, so that each attack has its turn, and the time to end on a busy machine.
    hostile: { clients: SMALL.length, attacks: SMALL, windowMs: 12_000, quietMs: 3_000 },
    onSample: () => {},
  });
  if (hostile === undefined) throw new Error('nobody attacked');
  const failures = [...judgeSoak(record), ...judgeHostile(hostile)].filter(
    ({ isMet, what }) => !isMet && !NOT_JUDGED.includes(what),
  );
  expect(failures).toEqual([]);
  expect([...hostile.outcome.attacks.keys()].toSorted()).toEqual(SMALL.toSorted());
  expect(hostile.quiet.count).toBeGreaterThan(0);
  expect(hostile.hostile.count).toBeGreaterThan(0);
  expect(totals.charged.rich).toBeGreaterThan(0);
  const leaver = hostile.books.find(({ name }) => name === 'leaver');
  expect(leaver?.charged).toBeGreaterThan(0);
});
