import { Worker, type MessagePort } from 'node:worker_threads';
import { threadEnvironment } from '../../thread-environment.ts';
import { errorOf, LedgerError, type Refusal } from '../ledger-error.ts';

/** The functions that a thread runs for the main thread, each of one value. */
type Work<Kinds> = { readonly [Kind in keyof Kinds]: (input: never) => Promise<unknown> };

/** A message to a thread; `close` ends it. */
type Question = { readonly kind: string; readonly input: unknown } | 'close';

/** A message from a thread, in the order of the questions. */
type Answer = { readonly value: unknown } | { readonly refusal: Refusal };

export interface ThreadSettings {
  readonly script: URL;
  /** The name in operators' lists of threads. */
  readonly name: string;
  readonly workerData: unknown;
  /** Called if the thread fails or ends by itself; at most once, and not after `close` or `end`. */
  readonly onLost: (error: Error) => void;
}

/** There is a thread for each kind of read, which waits most of the time, so each should keep little memory. */
const YOUNG_GENERATION_MB = 16;

/** The main thread's end of a thread that does one kind of work: each question has one answer, in their order. */
export class LedgerThread<Kinds extends Work<Kinds>> {
  readonly #worker: Worker;
  readonly #onLost: ThreadSettings['onLost'];
  /** The questions without an answer, the oldest first. */
  readonly #pending: Omit<PromiseWithResolvers<unknown>, 'promise'>[] = [];
  readonly #exited: Promise<void>;
  #closing = false;
  #lost: Error | undefined;

  constructor({ script, name, workerData, onLost }: ThreadSettings) {
    this.#onLost = onLost;
    this.#worker = new Worker(script, {
      workerData,
      env: threadEnvironment(),
      execArgv: [],
      name,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
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
   * A function of the thread, to be called here. It rejects with a LedgerError as the work does, and with another Error if
   * the thread is lost meanwhile or the input cannot be sent to a thread.
   */
  remote<Kind extends keyof Kinds & string>(kind: Kind): Kinds[Kind] {
    const ask = async (input: unknown): Promise<unknown> => {
      if (this.#lost !== undefined) throw this.#lost;
      const { promise, ...ends } = Promise.withResolvers<unknown>();
      this.#post({ kind, input });
      this.#pending.push(ends);
      return await promise;
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types do not cross threads
    return ask as unknown as Kinds[Kind];
  }

  /** Resolves when the thread has answered every question, closed its resources and ended. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#post('close');
    await this.#exited;
  }

  /** Ends the thread at once, and rejects every pending question. */
  async end(reason: Error): Promise<void> {
    this.#closing = true;
    this.#lose(reason);
    await this.#worker.terminate();
  }

  #post(question: Question): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(question);
  }

  #receive(answer: Answer): void {
    const pending = this.#pending.shift();
    if ('refusal' in answer) pending?.reject(errorOf(answer));
    else pending?.resolve(answer.value);
  }

  #lose(error: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = error;
    for (const { reject } of this.#pending.splice(0)) reject(error);
    if (!this.#closing) this.#onLost(error);
  }
}

/**
 * The thread's side: answers the main thread's questions one after the other. A LedgerError is an answer; any other error
 * ends the thread, and the main thread sees it as lost.
 * @param close is called when the thread is to end, after its last answer.
 */
export function serveThread<Kinds extends Work<Kinds>>(
  port: MessagePort,
  { work, close }: { readonly work: Kinds; readonly close: () => void },
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types do not cross threads; `LedgerThread` asks only for kinds that exist
  const kinds = work as unknown as Readonly<
    Record<string, ((input: unknown) => Promise<unknown>) | undefined>
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
        const value = await kinds[question.kind]?.(question.input);
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
