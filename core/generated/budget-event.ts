// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The event of a webhook when 80 or 100 % of a budget are spent, once a period for each.
 */
export interface BudgetEvent {
  /**
   * So many per cent of a budget were spent.
   */
  readonly type: 'budget.reached';
  /**
   * When they were, in ISO 8601 and UTC.
   */
  readonly timestamp: string;
  readonly data: ReachedBudget;
}
/**
 * The budget as it was then, in credits.
 */
export interface ReachedBudget {
  /**
   * Name of the account.
   */
  readonly account: string;
  /**
   * Whose budget it is: the account’s, or a key’s.
   */
  readonly scope: 'account' | 'key';
  /**
   * Prefix of the key whose budget it is; null for the account’s. A key that was rotated shares its budget with the one that took its place, which is named.
   */
  readonly keyPrefix: string | null;
  /**
   * Days and months begin at 00:00 UTC.
   */
  readonly period: 'day' | 'month';
  /**
   * Per cent of the budget that were spent. A charge that passes both sends two events.
   */
  readonly threshold: 80 | 100;
  /**
   * The budget.
   */
  readonly limit: number;
  /**
   * Credits charged in the period until then.
   */
  readonly spent: number;
  /**
   * When the next period begins, in ISO 8601 and UTC.
   */
  readonly resetsAt: string;
}
