import { LEDGER_TABLES } from '../../generated/ledger-tables.ts';

export interface Table {
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** The columns that rules may change; none for rows that never change. */
  readonly mutable: readonly string[];
  readonly columns: Readonly<Record<string, keyof ValueOf>>;
}

// The database numbers the rows of the audit log.
const { id: _number, ...auditColumns } = LEDGER_TABLES.audit_entry.columns;

/**
 * The tables that `decide` reads and changes, in the order in which changes are written, with the columns that it may
 * change. `sql/schema.sql` explains the columns. The tables of texts, cached answers, webhooks, admin tokens and gateways are not here,
 * because no rule reads them.
 */
export const TABLES = {
  account: {
    ...LEDGER_TABLES.account,
    mutable: [
      'posted',
      'reserved',
      'markup_milli',
      'zero_data_retention',
      'response_cache',
      'cache_since_ms',
      'worst_holds',
      'requests_per_minute',
      'requests_in_flight',
      'suspended',
    ],
  },
  api_key: {
    ...LEDGER_TABLES.api_key,
    mutable: ['name', 'models', 'requests_per_minute', 'expires_ms', 'revoked_ms', 'successor'],
  },
  budget: {
    ...LEDGER_TABLES.budget,
    mutable: ['amount', 'starts_ms', 'ends_ms', 'charged', 'held', 'alerted'],
  },
  credit: { ...LEDGER_TABLES.credit, mutable: [] },
  credit_claim: { ...LEDGER_TABLES.credit_claim, mutable: [] },
  open_request: {
    ...LEDGER_TABLES.open_request,
    mutable: ['delivering', 'delivered_calls', 'delivered_cost', 'delivered_absorbed'],
  },
  request: { ...LEDGER_TABLES.request, mutable: [] },
  call: { ...LEDGER_TABLES.call, mutable: [] },
  idempotency: { ...LEDGER_TABLES.idempotency, mutable: ['fingerprint', 'request_id', 'created_ms'] },
  budget_alert: { ...LEDGER_TABLES.budget_alert, mutable: [] },
  webhook_event: { ...LEDGER_TABLES.webhook_event, mutable: [] },
  audit_entry: { key: ['change_id'], columns: auditColumns, mutable: [] },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

/** In the order in which changes are written. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keys` forgets which keys there are
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

export function columnsOf(table: TableName): readonly string[] {
  return Object.keys(TABLES[table].columns);
}

/** The values of a column by its type: `?` may be null, a flag is 0 or 1. Both databases have the same columns. */
interface ValueOf {
  readonly integer: number;
  readonly 'integer?': number | null;
  readonly real: number;
  readonly text: string;
  readonly 'text?': string | null;
  readonly bytes: Uint8Array;
  readonly 'bytes?': Uint8Array | null;
  readonly flag: 0 | 1;
}

type ValuesOf<Columns extends Table['columns']> = {
  readonly [Name in keyof Columns]: ValueOf[Columns[Name]];
};

/** A row of one of the tables, its columns spelled as in the database. */
export type RowOf<Name extends TableName> = ValuesOf<(typeof TABLES)[Name]['columns']>;

/** The key of a row. */
export type KeyOf<Name extends TableName> = {
  readonly [Column in (typeof TABLES)[Name]['key'][number] & keyof RowOf<Name>]: RowOf<Name>[Column];
};
