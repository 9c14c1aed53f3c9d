import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../ask-gateway.ts';
import type { Books, Store } from '../stores/books.ts';
import { addedTo, expectExact } from '../request-model/expect-exact.ts';
import { JUDGED_CALLS, JUDGED_CHARGE } from '../judged-prompt.ts';
import { IS_WHOLE } from '../is-whole.ts';
import { Lane } from '../lane.ts';
import { STORE_FAULTS, type ProbePlan } from '../probe/probe-plan.ts';
import { timelineOf, type StoreWork } from '../stores/store-work.ts';
import { eventually } from '../../support/eventually.ts';

const faultOf = (code: number): number => STORE_FAULTS.findIndex(({ sqliteCode }) => sqliteCode === code);
const FULL = faultOf(13);
const IO_ERROR = faultOf(10);
const PASSING_FAULTS = STORE_FAULTS.map((fault, index) => ({ ...fault, index })).filter(
  ({ index }) => index !== IO_ERROR,
);

/** The look at the caller's key is none of the writer's, and how a commit is synced is a mark of the connection alone. */
const NO_WRITE = /api_key|PRAGMA synchronous/;

/** One thing the writer does, by the step before it. */
interface Write {
  readonly index: number;
  readonly step: string;
}

/** In a short run one write of each kind. */
function chosenWrites(writes: readonly Write[]): readonly Write[] {
  return writes.filter(
    ({ step }, place) => IS_WHOLE || writes.findIndex((other) => other.step === step) === place,
  );
}

/** Where another gateway must follow, in a short run the first write and the commits. */
function edgesOf(writes: readonly Write[]): readonly Write[] {
  return writes.filter(({ step }, place) => IS_WHOLE || place === 0 || step === 'before COMMIT');
}

/** In a short run the faults take turns at the writes: each write meets one of them, and each fault some writes. */
function inTurn(writes: readonly Write[], fault: number): readonly Write[] {
  return chosenWrites(writes).filter(
    (_write, place) => IS_WHOLE || place % PASSING_FAULTS.length === fault % PASSING_FAULTS.length,
  );
}

/** What is made to fail, and where. */
interface Failing {
  readonly lane: () => Lane;
  readonly holding: readonly Write[];
  /** Storing the texts. */
  readonly keeping: readonly Write[];
  readonly charging: readonly Write[];
  readonly settledFrom: number;
}

/**
 * Every write of a request of two models and two judges fails once, in every way a store fails.
 * Call it at the top level of a test file.
 */
export function describeFailures(
  name: string,
  work: StoreWork,
  make: (folder: string) => Promise<Store>,
): void {
  const { request, heldFrom, settledFrom } = timelineOf(work);
  const writes = request
    .map((step, index) => ({ step, index }))
    .filter(
      ({ step }) => step.startsWith('before ') && !/ call \/|the answer/.test(step) && !NO_WRITE.test(step),
    );

  const afterCalls = writes.filter(({ index }) => index > heldFrom);

  describe(name, () => {
    let folder: string;
    let lane: Lane;
    const failing: Failing = {
      lane: () => lane,
      holding: writes.filter(({ index }) => index < heldFrom),
      keeping: afterCalls.slice(0, writesOf(work.keep).length),
      charging: afterCalls.slice(writesOf(work.keep).length),
      settledFrom,
    };
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
      lane = await Lane.open(await make(folder), folder);
      await lane.start();
    });
    afterAll(async () => {
      await lane.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('writes as often as it fails here', async () => {
      const counts = [failing.holding, failing.keeping, failing.charging].map(({ length }) => length);
      expect(counts).toEqual([work.reserve, work.keep, work.settle].map((steps) => writesOf(steps).length));
      expect(await lane.ask('no fault')).toMatchObject({ status: 200 });
    });
    describePassingFaults(failing);
    describeLastingFault(failing);
    describeFatalFault(failing);
  });
}

function writesOf(steps: readonly string[]): readonly string[] {
  return steps.filter((step) => !NO_WRITE.test(step));
}

function describePassingFaults({ lane, holding, keeping, charging }: Failing): void {
  describe.each(PASSING_FAULTS)('meets $name', ({ index: fault }) => {
    it.each(inTurn(holding, fault))(
      'taking the hold ($index, $step): 503, and nobody was asked',
      async ({ index }) => {
        expectNobodyAsked(await fail(lane(), { failAt: index, fault }));
      },
    );

    it.each(inTurn([...keeping, ...charging], fault))(
      'keeping texts or charging ($index, $step): charged once, and answered',
      async ({ index }) => {
        const plan = { failAt: index, fault };
        const { answer, calls, before, after } = await fail(lane(), plan);
        expect(answer?.status).toBe(200);
        expect(calls).toBe(JUDGED_CALLS);
        expect(addedTo(after, before)).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
        expectExact(after);
        expect(await lane().ask(keyOf(plan))).toMatchObject({ status: 200, replayed: true });
      },
    );

    it('and serves again afterwards', async () => {
      expect(await lane().ask(`after ${fault}`)).toMatchObject({ status: 200 });
      expectExact(await lane().store.books());
    });
  });
}

