import type { LedgerError } from './ledger-error.ts';
import type {
  Operation,
  OperationOf,
  OperationResult,
  Storable,
  TextResult,
  WriteResult,
} from './ledger-operation.ts';
import type { LedgerProblem } from './ledger.ts';
import type { GatewayMail } from './mail/gateway-mail.ts';
import type { Database, Done } from './sql/database.ts';
import type { LedgerStep } from './sql/steps.ts';

/**
 * The operations that the ledger needs of a database. Unless stated otherwise, a method that rejects does so with a
 * LedgerError and has changed nothing.
 */
export interface LedgerStore {
  /** Each rejects with a LedgerError, `unavailable` if the database cannot be read. */
  readonly queries: StoreQueries;
  /** Reaches the other gateways; undefined if the ledger has only one. */
  readonly mail?: GatewayMail | undefined;
  /** How long a text may wait to share a transaction if its caller does not wait, in milliseconds. */
  readonly textsLingerMs: number;
  /**
   * Opens the database for the other methods.
   * @returns the results of ending requests of dead gateways, if it has ended them itself.
   * @throws LedgerError `unusable` or `unavailable`.
   */
  open(events: StoreEvents): Promise<readonly OperationResult[]>;
  /** Makes one batch durable; see `CommitQueueSettings`. */
  write(operations: readonly Operation[]): Promise<readonly WriteResult[]>;
  /** Stores texts in one transaction. The results are in the order of the texts. It rejects if the writer is lost. */
  keep(texts: readonly Storable[]): Promise<readonly TextResult[]>;
  /** Runs a step in a separate transaction. */
  runStep(step: LedgerStep): Promise<Done>;
  /** As `LedgerAdmin.backup`. */
  backup(path: string): Promise<void>;
  /** As `LedgerAdmin.check`. */
  check(): Promise<readonly LedgerProblem[]>;
  /** Closes what `open` opened. Call it when no write is pending. @param reason rejects the reads that still run. */
  close(reason: LedgerError): Promise<void>;
}

/** The connections for reading, by how long their statements may take. */
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
  /** Called if durability is in doubt: all later writes may be lost. */
  readonly onFailed: (error: LedgerError) => void;
  /** Called with the requests of dead gateways to end. It must not reject. */
  readonly onOrphans: (orphans: readonly Orphan[]) => Promise<void>;
}

/** A request that a dead gateway left open. */
export type Orphan = Pick<OperationOf<'recover'>, 'requestId' | 'owner'>;
