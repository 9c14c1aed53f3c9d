import { Worker } from 'node:worker_threads';
import { errorOf } from '../ledger-error.ts';
import { threadEnvironment } from '../../thread-environment.ts';
import type { Answer, Question, Work } from './serve-thread.ts';

export interface ThreadSettings {
  readonly script: URL;
  /** What operators see of it in a list of threads. */
  readonly name: string;
  readonly workerData: unknown;
  /** The thread failed or ended by itself. Called at most once, and not after `close` or `end`. */
  readonly onLost: (error: Error) => void;
}

interface Asked {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of a thread that does one kind of work: each question has one answer, in their order. */
export class LedgerThread<Kinds extends Work<Kinds>> {
  readonly #worker: Worker;
  readonly #onLost: ThreadSettings['onLost'];
  readonly #asked = new Map<number, Asked>();
  readonly #exited: Promise<void>;
  #serial = 0;
  #closing = false;
  #lost: Error | undefined;

  constructor({ script, name, workerData, onLost }: ThreadSettings) {
    this.#onLost = onLost;
    this.#worker = new Worker(script, { workerData, env: threadEnvironment(), execArgv: [], name });
    this.#worker.on('message', (answer: Answer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('messageerror', (error) => this.#lose(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#lose(new Error(`The thread ${name} ended.`));
        resolve();
      });
    });
  }

  /**
   * @throws LedgerError as the work does; another Error where the thread is lost meanwhile. It throws at once what cannot
   * cross to a thread.
   */
  ask<Kind extends keyof Kinds & string>(
    kind: Kind,
    asked: Parameters<Kinds[Kind]>[0],
  ): ReturnType<Kinds[Kind]> {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    if (this.#lost === undefined) {
      this.#serial += 1;
      const question: Question = { id: this.#serial, kind, asked };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(question);
      this.#asked.set(question.id, { resolve, reject });
    } else reject(this.#lost);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of work has its own answer, and types do not cross threads
    return promise as unknown as ReturnType<Kinds[Kind]>;
  }

  /** Resolves when the thread has done what it was asked, closed what it had open, and ended. */
  async close(): Promise<void> {
    this.#closing = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
    this.#worker.postMessage('close');
    await this.#exited;
  }

  /** Ends the thread at once. What it was asked is rejected. */
  async end(reason: Error): Promise<void> {
    this.#closing = true;
    this.#lose(reason);
    await this.#worker.terminate();
  }

  #receive({ id, ...answer }: Answer): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if ('refusal' in answer) asked?.reject(errorOf(answer));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    else asked?.resolve(answer.value as never);
  }

  #lose(error: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = error;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
    if (!this.#closing) this.#onLost(error);
  }
}
