import type { BudgetPeriod } from '../budgets/budget.ts';
import type { TableChanges } from './row-set.ts';
import type { RowOf, TableName } from './tables.ts';
import type { NumberedTable } from './touched.ts';

/** What a store loaded for a batch, as `Touched` says. */
export interface Loaded {
  /** A table that is not named has no rows for this batch. */
  readonly rows: { readonly [Name in TableName]?: readonly RowOf<Name>[] };
  /** Of the loaded accounts those that have a webhook. */
  readonly webhookAccountIds: readonly number[];
  /** How many bytes of the response are logged, of the requests of the idempotency rows; absent where none are. */
  readonly responseBytes: ReadonlyMap<string, number>;
  /** Unused numbers, at least as many as `Touched.newIds` says. */
  readonly newIds: Readonly<Record<NumberedTable, readonly number[]>>;
}

/** A budget whose figures in the present period are not stored. */
export interface BudgetToCount {
  readonly accountId: number;
  /** 0 for the budget of the whole account. */
  readonly familyId: number;
  readonly period: BudgetPeriod;
  /** The present period: from the one moment to before the other, Unix milliseconds. */
  readonly startsMs: number;
  readonly endsMs: number;
}

/** Its figures, in micro-credits: of the account's requests, with a family only those made with keys of it. */
export interface CountedBudget extends BudgetToCount {
  /** The sum of the charges of requests that ended in the period. */
  readonly charged: number;
  /** The sum of the holds of open requests. */
  readonly held: number;
  /** The highest threshold of its alerts of the period (the row has the same `starts_ms`); 0 where there is none. */
  readonly alerted: number;
}

/** What a store writes of a batch: table after table as listed, of each the deleted rows first. */
export interface Changes {
  readonly tables: { readonly [Name in TableName]: TableChanges<Name> };
  /** Requests that ended without their answer: what is stored of their texts is deleted. */
  readonly withoutTexts: readonly string[];
}

/** When and for whom a batch is decided. */
export interface Moment {
  /** Unix milliseconds, by the store's clock. */
  readonly nowMs: number;
  /** The gateway that takes and ends holds; null for a command, which takes none. */
  readonly owner: string | null;
}
