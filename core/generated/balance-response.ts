// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The account's credits, and the settings its requests run under.
 */
export interface BalanceResponse {
  /**
   * Credits granted, minus credits charged. Below zero, the account owes it.
   */
  readonly creditsPosted: number;
  /**
   * Credits held for requests in flight.
   */
  readonly creditsReserved: number;
  /**
   * `creditsPosted` minus `creditsReserved`: what the next request can hold. Below zero where requests cost more than their holds: then none is taken.
   */
  readonly creditsAvailable: number;
  /**
   * How far `creditsPosted` is below zero.
   */
  readonly creditsOwed: number;
  /**
   * The setting for requests without `zero_data_retention`.
   */
  readonly zeroDataRetention: boolean;
  /**
   * Whether requests may name `cache`, to be given earlier answers again.
   */
  readonly cache: boolean;
  /**
   * Requests per minute that each key may send.
   */
  readonly requestsPerMinute: number;
  /**
   * Requests that each key may have in flight at once.
   */
  readonly requestsInFlight: number;
  /**
   * The factor on list prices that your account pays.
   */
  readonly markup: number;
  /**
   * Every budget that binds requests with this key, the account's first; empty if there are none.
   *
   * @maxItems 4
   */
  readonly budgets: readonly Budget[];
}
/**
 * What may be spent in a day or a month, and how much of it is left.
 */
export interface Budget {
  /**
   * Whose budget it is: the account's, for all of its keys, or this key's.
   */
  readonly scope: 'account' | 'key';
  /**
   * What it is for. Days and months begin at 00:00 UTC.
   */
  readonly period: 'day' | 'month';
  /**
   * Credits that may be spent in the period.
   */
  readonly limit: number;
  /**
   * Credits charged in the period, each when its request ended.
   */
  readonly spent: number;
  /**
   * Credits held for requests in flight.
   */
  readonly held: number;
  /**
   * What the next request can hold: `limit` minus `spent` and `held`.
   */
  readonly remaining: number;
  /**
   * When the next period begins, ISO 8601 in UTC.
   */
  readonly resetsAt: string;
}
