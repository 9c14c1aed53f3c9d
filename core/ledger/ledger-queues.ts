import type { LedgerAdmin } from './administration/ledger-admin.ts';
import { MAX_CACHED_ANSWER_BYTES } from './answers/cached-answer.ts';
import { checkDelivery, checkHold, checkSettlement } from './check-operation.ts';
import { CommitQueue, WriteWatch } from './commit-queue.ts';
import type { LedgerError } from './ledger-error.ts';
import type { LedgerStore, Orphan, StoreQueries } from './ledger-store.ts';
import type { OperationResult } from './ledger-operation.ts';
import type { Ledger, Recovery, RequestRecord } from './ledger.ts';
import type { RequestPage } from './requests/request-page.ts';
import { sumOfRecovered } from './rules/requests.ts';
import type { Database, Query } from './sql/database.ts';
import type { DoneOf, StepKind, StepOf } from './sql/steps.ts';
import { lengthOf } from '../text/plain-json.ts';
import { TextQueue, type TextLoss } from './texts/text-queue.ts';

/** A metric that gets one value of each batch. */
interface Observer {
  observe(value: number): void;
}

export interface LedgerOptions {
  /**
   * True for a gateway: it ends the open requests of dead ones, and checks the invariants. False for commands, which work
   * beside running gateways and must not take holds.
   */
  readonly recover: boolean;
  /** Whether a database without tables gets them, or else is refused and left as it is; true by default. */
  readonly mayCreate?: boolean | undefined;
  /** Owner of this process's holds; a random one by default. */
  readonly bootId?: string | undefined;
  /** Upper bound of the waiting operations; 10,000 by default. Further ones are rejected at once. */
  readonly maxPending?: number | undefined;
  /** How long an operation waits for a row that another session has locked, milliseconds; 5 seconds by default. */
  readonly lockMs?: number | undefined;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number | undefined;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number | undefined;
  /** Gets the duration of every batch that was written, in seconds. */
  readonly commitSeconds?: Observer | undefined;
  /** Gets the number of operations in every batch that was written. */
  readonly commitOperations?: Observer | undefined;
  /** Called if texts were not kept, or were deleted to make room, for metrics. */
  readonly onTextsLost?: ((reason: TextLoss, texts: number) => void) | undefined;
  /** Called after requests of dead gateways were ended: at the opening, and later too if gateways share the ledger. */
  readonly onRecovered?: ((recovery: Recovery) => void) | undefined;
  /** Called with the reason once nothing can be written, such as a full disk, and with undefined once it can again. */
  readonly onWriteStateChange?: ((refusedBecause: string | undefined) => void) | undefined;
  /** Called once if durability is in doubt. Everything is rejected from then on, and the process should stop. */
  readonly onFatal?: ((error: LedgerError) => void) | undefined;
}

const MAX_PENDING = 10_000;

/** Generous: a batch holds its locks for milliseconds. */
export const LOCK_MS = 5_000;

/** Batches skip a locked account for `lockMs`. After that, one more batch waits for it for half of `lockMs`. */
const POSTPONED_PART = 1.5;

/** How long a record waits for texts of its request that are still to be written, milliseconds. */
const READ_WAIT_MS = 5_000;

/**
 * Checks and queues everything that is written to the store for a request. Operations are committed together, and texts
 * wait for them.
 */
export class LedgerQueues {
  readonly store: LedgerStore;
  /** The store's, which reject once the ledger is closed or has failed. */
  readonly queries: StoreQueries;
  /** The operations on money and on accounts. */
  readonly operations: CommitQueue;
  /** Called after every batch that was written. */
  onWritten: (() => void) | undefined;
  readonly #options: LedgerOptions;
  #stopped: LedgerError | undefined;

  readonly #texts: TextQueue;
  /** Charges that are being written, by request. */
  readonly #settling = new Map<string, Promise<unknown>>();
  readonly #writeWatch: WriteWatch;

