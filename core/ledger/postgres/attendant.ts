import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { TextResult } from '../ledger-operation.ts';
import type { Recovery } from '../ledger.ts';
import type { Storable } from '../texts/storable.ts';
import type { AttendantAnswer, AttendantRequest, AttendantSettings } from './attendant-messages.ts';

export interface AttendantEvents {
  readonly onRecovered: (recovery: Recovery) => void;
  /** The server's disk or files failed. */
  readonly onCorrupt: (reason: string) => void;
}

/** Pause before a thread that failed is started again, milliseconds. */
const RESTART_MS = 1_000;

/**
 * The main thread's end of the thread that renews the lease and stores texts. A thread that fails is started again: until
 * then texts are not kept, and the lease stands for as long as it was renewed.
 */
export class PostgresAttendant {
  readonly #settings: AttendantSettings;
  readonly #events: AttendantEvents;
  readonly #texts: PromiseWithResolvers<readonly TextResult[]>[] = [];
  #worker: Worker | undefined;
  #exited: Promise<void> = Promise.resolve();
  #keepsLease = false;
  #closing = false;

  constructor(settings: AttendantSettings, events: AttendantEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  /** Starts the thread and waits until it listens. @throws Error where it ends instead. */
  async open(): Promise<void> {
    // The driver reads the environment (PGPASSWORD and its like), so the thread has it too.
    const worker = new Worker(new URL('./attendant-worker.ts', import.meta.url), {
      workerData: this.#settings,
      env: SHARE_ENV,
      execArgv: [],
      name: 'ledger-attendant',
    });
    this.#worker = worker;
    const exited = Promise.withResolvers<void>();
    this.#exited = exited.promise;
    worker.on('error', () => {});
    worker.once('exit', () => {
      exited.resolve();
      this.#lose(worker);
    });
    const ready = Promise.withResolvers<void>();
    worker.on('message', (answer: AttendantAnswer) => {
      if (answer.kind === 'ready') ready.resolve();
      else this.#receive(answer);
    });
    void exited.promise.then(() => ready.reject(new Error('The ledger’s attendant thread ended.')));
    await ready.promise;
    worker.unref();
  }

  /** From here on the lease is renewed, and dead gateways are looked for. */
  keepLease(): void {
    this.#keepsLease = true;
    this.#send({ kind: 'keep-lease' });
  }

  /** @throws Error where the thread is lost meanwhile. */
  async writeTexts(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    if (this.#worker === undefined) throw new Error('The ledger’s attendant thread does not run.');
    const results = Promise.withResolvers<readonly TextResult[]>();
    this.#texts.push(results);
    this.#send({ kind: 'texts', texts });
    return await results.promise;
  }

  /** Lets the lease be; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#worker?.ref();
    this.#send({ kind: 'close' });
    await this.#exited;
  }

  #send(request: AttendantRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker?.postMessage(request);
  }

  #receive(answer: Exclude<AttendantAnswer, { readonly kind: 'ready' }>): void {
    if (answer.kind === 'recovered') this.#events.onRecovered(answer.recovery);
    else if (answer.kind === 'corrupt') this.#events.onCorrupt(answer.reason);
    else this.#texts.shift()?.resolve(answer.results);
  }

  #lose(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#texts.splice(0)) reject(new Error('The ledger’s attendant thread ended.'));
    if (this.#closing || !this.#keepsLease) return;
    setTimeout(() => {
      if (this.#closing) return;
      this.open().then(
        () => this.keepLease(),
        () => {},
      );
    }, RESTART_MS).unref();
  }
}
