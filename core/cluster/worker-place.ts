import type { Logger } from '../log.ts';
import type { ReplacementStart, WorkerEnd } from './restart-plan.ts';
import type { WorkerExit, WorkerProcess } from './worker-process.ts';

export interface PlaceOptions {
  readonly fork: () => WorkerProcess;
  /** Says when the replacement worker starts. */
  readonly plan: (end: WorkerEnd) => ReplacementStart;
  readonly log: Logger;
  /** Called for each worker that ended without being told to stop, before its replacement starts. */
  readonly onEnded: (worker: WorkerProcess) => void;
  /** There will be no replacement. Not called where the first one ended at its start: `start` says so. */
  readonly onGivenUp: () => void;
}

/** Keeps one worker running: where it ends, a replacement worker takes its place. */
export class WorkerPlace {
  readonly #options: PlaceOptions;
  #worker: WorkerProcess | undefined;
  #isReady = false;
  #wasEverReady = false;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  /** Undefined between two. */
  get worker(): WorkerProcess | undefined {
    return this.#worker;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Starts the first one. Where that fails there is no second: what is wrong is for the operator to mend.
   * @returns the port it takes requests at; undefined where it ended instead.
   */
  async start(): Promise<number | undefined> {
    return await this.#launch().listening;
  }

  /** Starts no replacement, and lets this one end what it runs. @returns whether it ended in good order. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    // One that has not taken a request yet is simply ended by the signal.
    const mustSettle = this.#isReady;
    this.#worker?.signal('SIGTERM');
    const exit = await this.#worker?.exited;
    return exit === undefined || exit.code === 0 || !mustSettle;
  }

  #launch(): WorkerProcess {
    const worker = this.#options.fork();
    const startedMs = performance.now();
    this.#worker = worker;
    void worker.listening.then((port) => {
      if (port === undefined) return;
      this.#isReady = true;
      this.#wasEverReady = true;
      this.#options.log.info({ worker: worker.id, pid: worker.pid }, 'a worker is ready');
    });
    void worker.exited.then((exit) => this.#replace(worker, exit, performance.now() - startedMs));
    return worker;
  }

  #replace(worker: WorkerProcess, exit: WorkerExit, livedMs: number): void {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#worker = undefined;
    if (this.#isStopping || !this.#wasEverReady) return;
    this.#options.onEnded(worker);
    const pauseMs = this.#options.plan({ wasReady, wasOrderly: exit.code === 0, livedMs });
    const { log, onGivenUp } = this.#options;
    const about = { worker: worker.id, pid: worker.pid, ...exit };
    if (pauseMs === undefined) {
      log.fatal(about, 'a worker ended, as the ones before it, before it took a request: giving up');
      onGivenUp();
      return;
    }
    log.error(
      { ...about, restartInMs: pauseMs },
      'a worker ended: what it still held is given back when its lease runs out, and a replacement worker starts',
    );
    this.#timer = setTimeout(() => this.#launch(), pauseMs);
  }
}
