import { Worker, type MessagePort } from 'node:worker_threads';
import { threadEnvironment } from '../../thread-environment.ts';
import { errorOf, LedgerError, type Refusal } from '../ledger-error.ts';

/** What a thread can be asked: functions of one value each. */
type Work<Kinds> = { readonly [Kind in keyof Kinds]: (asked: never) => Promise<unknown> };

/** What travels to a thread; `close` ends it. */
type Question = { readonly kind: string; readonly asked: unknown } | 'close';

/** What comes back, in the order of the questions. */
type Answer = { readonly value: unknown } | { readonly refusal: Refusal };

export interface ThreadSettings {
  readonly script: URL;
  /** What operators see of it in a list of threads. */
  readonly name: string;
  readonly workerData: unknown;
  /** The thread failed or ended by itself. Called at most once, and not after `close` or `end`. */
  readonly onLost: (error: Error) => void;
}

/** The main thread's end of a thread that does one kind of work: each question has one answer, in their order. */
export class LedgerThread<Kinds extends Work<Kinds>> {
  readonly #worker: Worker;
  readonly #onLost: ThreadSettings['onLost'];
  /** The oldest first. */
  readonly #asked: Omit<PromiseWithResolvers<never>, 'promise'>[] = [];
  readonly #exited: Promise<void>;
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
   * @throws LedgerError as the work does; another Error if the thread is lost meanwhile. It throws at once if the
   * input cannot be sent to a thread.
   */
  ask<Kind extends keyof Kinds & string>(
    kind: Kind,
    asked: Parameters<Kinds[Kind]>[0],
  ): ReturnType<Kinds[Kind]> {
    const { promise, ...ends } = Promise.withResolvers<never>();
    if (this.#lost === undefined) {
      this.#tell({ kind, asked });
      this.#asked.push(ends);
    } else ends.reject(this.#lost);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of work has its own answer, and types do not cross threads
    return promise as unknown as ReturnType<Kinds[Kind]>;
  }

  /** Resolves when the thread has done what it was asked, closed what it had open, and ended. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#tell('close');
    await this.#exited;
  }

  /** Ends the thread at once. What it was asked is rejected. */
  async end(reason: Error): Promise<void> {
    this.#closing = true;
    this.#lose(reason);
    await this.#worker.terminate();
  }

  #tell(question: Question): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(question);
  }

  #receive(answer: Answer): void {
    const asked = this.#asked.shift();
    if ('refusal' in answer) asked?.reject(errorOf(answer));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    else asked?.resolve(answer.value as never);
  }

  #lose(error: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = error;
    for (const { reject } of this.#asked.splice(0)) reject(error);
    if (!this.#closing) this.#onLost(error);
  }
}

/**
 * The thread's own end: does what the main thread asks, one after the other. A LedgerError is an answer; anything else that
 * the work throws ends the thread, and the main thread takes that as its loss.
 * @param close is called when the thread is to end, after its last answer.
 */
export function serveThread<Kinds extends Work<Kinds>>(
  port: MessagePort,
  { work, close }: { readonly work: Kinds; readonly close: () => void },
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types do not cross threads; `LedgerThread` asks only for what there is
  const kinds = work as unknown as Readonly<
    Record<string, ((asked: unknown) => Promise<unknown>) | undefined>
  >;
  let turn = Promise.resolve();
  port.on('message', (question: Question) => {
    turn = turn.then(async () => {
      if (question === 'close') {
        close();
        port.close();
        return;
      }
      try {
        const value = await kinds[question.kind]?.(question.asked);
        port.postMessage({ value } satisfies Answer, bytesIn(value));
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error;
        const { code, message } = error;
        port.postMessage({ refusal: { code, message } } satisfies Answer);
      }
    });
  });
}

/** The memory of the texts in rows, which is handed over instead of copied. */
function bytesIn(rows: unknown): readonly ArrayBuffer[] {
  const bytes: ArrayBuffer[] = [];
  for (const row of Array.isArray(rows) ? rows : [])
    for (const value of Object.values(row))
      if (value instanceof Uint8Array && value.buffer instanceof ArrayBuffer) bytes.push(value.buffer);
  return bytes;
}
