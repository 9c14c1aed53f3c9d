/** What a statement takes; flags are 0 and 1 in both databases. */
export type SqlValue = string | number | null | Uint8Array;

/** A row as either database's driver hands it over; integers as numbers. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs one statement on either database. Parameters are written `$1`, `$2` and so on, each as often as needed. The text
 * keeps to what SQLite and PostgreSQL have in common: `CAST(x AS BIGINT)` instead of `::`, sums cast to BIGINT, flags as 0
 * and 1, lists as JSON. A change answers with rows where it has RETURNING.
 * @throws what the driver throws; the caller turns it into a `LedgerError`.
 */
export type Query = (sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;
