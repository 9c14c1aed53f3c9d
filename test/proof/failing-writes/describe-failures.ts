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
import { isCall, recordRequest, type Timeline } from '../timeline.ts';
import { eventually } from '../../support/eventually.ts';

const faultOf = (code: number): number => STORE_FAULTS.findIndex(({ sqliteCode }) => sqliteCode === code);
const FULL = faultOf(13);
const IO_ERROR = faultOf(10);
const PASSING_FAULTS = STORE_FAULTS.map((fault, index) => ({ ...fault, index })).filter(
  ({ index }) => index !== IO_ERROR,
);

/** The look at the caller's key is none of the writer's, and how a commit is synced is a mark of the connection alone. */
const NO_WRITE = /api_key|PRAGMA synchronous/;

const COMMIT = 'before COMMIT';
const timeout = 3_600_000;

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

/** Where another gateway must follow, in a short run the commits. */
function commitsOf(writes: readonly Write[]): readonly Write[] {
  return writes.filter(({ step }) => IS_WHOLE || step === COMMIT);
}

/** In a short run the faults take turns at the writes: each write meets one of them, and each fault some writes. */
function inTurn(writes: readonly Write[], fault: number): readonly Write[] {
  return chosenWrites(writes).filter(
    (_write, place) => IS_WHOLE || place % PASSING_FAULTS.length === fault % PASSING_FAULTS.length,
  );
}

/** Of one request: what takes its hold, what stores its texts, and what charges. */
interface Writes {
  readonly holding: readonly Write[];
  readonly keeping: readonly Write[];
  readonly charging: readonly Write[];
  readonly settledFrom: number;
}

function writesOf({ steps, heldFrom, settledFrom }: Timeline): Writes {
  const writes = steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => step.startsWith('before ') && !isCall(step))
    .filter(({ step }) => step !== 'before the answer' && !NO_WRITE.test(step));
  const afterCalls = writes.filter(({ index }) => index > heldFrom);
  // Texts are stored in one transaction, and the charge is written in the next.
  const kept = afterCalls.findIndex(({ step }) => step === COMMIT) + 1;
  const holding = writes.filter(({ index }) => index < heldFrom);
  const found = { holding, keeping: afterCalls.slice(0, kept), charging: afterCalls.slice(kept) };
  for (const some of Object.values(found)) expect(some.length).toBeGreaterThan(1);
  return { ...found, settledFrom };
}

/**
 * Every write of a request of two models and two judges fails once, in every way a store fails.
 * Call it at the top level of a test file.
 */
export function describeFailures(name: string, make: (folder: string) => Promise<Store>): void {
  describe(name, () => {
    let folder: string;
    let lane: Lane;
    let recorded: Promise<Writes> | undefined;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
      lane = await Lane.open(await make(folder), folder);
      await lane.start();
    });
    afterAll(async () => {
      await lane.close();
      rmSync(folder, { recursive: true, force: true });
    });
    // In the first test that needs it: a gateway that takes strange steps fails tests, and not what is before them.
    const writes = (): Promise<Writes> => (recorded ??= recordRequest(lane, 'no fault').then(writesOf));
    const failing: Failing = { lane: () => lane, writes };
    describePassingFaults(failing);
    describeLastingFault(failing);
    describeFatalFault(failing);
  });
}

/** What is made to fail, and where. */
interface Failing {
  readonly lane: () => Lane;
  readonly writes: () => Promise<Writes>;
}

function describePassingFaults({ lane, writes }: Failing): void {
  describe.each(PASSING_FAULTS)('meets $name', ({ index: fault }) => {
    it('taking the hold: 503, and nobody was asked', { timeout }, async () => {
      for (const { index, step } of inTurn((await writes()).holding, fault))
        expectNobodyAsked(await fail(lane(), { failAt: index, fault }), step);
    });

    it('keeping texts or charging: charged once, and answered', { timeout }, async () => {
      const { keeping, charging } = await writes();
      for (const { index, step } of inTurn([...keeping, ...charging], fault)) {
        const plan = { failAt: index, fault };
        const { answer, calls, before, after } = await fail(lane(), plan);
        expect(answer?.status, step).toBe(200);
        expect(calls, step).toBe(JUDGED_CALLS);
        expect(addedTo(after, before), step).toMatchObject({ state: 'settled', charge: JUDGED_CHARGE });
        expectExact(after);
        expect(await lane().ask(keyOf(plan)), step).toMatchObject({ status: 200, replayed: true });
      }
    });

    it('and serves again afterwards', async () => {
      expect(await lane().ask(`after ${fault}`)).toMatchObject({ status: 200 });
      expectExact(await lane().store.books());
    });
  });
}

