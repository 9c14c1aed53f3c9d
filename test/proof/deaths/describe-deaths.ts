import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenSteps } from './chosen-steps.ts';
import { statedCharge } from '../ask-gateway.ts';
import type { Store } from '../stores/books.ts';
import {
  askForHeld,
  killInRequest,
  killInStart,
  recordRecovery,
  type RequestDeath,
  type StartDeath,
} from './deaths.ts';
import { addedTo, expectExact, idsOfEnded } from '../request-model/expect-exact.ts';
import { IS_WHOLE } from '../is-whole.ts';
import { JUDGED_CALLS, JUDGED_CHARGE, STREAMED_CHARGE } from '../judged-prompt.ts';
import { inLanes, Lane } from '../lane.ts';
import { isCall, recordRequest, recoveredFrom, type Timeline } from '../timeline.ts';

/** So many gateways live and die side by side; in a short run the other files of tests do. */
const LANES = IS_WHOLE ? 2 : 1;
const timeout = 3_600_000;
const KILLED = { code: null, signal: 'SIGKILL' };

/**
 * A gateway that serves one request of two models and two judges is killed at every step of it, and another at every
 * step of its start while it recovers a hold; each time it is looked what is left, and another gateway takes over.
 * Call it at the top level of a test file.
 */
export function describeDeaths(name: string, make: (folder: string) => Promise<Store>): void {
  describe(name, () => {
    let folder: string;
    let lanes: readonly Lane[] = [];
    let recording: Promise<Recorded> | undefined;
    const recorded = (): Promise<Recorded> => (recording ??= record(lanes[0]));

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
      const stores = await Promise.all(Array.from({ length: LANES }, async () => await make(folder)));
      lanes = await Promise.all(stores.map((store) => Lane.open(store, folder)));
    });
    afterAll(async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
      rmSync(folder, { recursive: true, force: true });
    });

    it('takes the same steps each time, and they are many', async () => {
      const { start, request, streamed } = await recorded();
      for (const lane of lanes) {
        expect((await recordRequest(lane, 'undisturbed again')).steps).toEqual(request.steps);
        expect((await recordRequest(lane, 'streamed again', true)).steps).toEqual(streamed.steps);
      }
      expect(request.steps.filter(isCall)).toHaveLength(JUDGED_CALLS);
      expect([start.length, request.steps.length, streamed.steps.length]).toEqual([
        expect.toSatisfy((count: number) => count > 25),
        expect.toSatisfy((count: number) => count > 25),
        expect.toSatisfy((count: number) => count > 25),
      ]);
    });

    it('killed in a request, has held, charged and answered in this order', { timeout }, async () => {
      const { request } = await recorded();
      const { steps, heldFrom, settledFrom } = request;
      const chosen = chosenSteps(steps.length, [heldFrom, settledFrom]);
      await inLanes(lanes, chosen.length, async (lane, place) => {
        const index = chosen[place] ?? 0;
        expectRequestDeath(request, index, await killInRequest(lane, index));
      });
    });

    it('killed in a streamed request, charges what may have left', { timeout }, async () => {
      const { streamed } = await recorded();
      const { steps, deliveringFrom, settledFrom } = streamed;
      // A hold is taken as in the request before.
      const chosen = chosenSteps(steps.length, [deliveringFrom, settledFrom]);
      await inLanes(lanes, chosen.length, async (lane, place) => {
        const index = chosen[place] ?? 0;
        expectStreamDeath(streamed, index, await killInRequest(lane, index, true));
      });
    });

    it(
      'killed while it starts and recovers a hold, has given it back or not begun',
      { timeout },
      async () => {
        const { start, request } = await recorded();
        const { heldFrom } = request;
        const recovering = (await inLanes(lanes, 1, (lane) => recordRecovery(lane, heldFrom)))[0] ?? [];
        const turning = recoveredFrom(recovering, start);
        const chosen = chosenSteps(recovering.length, [turning]);
        await inLanes(lanes, chosen.length, async (each, place) => {
          const index = chosen[place] ?? 0;
          expectStartDeath({ recovering, turning }, index, await killInStart(each, index, heldFrom));
        });
      },
    );

    it('is followed by one that lives and runs the request that was lost', async () => {
      for (const lane of lanes) {
        expect(await askForHeld(lane)).toMatchObject({ status: 200, replayed: false });
        const books = await lane.store.books();
        expectExact(books);
        expect(books.requests.at(-1)).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
      }
    });

    it('has called no provider before a hold stood', () => {
      expect(lanes.map(({ unheldCalls }) => unheldCalls)).toEqual(lanes.map(() => 0));
    });
  });
}

