// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The most a request can cost, entry by entry. The request was not run and nothing was charged or kept.
 */
export interface QuoteResponse {
  /**
   * What the request would hold: the balance that must be available, and the `estimatedCreditsRequired` of its 402. The charge is what was used, never more.
   */
  readonly creditsRequired: number;
  readonly calls: QuoteCalls;
  /**
   * One per entry of the request's `models`, in that order.
   */
  readonly models: readonly QuoteEntry[];
  /**
   * One per entry of the request's `judges`, in that order.
   */
  readonly judges: readonly QuoteEntry[];
}
/**
 * Calls to providers where none has to be repeated.
 */
export interface QuoteCalls {
  /**
   * One for each model that can run.
   */
  readonly models: number;
  /**
   * Two for each judge that can run and each pair of models that can.
   */
  readonly judges: number;
  /**
   * Both.
   */
  readonly total: number;
}
/**
 * What one entry of `models` or `judges` may take.
 */
export interface QuoteEntry {
  /**
   * Place in the request's `models` or `judges`.
   */
  readonly index: number;
  /**
   * The model at that place.
   */
  readonly modelId: string;
  /**
   * How often it is asked: a model once, a judge twice for each pair of models that can answer. 0 where it cannot run.
   */
  readonly runs: number;
  /**
   * The most of all its runs, the one further ask of each included.
   */
  readonly tokensIn: number;
  /**
   * The most of all its runs, the one further ask of each included.
   */
  readonly tokensOut: number;
  /**
   * Its part of `creditsRequired`; 0 where it cannot run.
   */
  readonly credits: number;
  /**
   * Why it cannot run, `provider_unconfigured` or `attachment_unsupported`: its result will have this `error.code`. Null where it can run.
   */
  readonly errorCode: string | null;
}
