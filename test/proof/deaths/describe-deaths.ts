import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenSteps } from './chosen-steps.ts';
import { chargeSaid } from '../ask-gateway.ts';
import type { Store } from '../stores/books.ts';
import { askForHeld, killInRequest, killInStart, type RequestDeath, type StartDeath } from './deaths.ts';
import { addedTo, expectExact, idsOfEnded } from '../request-model/expect-exact.ts';
import { IS_WHOLE } from '../is-whole.ts';
import { JUDGED_CALLS, JUDGED_CHARGE, STREAMED_CHARGE } from '../judged-prompt.ts';
import { inLanes, Lane } from '../lane.ts';
import {
  streamedTimelineOf,
  timelineOf,
  type StoreWork,
  type StreamedTimeline,
  type Timeline,
} from '../stores/store-work.ts';

/** So many gateways live and die side by side; in a short run the other files of tests do. */
const LANES = IS_WHOLE ? 2 : 1;

/**
 * A gateway that serves one request of two models and two judges is killed at every step of it, and another at every
 * step of its start while it recovers a hold; each time it is looked what is left, and another gateway takes over.
 * Call it at the top level of a test file.
 */
export function describeDeaths(
  name: string,
  work: StoreWork,
  make: (folder: string) => Promise<Store>,
): void {
  const timeline = timelineOf(work);
  describe(name, () => {
    let folder: string;
    let lanes: readonly Lane[] = [];
    const current = (): readonly Lane[] => lanes;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
      const stores = await Promise.all(Array.from({ length: LANES }, async () => await make(folder)));
      lanes = await Promise.all(stores.map((store) => Lane.open(store, folder)));
    }, 120_000);
    afterAll(async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
      rmSync(folder, { recursive: true, force: true });
    });

    it('takes the steps that are killed here, all of them and no other', async () => {
      for (const lane of lanes) {
        await lane.start();
        expect(lane.steps()).toEqual(timeline.start);
        expect(await lane.ask('undisturbed')).toMatchObject({ status: 200 });
        expect(await lane.stop()).toEqual({ code: 0, signal: null });
        expect(lane.steps()).toEqual([...timeline.request, ...timeline.stop]);
        await lane.start();
      }
      expect([timeline.start.length, timeline.request.length]).toEqual(work.steps);
    });
    describeRequestDeaths(timeline, current);
    describeStreamDeaths(streamedTimelineOf(work), current);
    describeStartDeaths(timeline, current);

    it('has called no provider before a hold stood', () => {
      expect(lanes.map(({ unheldCalls }) => unheldCalls)).toEqual(lanes.map(() => 0));
    });
  });
}

const chosenOf = (steps: readonly string[], chosen: readonly number[]) =>
  steps.map((step, index) => ({ index, step })).filter(({ index }) => chosen.includes(index));

function describeRequestDeaths(
  { request, heldFrom, settledFrom }: Timeline,
  lanes: () => readonly Lane[],
): void {
  const chosen = chosenSteps(request.length, [heldFrom, settledFrom]);
  describe('killed in a request', () => {
    let deaths: readonly RequestDeath[] = [];
    beforeAll(async () => {
      deaths = await inLanes(lanes(), chosen.length, (lane, place) =>
        killInRequest(lane, found(chosen[place])),
      );
    }, 600_000);

    it.each(chosenOf(request, chosen))('at step $index, $step', ({ index }) => {
      const death = found(deaths[chosen.indexOf(index)]);
      expect(death.exit).toEqual({ code: null, signal: 'SIGKILL' });
      expect(death.steps).toEqual(request.slice(0, index + 1));

      const left = addedTo(death.crashed, death.before);
      const isSettled = index >= settledFrom;
      if (isSettled) expect(left).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
      else if (index >= heldFrom) expect(left).toMatchObject({ state: 'reserved', charge: null });
      else expect(left).toBeUndefined();
      expectExact(death.crashed);
      // Nobody else may end it: what was held is given back, what was charged stays.
      const healed = addedTo(death.recovered, death.before);
      if (left?.state === 'reserved') expect(healed).toEqual({ ...left, state: 'voided', charge: 0 });
      else expect(healed).toEqual(left);
      expectExact(death.recovered);
      expect(death.recovered.reserved).toBe(0);

      // The client has an answer only once it is written whole, and then was charged for exactly that.
      expect(death.answer?.status).toBe(index === request.length - 1 ? 200 : undefined);
      if (death.answer !== undefined) expect(chargeSaid(death.answer)).toBe(JUDGED_CHARGE);

      expect(death.retried).toMatchObject({ status: 200, replayed: isSettled });
      expect(death.retriedCalls).toBe(isSettled ? 0 : JUDGED_CALLS);
      if (death.answer !== undefined) expect(death.retried?.text).toBe(death.answer.text);
      expectExact(death.after);
      expect(death.after).toMatchObject({ posted: death.before.posted - JUDGED_CHARGE, reserved: 0 });
    });
  });
}

