import type { LedgerProblem } from '../../../core/ledger/ledger.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';

/** Micro-credits. */
export interface Balance {
  readonly posted: number;
  readonly reserved: number;
}

export interface RequestRow {
  readonly id: string;
  readonly state: string;
  readonly hold: number;
  /** Null while it is reserved. */
  readonly charge: number | null;
}

/** What stands in a store, read past every gateway. The balance is the only account's. */
export interface Books extends Balance {
  /** In the order of their reservations. */
  readonly requests: readonly RequestRow[];
  /** The IDs of the requests in the outbox, in order. No event is delivered here. */
  readonly eventIds: readonly string[];
  /** What `assay ledger check` would print. */
  readonly problems: readonly LedgerProblem[];
}

/** Rows of `EVENTS`. */
export function readEventIds(rows: readonly { readonly [column: string]: unknown }[]): readonly string[] {
  return rows.map((row) => String(row['request_id'])).toSorted();
}

/** A ledger's database, whether a gateway runs over it or not. */
export interface Store {
  /** For ASSAY_DATABASE_URL. */
  readonly url: string;
  books(): Promise<Books>;
  /** Whether a hold stands now, in its request and in its account. */
  hasHold(): Promise<boolean>;
  /** For what operators do, beside a gateway. */
  open(): Promise<LedgerAdmin>;
  /** Makes it known that gateways are dead, without the time that takes; only while none lives. */
  lapse(): Promise<void>;
  remove(): Promise<void>;
}

/** The queries behind `Books`, in the SQL that both databases understand. */
export const BALANCE = 'SELECT posted, reserved FROM account';
export const REQUESTS = `SELECT id, state, hold, charge, created_ms FROM request
  UNION ALL SELECT id, 'reserved', hold, NULL, created_ms FROM open_request ORDER BY created_ms`;
export const EVENTS = 'SELECT request_id FROM webhook_event';
export const HOLD =
  'SELECT 1 AS held FROM open_request r JOIN account a ON a.id = r.account_id AND a.reserved = r.hold';
