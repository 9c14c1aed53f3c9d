// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The account's credits, and the settings its requests run under.
 */
export interface BalanceResponse {
  /**
   * What was granted, less what was charged.
   */
  readonly creditsPosted: number;
  /**
   * Held for requests in flight.
   */
  readonly creditsReserved: number;
  /**
   * Posted less reserved: what the next request may hold.
   */
  readonly creditsAvailable: number;
  /**
   * What holds where a request has no `zero_data_retention`.
   */
  readonly zeroDataRetention: boolean;
  /**
   * For each key.
   */
  readonly requestsPerMinute: number;
  /**
   * For each key.
   */
  readonly requestsInFlight: number;
  /**
   * Factor on list prices.
   */
  readonly markup: number;
}