/** From the step on at which a result may have left, what is known of the request is charged, by whoever recovers. */
function describeStreamDeaths(
  { request, heldFrom, deliveringFrom, settledFrom }: StreamedTimeline,
  lanes: () => readonly Lane[],
): void {
  const chosen = chosenSteps(request.length, [heldFrom, deliveringFrom, settledFrom]);
  describe('killed in a streamed request', () => {
    let deaths: readonly RequestDeath[] = [];
    beforeAll(async () => {
      deaths = await inLanes(lanes(), chosen.length, (lane, place) =>
        killInRequest(lane, found(chosen[place]), true),
      );
    }, 600_000);

    it.each(chosenOf(request, chosen))('at step $index, $step', ({ index }) => {
      const death = found(deaths[chosen.indexOf(index)]);
      expect(death.exit).toEqual({ code: null, signal: 'SIGKILL' });
      expect(death.steps).toEqual(request.slice(0, index + 1));
      const healed = addedTo(death.recovered, death.before);
      const isCharged = index >= deliveringFrom;
      if (isCharged) expect(healed).toMatchObject({ state: 'settled', charge: STREAMED_CHARGE });
      else if (index >= heldFrom) expect(healed).toMatchObject({ state: 'voided', charge: 0 });
      else expect(healed).toBeUndefined();
      expectExact(death.crashed);
      expectExact(death.recovered);
      expect(death.recovered.reserved).toBe(0);

      // Charged and whole: the same answer again. Charged and cut: no answer, and never a second run.
      const isWhole = index >= settledFrom;
      expect(death.retried?.status).toBe(isCharged && !isWhole ? 409 : 200);
      expect(death.retried?.replayed).toBe(isWhole);
      expect(death.retriedCalls).toBe(isCharged ? 0 : 1);
      expectExact(death.after);
      expect(death.after).toMatchObject({ posted: death.before.posted - STREAMED_CHARGE, reserved: 0 });
    });
  });
}

function describeStartDeaths(
  { recovering, recoveredFrom, heldFrom }: Timeline,
  lanes: () => readonly Lane[],
): void {
  const chosen = chosenSteps(recovering.length, [recoveredFrom]);
  describe('killed while it starts and recovers a hold', () => {
    let deaths: readonly StartDeath[] = [];
    beforeAll(async () => {
      deaths = await inLanes(lanes(), chosen.length, (lane, place) =>
        killInStart(lane, found(chosen[place]), heldFrom),
      );
    }, 600_000);

    it.each(chosenOf(recovering, chosen))('at step $index, $step', ({ index }) => {
      const { exit, steps, before, crashed, recovered } = found(deaths[chosen.indexOf(index)]);
      expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
      expect(steps).toEqual(recovering.slice(0, index + 1));
      expect(before.reserved).toBeGreaterThan(0);
      const ended = before.requests.map((request) =>
        request.state === 'reserved' ? { ...request, state: 'voided', charge: 0 } : request,
      );
      const healed = { ...before, reserved: 0, requests: ended, told: idsOfEnded(ended) };
      // All of it or nothing: a recovery is never half done.
      expect(crashed).toEqual(index < recoveredFrom ? before : healed);
      expect(recovered).toEqual(healed);
      expectExact(crashed);
      expectExact(recovered);
    });

    it('is followed by one that lives and runs the request that was lost', async () => {
      for (const lane of lanes()) {
        expect(await askForHeld(lane)).toMatchObject({ status: 200, replayed: false });
        const books = await lane.store.books();
        expectExact(books);
        expect(books.requests.at(-1)).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
      }
    });
  });
}

function found<Death>(death: Death | undefined): Death {
  if (death === undefined) throw new Error('No gateway was killed at this step.');
  return death;
}