function describeLastingFault({ lane, writes }: Failing): void {
  describe('meets a full disk that stays full', () => {
    it('taking the hold: 503, and nobody was asked', { timeout }, async () => {
      for (const { index, step } of chosenWrites((await writes()).holding))
        expectNobodyAsked(await fail(lane(), { failAt: index, fault: FULL, lasts: true }), step);
    });

    it('charging: no 200, and the hold stays until recovery', { timeout }, async () => {
      for (const { index, step } of commitsOf((await writes()).charging)) {
        const plan = { failAt: index, fault: FULL, lasts: true };
        const { answer, calls, before, after } = await fail(lane(), plan);
        expectUnavailable(answer, step);
        expect(calls, step).toBe(JUDGED_CALLS);
        expect(addedTo(after, before), step).toMatchObject({ state: 'reserved', charge: null });
        expect(after.reserved, step).toBeGreaterThan(0);
        expectExact(after);
        await restart(lane());
      }
    });

    it('and is emptied while the gateway lives: it gives the hold back', async () => {
      const plan = { failAt: (await writes()).charging[0]?.index ?? 0, fault: FULL, lasts: true };
      const { after } = await fail(lane(), plan);
      expect(after.reserved).toBeGreaterThan(0);
      await lane().endFault();
      await eventually(async () => expect((await lane().store.books()).reserved).toBe(0));
      expectExact(await lane().store.books());
    });
  });
}

function describeFatalFault({ lane, writes }: Failing): void {
  describe('meets an I/O error', () => {
    it('taking the hold: ends, and nobody was asked', { timeout }, async () => {
      for (const { index, step } of commitsOf((await writes()).holding)) {
        const { answer, calls, before, after } = await fail(lane(), { failAt: index, fault: IO_ERROR });
        expect([503, undefined], step).toContain(answer?.status);
        expect(lane().output(), step).toContain('the ledger has failed: stopping');
        expect(calls, step).toBe(0);
        expect(after, step).toEqual(before);
        await restart(lane());
      }
    });

    it('charging: ends without a 200', { timeout }, async () => {
      const { keeping, charging } = await writes();
      for (const { index, step } of commitsOf([...keeping, ...charging])) {
        const { answer, calls, before, after } = await fail(lane(), { failAt: index, fault: IO_ERROR });
        expect([503, undefined], step).toContain(answer?.status);
        expect(calls, step).toBe(JUDGED_CALLS);
        expect(addedTo(after, before), step).toMatchObject({ state: 'reserved', charge: null });
        await restart(lane());
      }
    });

    // A sync that fails says nothing about what is on the disk: here all of it is.
    it('after the charge was written: ends without a 200, and the charge stands', async () => {
      const plan = { failAt: (await writes()).settledFrom, fault: IO_ERROR };
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
  const calls = lane.steps().filter(isCall).length;
  return { answer, calls, before, after: await lane.store.books() };
}

const keyOf = ({ failAt, fault, lasts }: ProbePlan): string => `${fault} at ${failAt} ${lasts}`;

function expectNobodyAsked({ answer, calls, before, after }: Failure, step: string): void {
  expectUnavailable(answer, step);
  expect(calls, step).toBe(0);
  expect(after, step).toEqual(before);
}

function expectUnavailable(answer: Answer | undefined, step: string): void {
  expect(answer?.status, step).toBe(503);
  expect(JSON.parse(answer?.text ?? ''), step).toMatchObject({ type: 'urn:assay:problem:unavailable' });
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
