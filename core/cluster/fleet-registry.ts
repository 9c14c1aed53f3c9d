import { setTimeout as wait } from 'node:timers/promises';
import type { FileKeys } from '../config/key-files.ts';
import type { PricedModels } from '../model-facts.ts';
import { readFacts, type FoundRegistry } from '../registry/find-registry.ts';
import { problem, ReloadRefused } from '../reload/reload-result.ts';
import type { Prepared, Swappable } from '../reload/swappable.ts';
import type { WorkerPlace } from './worker-place.ts';
import type { WorkerProcess } from './worker-process.ts';

/** For a worker that is starting, which began with the registry there was. */
const READY_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;
/** A large registry takes a worker a second to open. */
const PREPARE_TIMEOUT_MS = 60_000;
const COMMIT_TIMEOUT_MS = 10_000;

export interface FleetRegistryOptions {
  readonly places: readonly WorkerPlace[];
  readonly first: FoundRegistry;
  readonly keys: FileKeys;
  readonly models: number;
}

interface Pending {
  readonly found: FoundRegistry;
  readonly keys: FileKeys;
  readonly models: number;
  readonly workers: readonly WorkerProcess[];
}

/** The registry of all workers: each takes another one, or none does. */
export class FleetRegistry implements Swappable {
  readonly #places: readonly WorkerPlace[];
  #found: FoundRegistry;
  #keys: FileKeys;
  #models: number;
  #pending: Pending | undefined;

  constructor({ places, first, keys, models }: FleetRegistryOptions) {
    this.#places = places;
    this.#found = first;
    this.#keys = keys;
    this.#models = models;
  }

  /** What a worker that starts now must begin with. */
  get found(): FoundRegistry {
    return this.#found;
  }

  /** Likewise. */
  get keys(): FileKeys {
    return this.#keys;
  }

  get hash(): string {
    return this.#found.hash;
  }

  get models(): number {
    return this.#models;
  }

  async prices(): Promise<PricedModels> {
    return await readFacts(this.#found);
  }

  async prepare(found: FoundRegistry, keys: FileKeys): Promise<Prepared> {
    this.#pending = undefined;
    const workers = await this.#allReady();
    const terms = { about: found, keys, timeoutMs: PREPARE_TIMEOUT_MS };
    const answers = await Promise.all(workers.map(async (worker) => await worker.ask('prepare', terms)));
    const problems = answers.flatMap((answer) => {
      if (answer === undefined) return [problem('a worker ended or did not answer: reload again')];
      return 'problems' in answer ? answer.problems : [];
    });
    const prepared = answers.find((answer) => answer !== undefined && 'prepared' in answer);
    // What several say alike is said once.
    const unlike = new Map(problems.map((each) => [JSON.stringify(each), each]));
    if (prepared === undefined || problems.length > 0) throw new ReloadRefused([...unlike.values()]);
    this.#pending = { found, keys, models: prepared.prepared.models, workers };
    return prepared.prepared;
  }

  async commit(hash: string): Promise<boolean> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending?.found.hash !== hash) return false;
    const isPrepared = this.#places.every(
      ({ worker, isReady }, index) => isReady && worker === pending.workers[index],
    );
    if (!isPrepared) throw new Error('a worker ended meanwhile, and nothing was changed: reload again');
    // Nothing is awaited between the look and this, so a replacement worker starts with it.
    this.#found = pending.found;
    this.#keys = pending.keys;
    this.#models = pending.models;
    await Promise.all(
      pending.workers.map(async (worker) => {
        const terms = { about: pending.found, timeoutMs: COMMIT_TIMEOUT_MS };
        // One that does not answer stands still, and swaps before it does anything else.
        if ((await worker.ask('commit', terms)) === false) worker.signal('SIGTERM');
      }),
    );
    return true;
  }

  abort(): void {
    this.#pending = undefined;
    for (const { worker, isReady } of this.#places) if (isReady) void worker?.ask('abort');
  }

  /** @throws Error where one is still starting after 15 seconds. */
  async #allReady(): Promise<readonly WorkerProcess[]> {
    for (let left = READY_WITHIN_MS / LOOK_EVERY_MS; left > 0; left -= 1) {
      const ready = this.#places.flatMap(({ worker, isReady }) =>
        isReady && worker !== undefined ? [worker] : [],
      );
      if (ready.length === this.#places.length) return ready;
      // One look after the other is the point.
      // oxlint-disable-next-line eslint/no-await-in-loop
      await wait(LOOK_EVERY_MS);
    }
    throw new Error('not all workers are ready, so none was changed: look at /readyz, and reload again');
  }
}
