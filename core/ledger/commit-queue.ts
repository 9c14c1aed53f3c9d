import { errorOf, LedgerError, messageOf } from './ledger-error.ts';
import type { Operation, OperationKind, OperationOf, ValueOf, WriteResult } from './ledger-operation.ts';

export interface CommitQueueSettings {
  /**
   * Makes one batch durable and returns results in the order of its operations. It rejects if the batch could not be
   * handed to the writer and nothing was written. A lost writer stops the queue before it rejects.
   */
  readonly write: (operations: readonly Operation[]) => Promise<readonly WriteResult[]>;
  /** Upper bound of the operations that wait or are being written. Further ones are rejected at once. */
  readonly maxPending: number;
  /** How long an operation is tried again while another session locks its account, in milliseconds. */
  readonly maxPostponedMs: number;
  /** Called after each batch. */
  readonly onAnswered?: () => void;
}

interface Pending {
  readonly operation: Operation;
  readonly resolve: (value: never) => void;
  readonly reject: (error: LedgerError) => void;
  /** Set for a postponed operation: when it is given up, by `performance.now()`. */
  untilMs?: number;
}

const MAX_BATCH = 1024;

/** The pause before postponed operations are tried again, in milliseconds. */
const PAUSE_MS = 50;

/** After a batch of at least this many operations, the next one waits, so that more operations can join it. */
const CROWDED_BATCH = 4;
/** Minimum time from the start of a crowded batch to the start of the next, in milliseconds. */
const GATHER_MS = 3;

/**
 * Group commit: while one batch is being made durable, what arrives joins the next. One batch is in the writer at any
 * time, so a hundred concurrent operations cost two or three syncs of the disk instead of a hundred. While operations come
 * in crowds, a batch also waits for a few milliseconds, because a commit takes more processor time than many operations.
 * Operations on an account that another session has locked step aside, and go first after a pause.
 */
export class CommitQueue {
  readonly #settings: CommitQueueSettings;
  #waiting: Pending[] = [];
  #writing: readonly Pending[] = [];
  #postponed: Pending[] = [];
  #resuming: NodeJS.Timeout | undefined;
  #isFlushScheduled = false;
  /** By `performance.now()`. */
  #notBeforeMs = 0;
  #stopped: LedgerError | undefined;
  #drained: (() => void) | undefined;

  constructor(settings: CommitQueueSettings) {
    this.#settings = settings;
  }

