import { expect } from 'vitest';
import type { Books, RequestRow } from '../stores/books.ts';
import { JUDGED_CHARGE, STREAMED_CHARGE } from '../judged-prompt.ts';
import { GRANT } from '../lane.ts';

/**
 * To the micro-credit: what was granted is there, but for one whole charge for each settled request. The account's webhook
 * is to be told of each request that has ended, and of no other.
 */
export function expectExact({ posted, reserved, requests, eventIds, problems }: Books): void {
  expect(problems).toEqual([]);
  expect(eventIds).toEqual(idsOfEnded(requests));
  const settled = requests.filter(({ state }) => state === 'settled');
  for (const { charge } of settled) expect([JUDGED_CHARGE, STREAMED_CHARGE]).toContain(charge);
  expect(posted).toBe(GRANT - settled.reduce((sum, { charge }) => sum + (charge ?? 0), 0));
  const open = requests.filter(({ state }) => state === 'reserved');
  expect(reserved).toBe(open.reduce((sum, { hold }) => sum + hold, 0));
}

/** In the order of `Books.eventIds`. */
export function idsOfEnded(requests: readonly RequestRow[]): readonly string[] {
  return requests.flatMap(({ id, state }) => (state === 'reserved' ? [] : [id])).toSorted();
}

/** The one request that the later books have and the earlier ones have not. */
export function addedTo(later: Books, earlier: Books): RequestRow | undefined {
  const known = new Set(earlier.requests.map(({ id }) => id));
  const added = later.requests.filter(({ id }) => !known.has(id));
  expect(added.length).toBeLessThanOrEqual(1);
  return added[0];
}
