import { describe, expect, test } from 'vitest';
import { LeaseWatch } from '../../../core/ledger/postgres/lease.ts';

const LEASE_MS = 1000;
const STEP_MS = 200;

function lease(bootId: string, renewals: number): { readonly bootId: string; readonly renewals: number } {
  return { bootId, renewals };
}

/** Looks at the same leases every step. @returns at which look each was first called dead. */
function lookRepeatedly(
  leasesAt: (look: number) => readonly ReturnType<typeof lease>[],
  looks: number,
): ReadonlyMap<string, number> {
  const watch = new LeaseWatch(LEASE_MS, STEP_MS * 2);
  const found = new Map<string, number>();
  for (let look = 0; look < looks; look += 1) {
    for (const { bootId } of watch.look(leasesAt(look), look * STEP_MS)) {
      if (!found.has(bootId)) found.set(bootId, look);
    }
  }
  return found;
}

describe('watching the leases of others', () => {
  test('calls nobody dead who gives a sign of life now and then', () => {
    expect(lookRepeatedly((look) => [lease('slow', Math.floor(look / 4))], 100).size).toBe(0);
  });

  test('calls dead who was silent for a whole lease, and not a moment sooner', () => {
    expect(lookRepeatedly(() => [lease('dead', 7)], 10)).toEqual(new Map([['dead', 5]]));
  });

  test('counts from the last sign, and each by itself', () => {
    const found = lookRepeatedly(
      (look) => [lease('dies at 3', Math.min(look, 3)), lease('lives', look), lease('always dead', 0)],
      12,
    );
    expect(found).toEqual(
      new Map([
        ['always dead', 5],
        ['dies at 3', 8],
      ]),
    );
  });

  test('gives a newcomer a whole lease', () => {
    expect(lookRepeatedly((look) => (look < 4 ? [] : [lease('late', 1)]), 12)).toEqual(
      new Map([['late', 9]]),
    );
  });

  test('forgets who is gone: the same name later is a newcomer', () => {
    const found = lookRepeatedly((look) => (look === 4 ? [] : [lease('back', 1)]), 12);
    expect(found).toEqual(new Map([['back', 10]]));
  });

  test('hardly counts time in which nobody looked', () => {
    const watch = new LeaseWatch(LEASE_MS, STEP_MS * 2);
    const silent = [lease('cut off as well', 1)];
    expect(watch.look(silent, 0)).toEqual([]);
    // The database was away, or this process was stopped, for a hundred leases.
    expect(watch.look(silent, 100 * LEASE_MS)).toEqual([]);
    expect(watch.look(silent, 100 * LEASE_MS + STEP_MS)).toEqual([]);
    expect(watch.look([lease('cut off as well', 2)], 100 * LEASE_MS + 2 * STEP_MS)).toEqual([]);
    expect(watch.look([lease('cut off as well', 2)], 200 * LEASE_MS)).toEqual([]);
  });

  test('names the number that must still stand when the row is taken', () => {
    const watch = new LeaseWatch(LEASE_MS, LEASE_MS);
    watch.look([lease('dead', 41)], 0);
    expect(watch.look([lease('dead', 41)], LEASE_MS)).toEqual([lease('dead', 41)]);
  });
});
