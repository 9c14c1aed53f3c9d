// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * A page of the account's requests, the newest first.
 */
export interface PromptsResponse {
  /**
   * One per request, by `createdAt`. A page of a search may be empty although another comes after it.
   *
   * @maxItems 100
   */
  readonly prompts: readonly ListedPrompt[];
  /**
   * Send it as `cursor` to get the next page. Null on the last page.
   */
  readonly nextCursor: string | null;
}
/**
 * One request: its state and figures, and with `excerpt` how its prompt begins.
 */
export interface ListedPrompt {
  /**
   * Identifies the request.
   */
  readonly promptLogId: string;
  /**
   * `reserved`, `settled` or `voided`, as in the record.
   */
  readonly state: 'reserved' | 'settled' | 'voided';
  /**
   * When the hold was taken, in ISO 8601 and UTC.
   */
  readonly createdAt: string;
  /**
   * When the request was charged or its hold given back. Null while it is `reserved`.
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
   * The `models` of the request; empty for a comparison of given answers. For requests from before the gateway stored them: the models of its calls, empty unless the request is `settled`.
   */
  readonly models: readonly string[];
  /**
   * The `judges` of the request, in the same way.
   */
  readonly judges: readonly string[];
  /**
   * Whether the record still has `request` and `response`.
   */
  readonly textsRetained: boolean;
  /**
   * The label of the request. Absent if it has none.
   */
  readonly label?: string;
  /**
   * How many requests have this label, at most 1,000. Only with `grouped=true`.
   */
  readonly labelCount?: number;
  /**
   * The first 200 characters of the prompt. Only with `excerpt=true`; null if the record has no `request`, and rarely if the prompt cannot be read alone.
   */
  readonly promptStart?: string | null;
}
