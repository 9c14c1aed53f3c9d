// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { PromptResponse } from './prompt-response.ts';

/**
 * What is known of one request afterwards.
 */
export interface PromptRecord {
  /**
   * Identifies the request.
   */
  readonly promptLogId: string;
  /**
   * `reserved`: it runs, or its gateway died and its hold is not given back yet. `settled`: it was charged. `voided`: the gateway failed, and nothing was charged.
   */
  readonly state: 'reserved' | 'settled' | 'voided';
  /**
   * When its hold was taken; ISO 8601, UTC.
   */
  readonly createdAt: string;
  /**
   * When it was charged or its hold given back; null while it is reserved.
   */
  readonly finishedAt: string | null;
  /**
   * The most it could have cost.
   */
  readonly creditsHeld: number;
  /**
   * What it was charged; 0 unless it is settled.
   */
  readonly creditsUsed: number;
  /**
   * True: nothing of its texts was ever stored.
   */
  readonly zeroDataRetention: boolean;
  /**
   * Every run of a model or a judge, the models first; none unless it is settled.
   */
  readonly calls: readonly RecordedCall[];
  /**
   * The body as it was sent, with `sizeBytes` in place of a file's `base64`. Null under zero data retention, unless it is settled, if no model answered and nothing was charged, and once the log is pruned.
   */
  readonly request: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * The body it was answered with. Null where `request` is.
   */
  readonly response: PromptResponse | null;
}
/**
 * The metering of one run of a model or a judge.
 */
export interface RecordedCall {
  /**
   * Whether it answered or judged.
   */
  readonly role: 'contestant' | 'judge';
  /**
   * Place in the request's `models` or `judges`.
   */
  readonly index: number;
  /**
   * The model at that place.
   */
  readonly modelId: string;
  /**
   * `failed` comes with an `errorCode`.
   */
  readonly status: 'completed' | 'failed';
  /**
   * As in a failed result's `error`; null where it completed.
   */
  readonly errorCode: string | null;
  /**
   * Cached tokens included.
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
   * Reasoning included.
   */
  readonly tokensOut: number;
  /**
   * Web searches the provider bills.
   */
  readonly searches: number;
  /**
   * Calls sent to the provider; 0 where none was.
   */
  readonly attempts: number;
  /**
   * Milliseconds of the successful attempt.
   */
  readonly latencyMs: number;
  /**
   * What the provider bills, in US dollars.
   */
  readonly providerCost: number;
  /**
   * What it was charged at. Together they are `creditsUsed`, and what the house bore where that reached the hold.
   */
  readonly credits: number;
}
