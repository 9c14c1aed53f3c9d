import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRestartPlan } from '../../core/cluster/restart-plan.ts';
import { WorkerPlace } from '../../core/cluster/worker-place.ts';
import type { WorkerExit, WorkerProcess } from '../../core/cluster/worker-process.ts';

/** A worker that starts and ends when the test says so. */
interface Actor {
  readonly process: WorkerProcess;
  readonly signals: readonly NodeJS.Signals[];
  listen(): Promise<void>;
  exit(how: WorkerExit): Promise<void>;
}

const CRASH: WorkerExit = { code: null, signal: 'SIGKILL' };

let actors: Actor[];
let lines: string[];
let ended: number[];
const onGivenUp = vi.fn<() => void>();
let place: WorkerPlace;

beforeEach(() => {
  vi.useFakeTimers();
  [actors, lines, ended] = [[], [], []];
  onGivenUp.mockClear();
  place = new WorkerPlace({
    fork: () => {
      const actor = createActor(actors.length + 1);
      actors.push(actor);
      return actor.process;
    },
    plan: createRestartPlan(),
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    onEnded: ({ id }) => void ended.push(id),
    onGivenUp,
  });
});
afterEach(() => vi.useRealTimers());

function createActor(id: number): Actor {
  const listening = Promise.withResolvers<number | undefined>();
  const exited = Promise.withResolvers<WorkerExit>();
  const signals: NodeJS.Signals[] = [];
  /** Lets everything that waited for it happen. */
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    signals,
    process: {
      id,
      pid: 1_000 + id,
      listening: listening.promise,
      exited: exited.promise,
      farewell: () => undefined,
      ask: () => Promise.resolve(undefined),
      signal: (name) => void signals.push(name),
    },
    async listen() {
      listening.resolve(8_080);
      await settle();
    },
    async exit(how) {
      exited.resolve(how);
      listening.resolve(undefined);
      await settle();
    },
  };
}

async function startFirst(): Promise<void> {
  const started = place.start();
  await actors[0]?.listen();
  expect(await started).toBe(8_080);
}

it('puts another in the place of one that ended, and says so', async () => {
  await startFirst();
  expect(place.isReady).toBe(true);
  await actors[0]?.exit(CRASH);
  expect([place.isReady, ended]).toEqual([false, [1]]);
  await vi.advanceTimersByTimeAsync(0);
  await actors[1]?.listen();
  expect([place.isReady, place.worker?.id]).toEqual([true, 2]);
  const messages = lines.map((line) => JSON.parse(line));
  expect(messages).toMatchObject([
    { worker: 1, pid: 1_001, msg: 'a worker is ready' },
    { level: 50, worker: 1, pid: 1_001, signal: 'SIGKILL', restartInMs: 0 },
    { worker: 2, pid: 1_002, msg: 'a worker is ready' },
  ]);
});

it('starts no second where the first cannot start: whoever started it hears of it', async () => {
  const started = place.start();
  await actors[0]?.exit({ code: 1, signal: null });
  expect(await started).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(actors).toHaveLength(1);
  expect(onGivenUp).not.toHaveBeenCalled();
});

it('gives up where one after the other cannot start', async () => {
  await startFirst();
  await actors[0]?.exit(CRASH);
  for (let start = 1; start <= 6; start += 1) {
    expect(onGivenUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    await actors.at(-1)?.exit({ code: 1, signal: null });
  }
  expect([onGivenUp.mock.calls.length, actors.length]).toEqual([1, 7]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 60, worker: 7, code: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(actors).toHaveLength(7);
});

it('stops the one that runs and starts no other, also between two', async () => {
  await startFirst();
  const stopped = place.stop();
  expect(actors[0]?.signals).toEqual(['SIGTERM']);
  await actors[0]?.exit({ code: 0, signal: null });
  expect(await stopped).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([actors.length, ended]).toEqual([1, []]);
});

it('tells a stop in good order from one that was cut short', async () => {
  await startFirst();
  const stopped = place.stop();
  await actors[0]?.exit({ code: 1, signal: null });
  expect(await stopped).toBe(false);
});

it('starts nothing where it is stopped while it waits for the next', async () => {
  await startFirst();
  await actors[0]?.exit(CRASH);
  await vi.advanceTimersByTimeAsync(0);
  await actors[1]?.listen();
  await actors[1]?.exit(CRASH);
  expect(place.worker).toBeUndefined();
  expect(await place.stop()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(actors).toHaveLength(2);
});