function describeLastingFault({ lane, holding, charging }: Failing): void {
  describe('meets a full disk that stays full', () => {
    it.each(chosenWrites(holding))(
      'taking the hold ($index, $step): 503, and nobody was asked',
      async ({ index }) => {
        expectNobodyAsked(await fail(lane(), { failAt: index, fault: FULL, lasts: true }));
      },
    );

    it.each(edgesOf(charging))(
      'charging ($index, $step): no 200, and the hold stays until recovery',
      async ({ index }) => {
        const plan = { failAt: index, fault: FULL, lasts: true };
        const { answer, calls, before, after } = await fail(lane(), plan);
        expectUnavailable(answer);
        expect(calls).toBe(JUDGED_CALLS);
        expect(addedTo(after, before)).toMatchObject({ state: 'reserved', charge: null });
        expect(after.reserved).toBeGreaterThan(0);
        expectExact(after);
        await restart(lane());
      },
    );

    it('and is emptied while the gateway lives: it gives the hold back', async () => {
      const plan = { failAt: charging[0]?.index ?? 0, fault: FULL, lasts: true };
      const { after } = await fail(lane(), plan);
      expect(after.reserved).toBeGreaterThan(0);
      await lane().endFault();
      await eventually(async () => expect((await lane().store.books()).reserved).toBe(0));
      expectExact(await lane().store.books());
    });
  });
}

function describeFatalFault({ lane, holding, keeping, charging, settledFrom }: Failing): void {
  describe('meets an I/O error', () => {
    it.each(edgesOf(holding))(
      'taking the hold ($index, $step): ends, and nobody was asked',
      async ({ index }) => {
        const { answer, calls, before, after } = await fail(lane(), { failAt: index, fault: IO_ERROR });
        expect([503, undefined]).toContain(answer?.status);
        expect(lane().output()).toContain('the ledger has failed: stopping');
        expect(calls).toBe(0);
        expect(after).toEqual(before);
        await restart(lane());
      },
    );

    it.each([...edgesOf(keeping), ...edgesOf(charging)])(
      'charging ($index, $step): ends without a 200',
      async ({ index }) => {
        const { answer, calls, before, after } = await fail(lane(), { failAt: index, fault: IO_ERROR });
        expect([503, undefined]).toContain(answer?.status);
        expect(calls).toBe(JUDGED_CALLS);
        expect(addedTo(after, before)).toMatchObject({ state: 'reserved', charge: null });
        await restart(lane());
      },
    );

    // A sync that fails says nothing about what is on the disk: here all of it is.
    it('after the charge was written: ends without a 200, and the charge stands', async () => {
      const plan = { failAt: settledFrom, fault: IO_ERROR };
      const { answer, before } = await fail(lane(), plan);
      expect([503, undefined]).toContain(answer?.status);
      await restart(lane());
      const after = await lane().store.books();
      expect(addedTo(after, before)).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
      // Who asks again under the same key gets what was paid for.
      expect(await lane().ask(keyOf(plan))).toMatchObject({ status: 200, replayed: true });
      expect(await lane().store.books()).toEqual(after);
    });
  });
}

interface Failure {
  readonly answer: Answer | undefined;
  readonly calls: number;
  readonly before: Books;
  readonly after: Books;
}

/** An I/O error ends the process; every other fault leaves it running. */
async function fail(
  lane: Lane,
  plan: ProbePlan & { readonly failAt: number; readonly fault: number },
): Promise<Failure> {
  const before = await lane.store.books();
  const answer = await lane.ask(keyOf(plan), plan);
  if (plan.fault === IO_ERROR) expect(await lane.exit()).toEqual({ code: 1, signal: null });
  const calls = lane.steps().filter((step) => step.startsWith('before call ')).length;
  return { answer, calls, before, after: await lane.store.books() };
}

const keyOf = ({ failAt, fault, lasts }: ProbePlan): string => `${fault} at ${failAt} ${lasts}`;

function expectNobodyAsked({ answer, calls, before, after }: Failure): void {
  expectUnavailable(answer);
  expect(calls).toBe(0);
  expect(after).toEqual(before);
}

function expectUnavailable(answer: Answer | undefined): void {
  expect(answer?.status).toBe(503);
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ type: 'urn:assay:problem:unavailable' });
}

/** Whatever is held is given back by the next start, and nothing else changes. */
async function restart(lane: Lane): Promise<void> {
  const { posted } = await lane.store.books();
  await lane.stop();
  await lane.start();
  const books = await lane.store.books();
  expect(books).toMatchObject({ posted, reserved: 0 });
  expectExact(books);
}