  /** @throws LedgerError `queue-full`, the error given to `stop`, or the operation's own refusal. */
  async submit<Kind extends OperationKind>(
    operation: { readonly kind: Kind } & OperationOf<Kind>,
  ): Promise<ValueOf<Kind>> {
    if (this.#stopped !== undefined) throw this.#stopped;
    const pending = this.#waiting.length + this.#writing.length + this.#postponed.length;
    if (pending >= this.#settings.maxPending) {
      throw new LedgerError(
        'queue-full',
        `The ledger has ${this.#settings.maxPending} operations waiting. Try again later; if it lasts, the disk is too slow.`,
      );
    }
    return await new Promise<ValueOf<Kind>>((resolve, reject) => {
      this.#waiting.push({ operation, resolve, reject });
      this.#scheduleFlush();
    });
  }

  #postpone(pending: Pending): void {
    const nowMs = performance.now();
    pending.untilMs ??= nowMs + this.#settings.maxPostponedMs;
    if (nowMs >= pending.untilMs) {
      const message =
        'Another session has locked the account for long. Try again; if it lasts, look at the server.';
      this.#answer(pending, { refusal: { code: 'unavailable', message } });
      return;
    }
    this.#postponed.push(pending);
    this.#resuming ??= setTimeout(() => {
      this.#resuming = undefined;
      this.#waiting = [...this.#postponed, ...this.#waiting];
      this.#postponed = [];
      this.#scheduleFlush();
    }, PAUSE_MS);
  }

  /** Whether nothing is being written and only postponed operations wait. */
  get isIdle(): boolean {
    return this.#waiting.length + this.#writing.length === 0;
  }

  /** Takes no further operation. Earlier ones are still written. */
  async drain(error: LedgerError): Promise<void> {
    this.#stopped ??= error;
    if (this.isIdle && this.#postponed.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  /** Takes no further operation and rejects the earlier ones. */
  stop(error: LedgerError): void {
    this.#stopped = error;
    clearTimeout(this.#resuming);
    const rejected = [...this.#writing, ...this.#postponed, ...this.#waiting];
    this.#writing = [];
    this.#postponed = [];
    this.#waiting = [];
    for (const pending of rejected) pending.reject(error);
    this.#drained?.();
  }

  /**
   * Waits for the end of this turn of the event loop, so that its operations share one commit: those of callers that the
   * last commit resumed, and of requests whose bytes came together. At 32 clients this halves the commits and saves a
   * third of the processor time of a request.
   */
  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#writing.length > 0) return;
    this.#isFlushScheduled = true;
    const waitMs = this.#notBeforeMs - performance.now();
    if (waitMs > 0) setTimeout(() => void this.#flush(), waitMs);
    else setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    this.#isFlushScheduled = false;
    // A queue that was stopped meanwhile is empty.
    if (this.#waiting.length === 0) return;
    const { write, onAnswered } = this.#settings;
    this.#writing = this.#waiting.splice(0, MAX_BATCH);
    this.#notBeforeMs = this.#writing.length < CROWDED_BATCH ? 0 : performance.now() + GATHER_MS;
    const results = await write(this.#writing.map((pending) => pending.operation)).catch((error: unknown) => {
      const message = `The operation cannot be handed to the ledger’s writer: ${messageOf(error)}.`;
      return this.#writing.map(() => ({ refusal: { code: 'rejected' as const, message } }));
    });
    // If the queue was stopped meanwhile, `stop` has rejected the operations and the list is empty.
    const written = this.#writing;
    this.#writing = [];
    for (const [index, pending] of written.entries()) {
      const result = results[index];
      if (result === 'later') this.#postpone(pending);
      else this.#answer(pending, result);
    }
    if (this.#waiting.length > 0) this.#scheduleFlush();
    else if (this.#postponed.length === 0) this.#drained?.();
    onAnswered?.();
  }

  #answer({ resolve, reject }: Pending, outcome: Exclude<WriteResult, 'later'> | undefined): void {
    if (outcome === undefined) {
      reject(new LedgerError('failed', 'The ledger’s writer gave no answer for this operation.'));
    } else if ('refusal' in outcome) {
      reject(errorOf(outcome));
    } else {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of operation has its own kind of result, and types do not cross threads
      resolve(outcome.value as never);
    }
  }
}

/** The pause after a refused write before the next try, in milliseconds. */
const PROBE_MS = 1_000;

export interface WriteWatchSettings {
  /** Called with the reason once nothing can be written, and with undefined once writing works again. */
  readonly onChange: (reason: string | undefined) => void;
  /** Tries to write. Its result is observed like any other. */
  readonly probe: () => Promise<unknown>;
}

/**
 * Notices when a ledger cannot be written, for example because the disk is full, and when it can again. It tries by
 * itself, because a gateway that was taken out of service gets no requests that would show it.
 */
export class WriteWatch {
  readonly #settings: WriteWatchSettings;
  /** Whether nothing could be written the last time. */
  isRefused = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: WriteWatchSettings) {
    this.#settings = settings;
  }

  /** Call it with each batch of which an operation was refused, and with every batch while `isRefused` is true. */
  observe(results: readonly WriteResult[]): void {
    if (results.some(hasWritten)) {
      if (this.isRefused) this.#settings.onChange(undefined);
      this.isRefused = false;
      return;
    }
    const reason = results.map(reasonOf).find((found) => found !== undefined);
    if (reason === undefined) return;
    if (!this.isRefused) this.#settings.onChange(reason);
    this.isRefused = true;
    this.#probeLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #probeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isRefused) this.#settings.probe().catch(() => {});
    }, PROBE_MS);
    this.#timer.unref();
  }
}

/** An operation may succeed without a write, such as a hold that the balance does not cover. */
function hasWritten(result: WriteResult): boolean {
  if (result === 'later' || !('value' in result)) return false;
  const { value } = result;
  if (value === null) return true;
  return typeof value === 'object' && 'outcome' in value && value.outcome === 'held';
}

function reasonOf(result: WriteResult): string | undefined {
  return result !== 'later' && 'refusal' in result && result.refusal.code === 'unavailable'
    ? result.refusal.message
    : undefined;
}
