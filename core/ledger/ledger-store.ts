import type { LedgerError } from './ledger-error.ts';
import type { Operation, OperationOf, OperationResult, TextResult, WriteResult } from './ledger-operation.ts';
import type { LedgerProblem } from './ledger.ts';
import type { GatewayMail } from './mail/gateway-mail.ts';
import type { Database, Done } from './sql/database.ts';
import type { LedgerStep } from './sql/steps.ts';
import type { Storable } from './texts/storable.ts';

/** What a database does for the ledger. Where nothing else is said, it rejects with a LedgerError and has changed nothing. */
export interface LedgerStore {
  /** Each rejects with a LedgerError, `unavailable` where the database cannot be read. */
  readonly queries: StoreQueries;
  /** Reaches the other gateways; none where the ledger has only one. */
  readonly mail?: GatewayMail | undefined;
  /** See `TextQueueSettings`. */
  readonly textsLingerMs: number;
  /**
   * Opens what the other methods need.
   * @returns what it ended itself of requests of dead gateways. @throws LedgerError `unusable` or `unavailable`.
   */
  open(events: StoreEvents): Promise<readonly OperationResult[]>;
  /** Makes one batch durable; see `CommitQueueSettings`. */
  write(operations: readonly Operation[]): Promise<readonly WriteResult[]>;
  /** Stores texts in one transaction; results in their order. Rejects where the writer is lost. */
  keep(texts: readonly Storable[]): Promise<readonly TextResult[]>;
  /** Takes a step in a transaction of its own. */
  take(step: LedgerStep): Promise<Done>;
  backup(path: string): Promise<void>;
  check(): Promise<readonly LedgerProblem[]>;
  /** Closes what it opened; nothing is pending any more. */
  close(): Promise<void>;
}

export interface StoreQueries {
  /** For short look-ups: by key, account or name. */
  readonly short: Database;
  /** For records, their texts and cached answers; accounts take turns at it, one reading at a time. */
  readonly records: Database;
  /** For pages, which may search many texts; accounts take turns at it, and no record waits for them. */
  readonly pages: Database;
  /** For reports that read much of the history; accounts take turns at it, and no page waits for them. */
  readonly reports: Database;
  /** For webhook events that wait to be sent: by index and within bounds. */
  readonly events: Database;
}

export interface StoreEvents {
  /** Durability is in doubt: whatever is written from now on may be lost. */
  readonly onFailed: (error: LedgerError) => void;
  /** Requests of dead gateways were found, to be ended. Must not reject. */
  readonly onOrphans: (orphans: readonly Orphan[]) => Promise<void>;
}

/** A request that a dead gateway left open. */
export type Orphan = Pick<OperationOf<'recover'>, 'requestId' | 'owner'>;
