// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { PromptResponse } from './prompt-response.ts';

/**
 * The event of a webhook when one of the account's requests ends.
 */
export interface WebhookEvent {
  /**
   * `prompt.settled`: the request was charged. `prompt.voided`: the gateway failed or was stopped, and nothing was charged.
   */
  readonly type: 'prompt.settled' | 'prompt.voided';
  /**
   * When the request ended, in ISO 8601 and UTC.
   */
  readonly timestamp: string;
  readonly data: EndedPrompt;
}
/**
 * The request that ended.
 */
export interface EndedPrompt {
  /**
   * Identifies the request. The same as the header `webhook-id`.
   */
  readonly promptLogId: string;
  /**
   * `settled`: it was charged. `voided`: nothing was charged.
   */
  readonly state: 'settled' | 'voided';
  /**
   * When the hold was taken, in ISO 8601 and UTC.
   */
  readonly createdAt: string;
  /**
   * When the request was charged or its hold given back.
   */
  readonly finishedAt: string;
  /**
   * The hold. The charge may be more.
   */
  readonly creditsHeld: number;
  /**
   * The charge. 0 unless the request is `settled`.
   */
  readonly creditsUsed: number;
  /**
   * If true, no text of the request was ever stored.
   */
  readonly zeroDataRetention: boolean;
  /**
   * Path of the request's record at the gateway: `GET` it with one of the account's keys.
   */
  readonly record: string;
  /**
   * The body of the answer. Null under zero data retention, if the request was `voided`, if the body has 1 MiB or more, and if it is not stored; `record` has what there is.
   */
  readonly response: PromptResponse | null;
}