  constructor(store: LedgerStore, options: LedgerOptions) {
    const { maxPending = MAX_PENDING, lockMs = LOCK_MS, onTextsLost, onWriteStateChange } = options;
    this.store = store;
    const { short, records, pages, reports, events } = store.queries;
    this.queries = {
      short: this.#unlessStopped(short),
      records: this.#unlessStopped(records),
      pages: this.#unlessStopped(pages),
      reports: this.#unlessStopped(reports),
      events: this.#unlessStopped(events),
    };
    this.#options = options;
    this.#writeWatch = new WriteWatch({
      onChange: (reason) => onWriteStateChange?.(reason),
      probe: () => this.operations.submit({ kind: 'probe' }),
    });
    this.operations = new CommitQueue({
      write: async (operations) => {
        const startedMs = performance.now();
        const results = await store.write(operations);
        const isRefused = results.some((result) => result !== 'later' && 'refusal' in result);
        if (isRefused || this.#writeWatch.isRefused) this.#writeWatch.observe(results);
        options.commitSeconds?.observe((performance.now() - startedMs) / 1_000);
        options.commitOperations?.observe(operations.length);
        this.onWritten?.();
        return results;
      },
      maxPending,
      maxPostponedMs: lockMs * POSTPONED_PART,
      onAnswered: () => this.#texts.noteMoneyBatch(),
    });
    this.#texts = new TextQueue({
      store,
      operations: this.operations,
      onLoss: (reason, texts) => onTextsLost?.(reason, texts),
    });
  }

  readonly hold: Ledger['hold'] = async (hold) => {
    checkHold(hold);
    return await this.operations.submit({ ...hold, kind: 'hold' });
  };

  readonly deliver: Ledger['deliver'] = async (delivery) => {
    checkDelivery(delivery);
    await this.operations.submit({ ...delivery, kind: 'deliver' });
  };

  /** Readers of the request's record wait meanwhile for the texts that follow the charge. */
  readonly settle: Ledger['settle'] = async (settlement) => {
    checkSettlement(settlement);
    const { requestId } = settlement;
    const settling = this.operations.submit({ ...settlement, kind: 'settle' });
    this.#settling.set(requestId, settling);
    try {
      await settling;
    } finally {
      this.#settling.delete(requestId);
    }
  };

  readonly void: Ledger['void'] = async (requestId) => {
    await this.operations.submit({ kind: 'void', requestId });
  };

  readonly keepTexts: Ledger['keepTexts'] = async (texts, isAwaited) => {
    this.#refuseStopped();
    return await this.#texts.keep(texts, isAwaited);
  };

  readonly keepAnswer: Ledger['keepAnswer'] = async (answer) => {
    this.#refuseStopped();
    const bytes = lengthOf(answer.answer);
    return bytes > 0 && bytes <= MAX_CACHED_ANSWER_BYTES && (await this.#texts.keep(answer, false));
  };

  /**
   * Ends requests of dead gateways, and reports them. One that cannot be ended now stays open until the next search.
   */
  async endOrphans(orphans: readonly Orphan[]): Promise<void> {
    const endings = orphans.map(
      async (orphan) => await this.operations.submit({ kind: 'recover', ...orphan }),
    );
    const ended = (await Promise.allSettled(endings)).flatMap((ending) =>
      ending.status === 'fulfilled' ? [{ value: ending.value }] : [],
    );
    this.reportRecovery(ended);
  }

  /** Calls `onRecovered` with the results of `recover` operations. */
  reportRecovery(ended: readonly OperationResult[]): void {
    const recovery = sumOfRecovered(ended);
    if (recovery.voidedRequests + recovery.chargedRequests > 0) this.#options.onRecovered?.(recovery);
  }

  /** @throws LedgerError, and nothing was changed. */
  readonly runStep = async <Kind extends StepKind>(
    step: { readonly kind: Kind } & StepOf<Kind>,
  ): Promise<DoneOf<Kind>> => {
    this.#refuseStopped();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of step has its own answer, and types do not cross threads
    return (await this.store.runStep(step)) as unknown as DoneOf<Kind>;
  };

  readonly backup: LedgerAdmin['backup'] = async (path) => {
    this.#refuseStopped();
    await this.store.backup(path);
  };

  readonly check: LedgerAdmin['check'] = async () => {
    this.#refuseStopped();
    return await this.store.check();
  };

  /** @throws LedgerError once the ledger is closed or has failed. */
  #refuseStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  #unlessStopped(database: Database): Database {
    const query: Query = async (sql, values) => {
      this.#refuseStopped();
      return await database.query(sql, values);
    };
    return { ...database, query };
  }

  /** Waits, for a bounded time, until texts that are still to be written can be read. @param id see `TextQueue`. */
  async waitForTexts(id: string): Promise<void> {
    if (!this.#texts.isWaiting(id)) return;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, READ_WAIT_MS);
    await Promise.race([this.#texts.flush(id), late.promise]);
    clearTimeout(timer);
  }

  /**
   * Reads the record, and reads it again if it is settled but has no texts: texts follow their charge at once, so they
   * may have been written meanwhile.
   */
  async readRecord(
    requestId: string,
    read: () => Promise<RequestRecord | undefined>,
  ): Promise<RequestRecord | undefined> {
    await this.waitForTexts(requestId);
    const record = await read();
    if (record?.state !== 'settled' || record.log !== null || record.zeroDataRetention) return record;
    await this.#lateTexts(requestId);
    return await read();
  }

  /** Waits for the charge of the request if it is under way, and then for the texts that follow it. */
  async #lateTexts(requestId: string): Promise<void> {
    await this.#settling.get(requestId)?.catch(() => {});
    // The caller of `settle` hands the texts over before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await this.waitForTexts(requestId);
  }

  /** Reads the page, and reads it again if texts of its requests were still to be written. */
  async readPage(read: () => Promise<RequestPage>): Promise<RequestPage> {
    // Texts that are written while the page is read may be missing in it, also those that follow a charge of that time.
    const before = this.#texts.waiting().union(new Set(this.#settling.keys()));
    const page = await read();
    const isLate = (requestId: string): boolean =>
      before.has(requestId) || this.#settling.has(requestId) || this.#texts.isWaiting(requestId);
    const late = page.requests.filter(
      ({ state, isLogged, requestId }) => state === 'settled' && !isLogged && isLate(requestId),
    );
    if (late.length === 0) return page;
    await Promise.all(late.map(({ requestId }) => this.#lateTexts(requestId)));
    return await read();
  }

  /** Takes nothing more. Operations and texts that it has taken are still written. */
  async drain(error: LedgerError): Promise<void> {
    this.#stopped ??= error;
    this.#writeWatch.stop();
    await this.operations.drain(error);
    await this.#texts.drain();
  }

  /** Takes nothing more and rejects everything that it has taken, because durability is in doubt. */
  fail(error: LedgerError): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = error;
    this.#writeWatch.stop();
    this.operations.stop(error);
    this.#texts.noteMoneyBatch();
    this.#options.onFatal?.(error);
  }
}
