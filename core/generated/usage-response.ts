// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * What the account's settled requests used in a period, by the time of their charge.
 */
export interface UsageResponse {
  /**
   * The groups of the rows.
   */
  readonly by: 'day' | 'model' | 'key';
  /**
   * First moment of the period, ISO 8601.
   */
  readonly from: string;
  /**
   * First moment after the period, ISO 8601.
   */
  readonly to: string;
  /**
   * One per group with any use, in the order of the groups.
   *
   * Items: One day, model or key.
   */
  readonly rows: {
    /**
     * Date in UTC, model ID or key prefix; null for requests from before keys were counted.
     */
    readonly group: string | null;
    /**
     * Name of the key; null if it has none. Only if `by` is `key`.
     */
    readonly keyName?: string | null;
    /**
     * Calls to models, judges included.
     */
    readonly calls: number;
    /**
     * Input tokens.
     */
    readonly tokensIn: number;
    /**
     * Output tokens.
     */
    readonly tokensOut: number;
    /**
     * List price in US dollars.
     */
    readonly providerCost: number;
    /**
     * Credits charged. The rows add up to the account's charges exactly.
     */
    readonly creditsUsed: number;
  }[];
  /**
   * The sums of the rows.
   */
  readonly total: {
    /**
     * Calls to models, judges included.
     */
    readonly calls: number;
    /**
     * Input tokens.
     */
    readonly tokensIn: number;
    /**
     * Output tokens.
     */
    readonly tokensOut: number;
    /**
     * List price in US dollars.
     */
    readonly providerCost: number;
    /**
     * Credits charged.
     */
    readonly creditsUsed: number;
  };
}
