import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerError } from '../ledger-error.ts';
import type { EventCounts, ListedEvent, WaitingEvents } from './outbox.ts';
import {
  EVENT_COUNTS,
  LISTED_EVENTS,
  readCounts,
  readListedEvent,
  readWaiting,
  waitingSql,
} from './outbox-sql.ts';
import type {
  OutboxStep,
  OutboxStepKind,
  OutboxStepOf,
  OutboxStepResult,
  OutboxStepValues,
} from './outbox-step.ts';
import { SteppedOutbox } from './stepped-outbox.ts';

export interface SqliteOutboxParts {
  /** Writes in a transaction of its own. Rejects where the writer is lost. */
  readonly write: (step: OutboxStep) => Promise<OutboxStepResult>;
  /** Reads on this thread. @throws LedgerError where nothing can be read, as once the ledger is closed. */
  readonly read: <Value>(query: (reader: OutboxReader) => Value) => Value;
}

/** The outbox of a file: read on this thread, by index and within bounds, and written by the ledger's writer. */
export class SqliteOutbox extends SteppedOutbox {
  readonly #parts: SqliteOutboxParts;

  constructor(parts: SqliteOutboxParts) {
    super();
    this.#parts = parts;
  }

  async waiting(afterAccountId: number): Promise<readonly WaitingEvents[]> {
    return this.#parts.read((reader) => reader.waiting(afterAccountId));
  }

  async counts(): Promise<EventCounts> {
    return this.#parts.read((reader) => reader.counts());
  }

  async list(maxEvents: number): Promise<readonly ListedEvent[]> {
    return this.#parts.read((reader) => reader.list(maxEvents));
  }

  protected async step<Kind extends OutboxStepKind>(
    step: OutboxStepOf<Kind>,
  ): Promise<OutboxStepValues[Kind]> {
    // Once the ledger is closed, nobody would answer.
    this.#parts.read(() => undefined);
    const result = await this.#parts.write(step).catch((cause: unknown) => {
      throw new LedgerError('failed', 'The ledger’s writer is lost.', { cause });
    });
    if ('refusal' in result) throw new LedgerError(result.refusal.code, result.refusal.message);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of step has its own kind of value, and types do not cross threads
    return result.value as OutboxStepValues[Kind];
  }
}

export class OutboxReader {
  readonly #waiting: StatementSync;
  readonly #counts: StatementSync;
  readonly #list: StatementSync;

  constructor(database: DatabaseSync) {
    this.#waiting = database.prepare(waitingSql('?1', '?2'));
    this.#counts = database.prepare(EVENT_COUNTS);
    this.#list = database.prepare(`${LISTED_EVENTS} LIMIT ?`);
  }

  waiting(afterAccountId: number): readonly WaitingEvents[] {
    return this.#waiting.all(afterAccountId, Date.now()).map(readWaiting);
  }

  counts(): EventCounts {
    return readCounts(this.#counts.get() ?? {});
  }

  list(maxEvents: number): readonly ListedEvent[] {
    return this.#list.all(maxEvents).map(readListedEvent);
  }
}
