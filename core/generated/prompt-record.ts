// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { Evaluation, PromptResponse, Result } from './prompt-response.ts';
import type { Vote } from './votes-response.ts';

/**
 * What is known of one request afterwards.
 */
export interface PromptRecord {
  /**
   * Identifies the request.
   */
  readonly promptLogId: string;
  /**
   * `running`: the request runs asynchronously or with an event stream, and can be followed. `reserved`: a plain request is running, or its gateway died and the hold has not been given back yet. `settled`: it was charged. `voided`: the gateway failed, and nothing was charged.
   */
  readonly state: 'running' | 'reserved' | 'settled' | 'voided';
  /**
   * When the hold was taken, in ISO 8601 and UTC.
   */
  readonly createdAt: string;
  /**
   * When the request was charged or its hold given back. Null while it is `running` or `reserved`.
   */
  readonly finishedAt: string | null;
  /**
   * The hold. The charge may be more.
   */
  readonly creditsHeld: number;
  /**
   * The charge. 0 unless the request is `settled`.
   */
  readonly creditsUsed: number;
  /**
   * If true, no text of the request is stored: none ever was, or it was erased.
   */
  readonly zeroDataRetention: boolean;
  /**
   * The `models` of the request, as in the list of requests.
   */
  readonly models: readonly string[];
  /**
   * The `judges` of the request, in the same way.
   */
  readonly judges: readonly string[];
  /**
   * Every run of a model or a judge that was sent to a provider, models first. While the request runs, those whose result or evaluation could be read already. Empty if it is `voided`.
   */
  readonly calls: readonly RecordedCall[];
  /**
   * The label of the request, as it is now. Absent if it has none.
   */
  readonly label?: string;
  /**
   * What somebody of the account voted on its answers. Absent if nothing was.
   *
   * @maxItems 1000
   *
   * Items: A vote, with the fields of an entry of `votes` in the answer to one.
   */
  readonly votes?: readonly Vote[];
  /**
   * The body as it was sent, with `sizeBytes` in place of a file's `base64`. Null under zero data retention, while the request is not `settled`, if no model answered and nothing was charged, and if the text was not kept or has been deleted.
   */
  readonly request: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * The body of the answer. Null if `request` is null, except that the gateway that ran a request asynchronously, or with an `Idempotency-Key`, has an answer that is not stored in memory for 10 minutes.
   */
  readonly response: PromptResponse | null;
  /**
   * Results of a `running` request so far. Null if it runs under zero data retention at another gateway, which alone has its texts. Absent in every other state.
   */
  readonly partialResponse?: PartialResponse | null;
}
/**
 * The metering of one run of a model or a judge.
 */
export interface RecordedCall {
  /**
   * Whether the model answered or judged.
   */
  readonly role: 'contestant' | 'judge';
  /**
   * Position in the request's `models` or `judges`, from 0.
   */
  readonly index: number;
  /**
   * The model at that position.
   */
  readonly modelId: string;
  /**
   * A `failed` call has an `errorCode`.
   */
  readonly status: 'completed' | 'failed';
  /**
   * The code from the failed result's `error`. Null if the call completed.
   */
  readonly errorCode: string | null;
  /**
   * Input tokens, including cached ones.
   */
  readonly tokensIn: number;
  /**
   * Input tokens read from the provider's cache.
   */
  readonly tokensCached: number;
  /**
   * Input tokens written to the provider's cache.
   */
  readonly tokensCacheWritten: number;
  /**
   * Output tokens, including reasoning.
   */
  readonly tokensOut: number;
  /**
   * Web searches that the provider bills.
   */
  readonly searches: number;
  /**
   * Requests sent to the provider. 0 if none was sent.
   */
  readonly attempts: number;
  /**
   * Duration of the successful attempt, in milliseconds.
   */
  readonly latencyMs: number;
  /**
   * What the provider bills, in US dollars.
   */
  readonly providerCost: number;
  /**
   * What this call cost. All calls together cost `creditsUsed`, plus what the operator bore.
   */
  readonly credits: number;
}
/**
 * Results and evaluations whose cost is stored.
 */
export interface PartialResponse {
  /**
   * Of the models that have ended, in the order in which they did.
   */
  readonly results: readonly PartialResult[];
  /**
   * Of the pairs that were judged, in the order in which they were.
   *
   * Items: The evaluation, with the fields of an entry of `evaluations` in the answer.
   */
  readonly evaluations: readonly Evaluation[];
}
/**
 * One result and its place.
 */
export interface PartialResult {
  /**
   * Position in the request's `models`, from 0.
   */
  readonly index: number;
  /**
   * The result, with the fields of an entry of `results` in the answer.
   */
  readonly result: Result;
}
