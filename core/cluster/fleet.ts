import type { Environment } from '../config.ts';
import type { FileKeys } from '../config/key-files.ts';
import type { OperatorsView, Readiness } from '../http/operators/create-operations.ts';
import type { Logger } from '../log.ts';
import type { PricedModels } from '../model-facts.ts';
import { expose, type Exposition } from '../metrics/exposition.ts';
import { createFleetMetrics } from '../metrics/fleet-metrics.ts';
import type { FoundRegistry, RegistrySource } from '../registry/find-registry.ts';
import { createReload, type Reload } from '../reload/reload.ts';
import type { ReloadResult } from '../reload/reload-result.ts';
import { FleetRegistry } from './fleet-registry.ts';
import { FleetSnapshots } from './fleet-snapshots.ts';
import { createRestartPlan } from './restart-plan.ts';
import { WorkerPlace } from './worker-place.ts';
import { forkWorker, type WorkerProcess } from './worker-process.ts';

export interface FleetOptions {
  readonly workers: number;
  readonly log: Logger;
  readonly source: RegistrySource;
  /** What they all begin with. */
  readonly found: FoundRegistry;
  readonly keys: FileKeys;
  readonly environment: Environment;
  readonly models: number;
  /** A worker could not be replaced. */
  readonly onGivenUp: () => void;
}

/** All workers of a primary, to the operators as one. */
export class Fleet implements Omit<OperatorsView, 'administration'> {
  readonly #places: readonly WorkerPlace[];
  readonly #metrics = createFleetMetrics();
  readonly #snapshots = new FleetSnapshots();
  readonly #reload: Reload;
  readonly #registry: FleetRegistry;
  #status: 'starting' | 'started' | 'draining' = 'starting';

  constructor({ workers, log, source, found, keys, environment, models, onGivenUp }: FleetOptions) {
    const fork = (): WorkerProcess => forkWorker(registry.found, registry.keys);
    const onEnded = (worker: WorkerProcess): void => this.#bury(worker);
    this.#places = Array.from(
      { length: workers },
      () => new WorkerPlace({ fork, plan: createRestartPlan(), log, onEnded, onGivenUp }),
    );
    const registry = new FleetRegistry({ places: this.#places, first: found, keys, models });
    this.#registry = registry;
    this.#reload = createReload({ source, environment, target: registry, metrics: this.#metrics, log });
  }

  /** Of all workers, or of none. */
  readonly reload = (): Promise<ReloadResult> => this.#reload.run();

  /**
   * Starts the first alone: what is wrong with the configuration or the ledger is said once.
   * @returns the port they take requests at; undefined where one ended at its start.
   */
  async start(): Promise<number | undefined> {
    const [first, ...others] = this.#places;
    const port = await first?.start();
    if (port === undefined || this.#status === 'draining') return undefined;
    const ports = await Promise.all(others.map(async (place) => await place.start()));
    if (ports.includes(undefined)) return undefined;
    if (this.#status === 'starting') this.#status = 'started';
    return port;
  }

  /** Lets every worker end what it runs. @returns whether all ended in good order. */
  async stop(): Promise<boolean> {
    this.#status = 'draining';
    const ends = await Promise.all(this.#places.map(async (place) => await place.stop()));
    return ends.every(Boolean);
  }

  /** The registry that its workers run on. */
  get found(): FoundRegistry {
    return this.#registry.found;
  }

  readonly prices = (): Promise<PricedModels> => this.#registry.prices();

  get keys(): FileKeys {
    return this.#registry.keys;
  }

  get isDraining(): boolean {
    return this.#status === 'draining';
  }

  kill(): void {
    for (const { worker } of this.#places) worker?.signal('SIGKILL');
  }

  readonly readiness = async (): Promise<Readiness> => {
    const workers = await Promise.all(this.#places.map(describe));
    const isWhole = workers.every(({ status }) => status === 'ready');
    const now = this.#status === 'started' ? (isWhole ? 'ready' : 'degraded') : this.#status;
    return { status: now, detail: { workers, reload: this.#reload.last() } };
  };

  readonly exposition = async (): Promise<Exposition> => {
    const { register, workersReady } = this.#metrics;
    await Promise.all(
      this.#places.map(async ({ worker }) => {
        const snapshot = await worker?.ask('metrics');
        // One that is too busy to answer counts with what it said last.
        if (worker !== undefined && snapshot !== undefined) this.#snapshots.update(worker.id, snapshot);
      }),
    );
    workersReady.set(this.#places.filter(({ isReady }) => isReady).length);
    return await expose(await this.#snapshots.merge(await register.getMetricsAsJSON()));
  };

  #bury(worker: WorkerProcess): void {
    this.#metrics.workersEnded.inc();
    const farewell = worker.farewell();
    if (farewell !== undefined) this.#snapshots.update(worker.id, farewell);
    this.#snapshots.bury(worker.id);
  }
}

interface WorkerState {
  readonly status: Readiness['status'] | 'silent' | 'ended';
  readonly [detail: string]: unknown;
}

async function describe({ worker, isReady }: WorkerPlace): Promise<WorkerState> {
  if (worker === undefined) return { status: 'ended' };
  const { id, pid } = worker;
  if (!isReady) return { worker: id, pid, status: 'starting' };
  const answer = await worker.ask('readiness');
  return { worker: id, pid, status: answer?.status ?? 'silent', ...answer?.detail };
}
