import { Worker } from 'node:worker_threads';
import { LedgerError } from '../ledger-error.ts';
import type {
  Operation,
  OperationResult,
  TextResult,
  WriterAnswer,
  WriterRequest,
  WriterSettings,
} from '../ledger-operation.ts';
import type { LedgerProblem, Recovery } from '../ledger.ts';
import type { Storable } from '../texts/storable.ts';
import type { OutboxStep, OutboxStepResult } from '../webhooks/outbox-step.ts';
import { threadEnvironment } from '../thread-environment.ts';

export interface WriterEvents {
  readonly onBatch: (results: readonly OperationResult[], durationMs: number) => void;
  /** The thread failed or ended by itself. Called at most once, only after it had opened, and not after `close`. */
  readonly onLost: (error: Error) => void;
}

interface Deferred<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the writer: typed messages out, typed answers in. */
export class WriterThread {
  readonly #worker: Worker;
  readonly #events: WriterEvents;
  readonly #checks: Deferred<readonly LedgerProblem[]>[] = [];
  readonly #texts: Deferred<readonly TextResult[]>[] = [];
  readonly #outbox: Deferred<OutboxStepResult>[] = [];
  readonly #prunings: Deferred<number>[] = [];
  readonly #truncations: Deferred<null>[] = [];
  readonly #exited: Promise<void>;
  #opening: Deferred<Recovery | undefined> | undefined;
  #closing = false;
  #lost = false;

  constructor(settings: WriterSettings, events: WriterEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
      workerData: settings,
      env: threadEnvironment(),
      execArgv: [],
      name: 'ledger-writer',
    });
    this.#worker.on('message', (answer: WriterAnswer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('messageerror', (error) => this.#lose(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#lose(new Error('The ledger’s writer thread ended.'));
        resolve();
      });
    });
  }

  /** @returns what recovery ended. @throws LedgerError `unusable` with what to do about the database. */
  async opened(): Promise<Recovery | undefined> {
    return await new Promise<Recovery | undefined>((resolve, reject) => {
      this.#opening = { resolve, reject };
    });
  }

  write(operations: readonly Operation[]): void {
    this.#send({ kind: 'batch', operations });
  }

  async check(): Promise<readonly LedgerProblem[]> {
    return await new Promise<readonly LedgerProblem[]>((resolve, reject) => {
      this.#checks.push({ resolve, reject });
      this.#send({ kind: 'check' });
    });
  }

  /** Stores texts in a transaction of their own. @throws Error where the thread is lost meanwhile. */
  async writeTexts(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    if (this.#lost) throw new Error('The ledger’s writer thread ended.');
    return await new Promise<readonly TextResult[]>((resolve, reject) => {
      this.#texts.push({ resolve, reject });
      this.#send({ kind: 'texts', texts });
    });
  }

  /** Deletes some answers stored before then, and of accounts without a cache. @returns how many. @throws as `writeTexts`. */
  async pruneAnswers(beforeMs: number): Promise<number> {
    if (this.#lost) throw new Error('The ledger’s writer thread ended.');
    return await new Promise<number>((resolve, reject) => {
      this.#prunings.push({ resolve, reject });
      this.#send({ kind: 'prune-answers', beforeMs });
    });
  }

  /** Changes webhooks or their events, in a transaction of its own. @throws Error as `writeTexts`. */
  async writeOutbox(step: OutboxStep): Promise<OutboxStepResult> {
    if (this.#lost) throw new Error('The ledger’s writer thread ended.');
    return await new Promise<OutboxStepResult>((resolve, reject) => {
      this.#outbox.push({ resolve, reject });
      this.#send({ kind: 'outbox', step });
    });
  }

  /** Empties the write-ahead log on disk. */
  async truncateLog(): Promise<void> {
    await new Promise<null>((resolve, reject) => {
      this.#truncations.push({ resolve, reject });
      this.#send({ kind: 'truncate-log' });
    });
  }

  /** Resolves when the thread has closed the database and ended. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#send({ kind: 'close' });
    await this.#exited;
  }

  #send(request: WriterRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(request);
  }

  #receive(answer: WriterAnswer): void {
    switch (answer.kind) {
      case 'batch':
        this.#events.onBatch(answer.results, answer.durationMs);
        break;
      case 'texts':
        this.#texts.shift()?.resolve(answer.results);
        break;
      case 'answers-pruned':
        this.#prunings.shift()?.resolve(answer.deleted);
        break;
      case 'outbox':
        this.#outbox.shift()?.resolve(answer.result);
        break;
      case 'log-truncated':
        this.#truncations.shift()?.resolve(null);
        break;
      case 'check':
        this.#checks.shift()?.resolve(answer.problems);
        break;
      case 'opened':
        this.#opening?.resolve(answer.recovery);
        this.#opening = undefined;
        break;
      case 'unusable':
        this.#opening?.reject(new LedgerError('unusable', answer.message));
        this.#opening = undefined;
        this.#closing = true;
        break;
      case 'closed':
        break;
    }
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = true;
    if (this.#opening !== undefined) {
      this.#closing = true;
      this.#opening.reject(
        new LedgerError('unusable', `The ledger’s writer did not start: ${error.message}`),
      );
    }
    for (const list of [this.#checks, this.#texts, this.#outbox, this.#prunings, this.#truncations])
      for (const { reject } of list.splice(0)) reject(error);
    if (!this.#closing) this.#events.onLost(error);
  }
}
