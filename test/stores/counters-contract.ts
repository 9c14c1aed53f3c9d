import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Admission, RateCounters, RateLimits } from '../../core/stores/rate-counters.ts';
import { withinOneMinute } from '../support/within-one-minute.ts';
import { expectPlainCounts } from './counters-model.ts';

/** Counters to hold to the contract. */
export interface CountersPlace {
  /** The counters as one more gateway sees them. */
  join(): Promise<RateCounters>;
  /** As if a minute had gone by since everything that was counted. */
  nextMinute(): Promise<void>;
  remove(): Promise<void>;
}

const plenty: RateLimits = { requestsPerMinute: 1_000_000, requestsInFlight: 1_000_000 };

export function isAdmitted({ count }: Admission): boolean {
  expect(count).toBeDefined();
  return count?.refusedBy === undefined;
}

/** One suite over every implementation of `RateCounters`. */
export function describeCounters(name: string, make: () => Promise<CountersPlace>): void {
  describe(name, () => {
    let place: CountersPlace;
    let gateways: readonly RateCounters[];
    let first: RateCounters;
    let keyId: string;

    beforeAll(async () => {
      place = await make();
      first = await place.join();
      gateways = [first, await place.join(), await place.join()];
    });
    beforeEach(async () => {
      keyId = randomUUID();
      await withinOneMinute(2_000);
    });
    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await place.remove();
    });

    const admit = (limits: Partial<RateLimits>): Promise<Admission> =>
      first.admit(keyId, { ...plenty, ...limits });
    const atOnce = (requests: number, limits: Partial<RateLimits>): Promise<readonly Admission[]> =>
      Promise.all(
        Array.from({ length: requests }, async (_, index) => {
          const gateway = gateways[index % gateways.length] ?? first;
          return await gateway.admit(keyId, { ...plenty, ...limits });
        }),
      );
    const refusals = (admissions: readonly Admission[]) => admissions.map(({ count }) => count?.refusedBy);

    it.each([1, 10, 100])('let exactly %i of ten times as many in a minute', async (requestsPerMinute) => {
      const admissions = await atOnce(requestsPerMinute * 10, { requestsPerMinute });
      expect(admissions.filter(isAdmitted)).toHaveLength(requestsPerMinute);
      expect(new Set(refusals(admissions))).toEqual(new Set([undefined, 'requests_per_minute']));
    });

    it.each([1, 10, 100])('let exactly %i of ten times as many in flight', async (requestsInFlight) => {
      const admissions = await atOnce(requestsInFlight * 10, { requestsInFlight });
      expect(admissions.filter(isAdmitted)).toHaveLength(requestsInFlight);
      expect(new Set(refusals(admissions))).toEqual(new Set([undefined, 'requests_in_flight']));
      await Promise.all(admissions.map((admission) => admission.release()));
      const again = await atOnce(requestsInFlight * 10, { requestsInFlight });
      expect(again.filter(isAdmitted)).toHaveLength(requestsInFlight);
    });

    it.each(['look', 'cancel'] as const)('count %s apart, and all in the minute', async (lane) => {
      const look = (limits: Partial<RateLimits>): Promise<Admission> =>
        first.admit(keyId, { ...plenty, ...limits }, lane);
      const limits = { requestsInFlight: 1 };
      expect(isAdmitted(await admit(limits))).toBe(true);
      const one = await look(limits);
      expect(isAdmitted(one)).toBe(true);
      expect(refusals([await admit(limits), await look(limits)])).toEqual([
        'requests_in_flight',
        'requests_in_flight',
      ]);
      await one.release();
      expect((await look({ requestsPerMinute: 2 })).count?.refusedBy).toBe('requests_per_minute');
      expect(isAdmitted(await look(limits))).toBe(true);
      expect(isAdmitted(await admit(limits))).toBe(false);
    });

    it('take the next when one ends, and one that ends twice is one', async () => {
      const limits = { requestsInFlight: 2 };
      // Gateways share no order: any of the three may be refused.
      const all = await atOnce(3, limits);
      const one = all.find(isAdmitted);
      const refused = all.find((admission) => !isAdmitted(admission));
      expect(isAdmitted(await admit(limits))).toBe(false);
      await Promise.all([one?.release(), one?.release(), refused?.release()]);
      expect(refusals(await atOnce(2, limits)).filter((by) => by === undefined)).toHaveLength(1);
      expect((await admit(limits)).count?.refusedBy).toBe('requests_in_flight');
    });

    it('count down to the limit, and do not count what they refuse', async () => {
      expect((await admit({ requestsPerMinute: 2 })).count?.remaining).toBe(1);
      expect((await admit({ requestsPerMinute: 2 })).count?.remaining).toBe(0);
      expect((await admit({ requestsPerMinute: 2 })).count).toMatchObject({
        remaining: 0,
        refusedBy: 'requests_per_minute',
      });
      expect((await admit({ requestsInFlight: 2 })).count?.refusedBy).toBe('requests_in_flight');
      expect((await admit({ requestsPerMinute: 4 })).count).toMatchObject({
        remaining: 1,
        refusedBy: undefined,
      });
    });

    it('take an account’s new limits with the next request', async () => {
      expect(isAdmitted(await admit({ requestsPerMinute: 1 }))).toBe(true);
      expect(isAdmitted(await admit({ requestsPerMinute: 1 }))).toBe(false);
      expect(isAdmitted(await admit({ requestsPerMinute: 2 }))).toBe(true);
      expect(isAdmitted(await admit({ requestsInFlight: 2 }))).toBe(false);
      expect(isAdmitted(await admit({ requestsInFlight: 3 }))).toBe(true);
      expect(isAdmitted(await admit({ requestsPerMinute: 0 }))).toBe(false);
      expect(isAdmitted(await admit({ requestsInFlight: 0 }))).toBe(false);
    });

    it('start anew with the minute, and say when that is', async () => {
      const limits = { requestsPerMinute: 1 };
      const { count } = await admit(limits);
      expect(count?.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(count?.resetSeconds).toBeLessThanOrEqual(60);
      expect(Number.isInteger(count?.resetSeconds)).toBe(true);
      expect(isAdmitted(await admit(limits))).toBe(false);
      await place.nextMinute();
      expect(isAdmitted(await admit(limits))).toBe(true);
      expect(isAdmitted(await admit(limits))).toBe(false);
    });

    it('keep what is in flight when the minute turns', async () => {
      const limits = { requestsPerMinute: 1, requestsInFlight: 1 };
      const { release } = await admit(limits);
      await place.nextMinute();
      expect((await admit(limits)).count?.refusedBy).toBe('requests_in_flight');
      await release();
      expect(isAdmitted(await admit(limits))).toBe(true);
    });

    it('keep keys apart', async () => {
      expect(isAdmitted(await admit({ requestsPerMinute: 1, requestsInFlight: 1 }))).toBe(true);
      const other = await first.admit(randomUUID(), { requestsPerMinute: 1, requestsInFlight: 1 });
      expect(isAdmitted(other)).toBe(true);
    });

    it('answer as two plain counts would, whatever comes', async () => {
      await expectPlainCounts(gateways, place);
    });
  });
}
