// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The account's credits, and the settings its requests run under.
 */
export interface BalanceResponse {
  /**
   * Credits granted, minus credits charged.
   */
  readonly creditsPosted: number;
  /**
   * Credits held for requests in flight.
   */
  readonly creditsReserved: number;
  /**
   * `creditsPosted` minus `creditsReserved`: what the next request can hold.
   */
  readonly creditsAvailable: number;
  /**
   * The setting for requests without `zero_data_retention`.
   */
  readonly zeroDataRetention: boolean;
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
}