/** What gateways do to which nothing happens. */
interface Recorded {
  /** Of a start that has nothing to recover. */
  readonly start: readonly string[];
  readonly request: Timeline;
  readonly streamed: Timeline;
}

async function record(lane: Lane | undefined): Promise<Recorded> {
  if (lane === undefined) throw new Error('there is no lane');
  await lane.start();
  const request = await recordRequest(lane, 'undisturbed');
  const streamed = await recordRequest(lane, 'undisturbed stream', true);
  expect(await lane.stop()).toEqual({ code: 0, signal: null });
  await lane.start();
  return { start: lane.steps(), request, streamed };
}

function expectRequestDeath(
  { steps, heldFrom, settledFrom }: Timeline,
  index: number,
  death: RequestDeath,
): void {
  const at = `killed at step ${index}, ${steps[index]}`;
  expect(death.exit, at).toEqual(KILLED);
  expect(death.steps, at).toEqual(steps.slice(0, index + 1));

  const left = addedTo(death.crashed, death.before);
  const isSettled = index >= settledFrom;
  if (isSettled) expect(left, at).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
  else if (index >= heldFrom) expect(left, at).toMatchObject({ state: 'reserved', charge: null });
  else expect(left, at).toBeUndefined();
  expectExact(death.crashed);
  // Nobody else may end it: what was held is given back, what was charged stays.
  const healed = addedTo(death.recovered, death.before);
  if (left?.state === 'reserved') expect(healed, at).toEqual({ ...left, state: 'voided', charge: 0 });
  else expect(healed, at).toEqual(left);
  expectExact(death.recovered);
  expect(death.recovered.reserved, at).toBe(0);

  // The client has an answer only once it is written whole, and then was charged for exactly that.
  expect(death.answer?.status, at).toBe(index === steps.length - 1 ? 200 : undefined);
  if (death.answer !== undefined) expect(statedCharge(death.answer), at).toBe(JUDGED_CHARGE);

  expect(death.retried, at).toMatchObject({ status: 200, replayed: isSettled });
  expect(death.retriedCalls, at).toBe(isSettled ? 0 : JUDGED_CALLS);
  if (death.answer !== undefined) expect(death.retried?.text, at).toBe(death.answer.text);
  expectExact(death.after);
  expect(death.after, at).toMatchObject({ posted: death.before.posted - JUDGED_CHARGE, reserved: 0 });
}

/** From the step on at which a result may have left, what is known of the request is charged, by whoever recovers. */
function expectStreamDeath(
  { steps, heldFrom, deliveringFrom, settledFrom }: Timeline,
  index: number,
  death: RequestDeath,
): void {
  const at = `killed at step ${index}, ${steps[index]}`;
  expect(death.exit, at).toEqual(KILLED);
  expect(death.steps, at).toEqual(steps.slice(0, index + 1));
  const healed = addedTo(death.recovered, death.before);
  const isCharged = index >= deliveringFrom;
  if (isCharged) expect(healed, at).toMatchObject({ state: 'settled', charge: STREAMED_CHARGE });
  else if (index >= heldFrom) expect(healed, at).toMatchObject({ state: 'voided', charge: 0 });
  else expect(healed, at).toBeUndefined();
  expectExact(death.crashed);
  expectExact(death.recovered);
  expect(death.recovered.reserved, at).toBe(0);

  // Charged and whole: the same answer again. Charged and cut: no answer, and never a second run.
  const isWhole = index >= settledFrom;
  expect(death.retried?.status, at).toBe(isCharged && !isWhole ? 409 : 200);
  expect(death.retried?.replayed, at).toBe(isWhole);
  expect(death.retriedCalls, at).toBe(isCharged ? 0 : 1);
  expectExact(death.after);
  expect(death.after, at).toMatchObject({ posted: death.before.posted - STREAMED_CHARGE, reserved: 0 });
}

function expectStartDeath(
  { recovering, turning }: { readonly recovering: readonly string[]; readonly turning: number },
  index: number,
  { exit, steps, before, crashed, recovered }: StartDeath,
): void {
  const at = `killed at step ${index}, ${recovering[index]}`;
  expect(exit, at).toEqual(KILLED);
  expect(steps, at).toEqual(recovering.slice(0, index + 1));
  expect(before.reserved, at).toBeGreaterThan(0);
  const ended = before.requests.map((request) =>
    request.state === 'reserved' ? { ...request, state: 'voided', charge: 0 } : request,
  );
  const healed = { ...before, reserved: 0, requests: ended, eventIds: idsOfEnded(ended) };
  // All of it or nothing: a recovery is never half done.
  expect(crashed, at).toEqual(index < turning ? before : healed);
  expect(recovered, at).toEqual(healed);
  expectExact(crashed);
  expectExact(recovered);
}
