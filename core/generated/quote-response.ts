// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * What a request costs, entry by entry. The request was not run and nothing was charged or kept.
 */
export interface QuoteResponse {
  /**
   * The average charge of such requests, by estimate.
   */
  readonly creditsExpected: number;
  /**
   * The hold: the balance that must be available, and the `estimatedCreditsRequired` of a 402. The charge is for actual use and rarely exceeds this; with holds of `worst` it never does.
   */
  readonly creditsRequired: number;
  /**
   * The charge if every output reaches its cap and every judge run is repeated. `max_credits` refuses a request for which this is more. See `chargedAsBilled` for what it does not bound.
   */
  readonly creditsAtMost: number;
  /**
   * Whether the request is taken with the `max_credits` it has. Absent without one.
   */
  readonly fitsMaxCredits?: boolean;
  /**
   * Parts of this request whose cost nobody can bound: they are charged as the provider bills them, also beyond `creditsAtMost` and `max_credits`. Absent if everything is bounded.
   *
   * @minItems 1
   */
  readonly chargedAsBilled?: readonly ('searches' | 'pdf_pages')[];
  /**
   * Notes about this quote: with `judge_until`, how many judge runs `creditsExpected` supposes, and whether the judges are calibrated. Absent if there is nothing to say.
   */
  readonly warnings?: readonly QuoteWarning[];
  readonly calls: QuoteCalls;
  /**
   * One entry per entry of the request's `models`, in that order.
   */
  readonly models: readonly QuoteEntry[];
  /**
   * One entry per entry of the request's `judges`, in that order.
   */
  readonly judges: readonly QuoteEntry[];
  readonly fuse?: QuoteEntry;
}
/**
 * Something to know of the quote.
 */
export interface QuoteWarning {
  /**
   * A stable code for programs.
   */
  readonly code: string;
  /**
   * The field of the request that it concerns, as a JSON Pointer.
   */
  readonly pointer: string;
  /**
   * An explanation for people.
   */
  readonly message: string;
}
/**
 * Calls to providers if none has to be repeated.
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
   * 1 if a fused answer can be written. Absent without `fuse`.
   */
  readonly fuse?: number;
  /**
   * All of them together.
   */
  readonly total: number;
}
/**
 * What is held for one entry of `models` or `judges`, or for `fuse`.
 */
export interface QuoteEntry {
  /**
   * Position in the request's `models` or `judges`, from 0; of `fuse` the position after all answers.
   */
  readonly index: number;
  /**
   * The model at that position.
   */
  readonly modelId: string;
  /**
   * The model that runs in its place, because it is shut down. Absent if it runs itself.
   */
  readonly servedBy?: string;
  /**
   * True if the account's cache has its answer now, so that it is not run. Absent otherwise.
   */
  readonly cached?: true;
  /**
   * How often it is asked: a model once, a judge twice for each pair of answers that can come. 0 if it cannot run or its answer is `cached`.
   */
  readonly runs: number;
  /**
   * Input tokens that are held for all its runs together.
   */
  readonly tokensIn: number;
  /**
   * Output tokens that are held for all its runs together.
   */
  readonly tokensOut: number;
  /**
   * Its part of `creditsRequired`. 0 if it cannot run or its answer is `cached`.
   */
  readonly credits: number;
  /**
   * Why it cannot run, such as `provider_unconfigured` or `attachment_unsupported`: its result would have this `error.code`. Null if it can run.
   */
  readonly errorCode: string | null;
}
