import { Worker } from 'node:worker_threads';
import { LedgerError } from '../ledger-error.ts';
import type { ListedKey, MeteredOutput, RequestRecord } from '../ledger.ts';
import type { CacheQuery } from '../answers/cached-answer.ts';
import type { LogPiece } from '../texts/log-piece.ts';
import { RecordTurns } from '../texts/record-turns.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import { type AccountUsage, isOfAccount, usageInSteps, type UsageStep } from '../usage/usage-in-steps.ts';
import { readUsage } from '../usage/usage-report.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import type { RecordAnswer, RecordQuestion, RecordRequest } from './record-messages.ts';
import { threadEnvironment } from '../thread-environment.ts';

interface Asked {
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (error: LedgerError) => void;
}

/** Questions about all accounts take turns as an account's do. */
const NOBODY = 0;

/**
 * The main thread's end of the reader of records, at which accounts take turns. The thread starts with the first question,
 * and again where it was lost.
 */
export class RecordThread {
  readonly #path: string;
  readonly #asked = new Map<number, Asked>();
  readonly #turns = new RecordTurns();
  #worker: Worker | undefined;
  #serial = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws LedgerError `unavailable` where the record cannot be read; as `RecordTurns.run`. */
  async find(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    const answer = await this.#ask({ kind: 'find', accountId, requestId });
    return answer.kind === 'find' ? answer.record : undefined;
  }

  /** @throws LedgerError as `find`. */
  async piece(piece: LogPiece): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const answer = await this.#ask({ kind: 'piece', ...piece });
    return answer.kind === 'piece' ? answer.piece : undefined;
  }

  /** Undefined where there is none. @throws LedgerError as `find`. */
  async answer(query: CacheQuery): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const answer = await this.#ask({ kind: 'answer', ...query });
    return answer.kind === 'answer' ? answer.answer : undefined;
  }

  /** @throws LedgerError as `find`. */
  async page(query: RequestPageQuery): Promise<RequestPage> {
    const answer = await this.#ask({ kind: 'page', ...query });
    return answer.kind === 'page' ? answer.page : { requests: [], next: null };
  }

  /** @throws LedgerError as `find`. */
  async outputs(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    const answer = await this.#ask({ kind: 'outputs', accountId: null, minimumCalls });
    return answer.kind === 'outputs' ? answer.outputs : [];
  }

  /** @param accountId null for those of every account. @throws LedgerError as `find`. */
  async keys(accountId: number | null): Promise<readonly ListedKey[]> {
    const answer = await this.#ask({ kind: 'keys', accountId });
    return answer.kind === 'keys' ? answer.keys : [];
  }

  /** @throws LedgerError as `find`, and `invalid` where the rows are too many. */
  async usage(query: UsageQuery): Promise<readonly UsageRow[]> {
    if (isOfAccount(query)) return await usageInSteps(query, (step) => this.#usageStep(step));
    const answer = await this.#ask({ kind: 'usage', accountId: null, query });
    return answer.kind === 'usage' ? readUsage(answer.rows, query) : [];
  }

  async #usageStep(query: AccountUsage): Promise<UsageStep> {
    const answer = await this.#ask({ kind: 'usage-step', accountId: query.accountId, query });
    return answer.kind === 'usage-step' ? answer.step : { rows: [], nextMs: null };
  }

  /** Resolves when the thread has ended. What is still asked is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#lose(new LedgerError('closed', 'The ledger is closed: the gateway is stopping.'));
    await worker?.terminate();
  }

  #ask(question: RecordQuestion): Promise<RecordAnswer> {
    return this.#turns.run(question.accountId ?? NOBODY, () => this.#send(question));
  }

  #send(question: RecordQuestion): Promise<RecordAnswer> {
    this.#worker ??= this.#start();
    this.#serial += 1;
    const request: RecordRequest = { id: this.#serial, question };
    const { promise, resolve, reject } = Promise.withResolvers<RecordAnswer>();
    this.#asked.set(request.id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(request);
    return promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./record-worker.ts', import.meta.url), {
      workerData: this.#path,
      env: threadEnvironment(),
      execArgv: [],
      name: 'record-reader',
    });
    const lost = (cause?: Error): void => {
      if (worker === this.#worker) this.#lose(unreadable(cause?.message ?? 'its reader ended'));
    };
    worker.on('message', (answer: RecordAnswer) => this.#receive(answer));
    worker.on('error', lost);
    worker.on('messageerror', lost);
    worker.once('exit', () => lost());
    return worker;
  }

  #receive(answer: RecordAnswer): void {
    const asked = this.#asked.get(answer.id);
    this.#asked.delete(answer.id);
    if (answer.kind === 'failed') asked?.reject(unreadable(answer.message));
    else asked?.resolve(answer);
  }

  #lose(error: LedgerError): void {
    this.#worker = undefined;
    this.#turns.endAll(error);
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}

function unreadable(reason: string): LedgerError {
  return new LedgerError('unavailable', `The record cannot be read now: ${reason}. Try again later.`);
}
