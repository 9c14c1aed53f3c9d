// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * An answer of the Messages API.
 */
export interface MessagesResponse {
  /**
   * `msg_` and the request's `promptLogId`.
   */
  readonly id: string;
  /**
   * The kind of object.
   */
  readonly type: 'message';
  /**
   * Always `assistant`.
   */
  readonly role: 'assistant';
  /**
   * The ID that was asked for.
   */
  readonly model: string;
  /**
   * The model's text, and the functions that it calls.
   *
   * Items: A text or a call.
   */
  readonly content: readonly (MessagesText | MessagesToolUse)[];
  /**
   * Why the model stopped; null at the beginning of a stream.
   */
  readonly stop_reason: 'end_turn' | 'max_tokens' | 'tool_use' | 'refusal' | null;
  /**
   * Always null.
   */
  readonly stop_sequence: null;
  readonly usage: MessagesUsage;
  readonly assay?: AnswerExtension;
}
/**
 * The model's text.
 */
export interface MessagesText {
  /**
   * The kind of block.
   */
  readonly type: 'text';
  /**
   * Verbatim.
   */
  readonly text: string;
  /**
   * Always null.
   */
  readonly citations: null;
}
/**
 * A function that the model calls. The client runs it and sends its result back.
 */
export interface MessagesToolUse {
  /**
   * The kind of block.
   */
  readonly type: 'tool_use';
  /**
   * Send it back as it is.
   */
  readonly id: string;
  /**
   * The function.
   */
  readonly name: string;
  /**
   * The arguments. Where the model wrote no JSON object, `invalid_json` has what it wrote.
   */
  readonly input: {
    readonly [k: string]: unknown;
  };
}
/**
 * Token counts. Counts that a provider does not report are 0.
 */
export interface MessagesUsage {
  /**
   * Neither read from a cache nor written to one.
   */
  readonly input_tokens: number;
  /**
   * Written to the provider's cache.
   */
  readonly cache_creation_input_tokens: number;
  /**
   * Read from the provider's cache.
   */
  readonly cache_read_input_tokens: number;
  /**
   * Including thinking.
   */
  readonly output_tokens: number;
}
/**
 * Fields that the gateway adds to the dialect's own.
 */
export interface AnswerExtension {
  /**
   * `GET /api/v1/prompts/{promptLogId}` has the request's record.
   */
  readonly promptLogId: string;
  /**
   * Credits charged for the whole request.
   */
  readonly creditsUsed: number;
  /**
   * Whether the answer satisfies your schema. Absent if there was none.
   */
  readonly schemaValid?: boolean;
  /**
   * What the gateway changed or could not do. It changes nothing without a warning, but for fields that the documentation lists as having no effect.
   */
  readonly warnings?: readonly CompatWarning[];
  readonly panel?: PanelOutcome;
}
/**
 * Something the gateway changed or could not do.
 */
export interface CompatWarning {
  /**
   * A stable code for programs.
   */
  readonly code: string;
  /**
   * The field of the request that it concerns, as a JSON Pointer. Empty if it concerns no field.
   */
  readonly pointer: string;
  /**
   * An explanation for people.
   */
  readonly message: string;
}
/**
 * Of a panel: which answer was sent, and how it compares with the others. Their texts are in the request's record.
 */
export interface PanelOutcome {
  /**
   * The answer that was sent.
   */
  readonly winner: {
    /**
     * Position in the panel's `models`, from 0; a fused answer comes after them.
     */
    readonly index: number;
    /**
     * The model at that position.
     */
    readonly modelId: string;
    /**
     * True if it was written from the others by the panel's `fuse`. Absent otherwise.
     */
    readonly fused?: true;
  };
  /**
   * Of the winner, from 1; above 1 where better answers broke the panel's budget.
   */
  readonly rank: number | null;
  /**
   * By how much its win rate is above the best of the others. Null if its answer or all others were not judged, and if the panel has `judge_until`.
   */
  readonly margin: number | null;
  /**
   * More than half of the answers, and two at least, call the same functions with equal arguments. One of these was sent, and no judge was asked. Absent otherwise.
   */
  readonly agreedCalls?: {
    /**
     * How many answers make these calls.
     */
    readonly answers: number;
    /**
     * How many answers there are.
     */
    readonly of: number;
  };
  /**
   * How far the panel's `judge_until` had the answers judged, as `judging` of the prompt response. Absent without it, and beside `agreedCalls`.
   */
  readonly judging?: {
    /**
     * Judge runs that were made.
     */
    readonly asked: number;
    /**
     * Judge runs that there would be without `judge_until`.
     */
    readonly of: number;
    /**
     * How probable it is that the leader is the best of all. Null if nobody leads.
     */
    readonly probability: number | null;
    /**
     * Why judging ended: `sure`, `exhausted` or `deadline`.
     */
    readonly stopped: 'sure' | 'exhausted' | 'deadline';
  };
  /**
   * Pairs in which a judge named the other answer when the two changed places, once for each judge.
   */
  readonly flips: number;
  /**
   * Whether the winner keeps the panel's budget. Absent if the panel has none.
   */
  readonly withinBudget?: boolean;
  /**
   * `wins.qualityWithin` of the panel. Absent if the panel has none.
   */
  readonly budget?: {
    /**
     * The most that an answer may take.
     */
    readonly seconds?: number;
    /**
     * The most that an answer may cost.
     */
    readonly credits?: number;
  };
  /**
   * IDs of the panel's judges, in its order.
   */
  readonly judges: readonly string[];
  /**
   * What all runs of the judges cost. If all calls together cost more than `creditsAtMost`, `creditsUsed` is below the sum.
   */
  readonly judgingCredits: number;
  /**
   * Every entry of the panel's `models`, and the fused answer of a panel with `fuse`, the best first.
   */
  readonly answers: readonly PanelAnswer[];
}
/**
 * One entry of a panel's `models`, or the answer that was fused from them.
 */
export interface PanelAnswer {
  /**
   * Position in the panel's `models`, from 0; a fused answer comes after them.
   */
  readonly index: number;
  /**
   * The model at that position.
   */
  readonly modelId: string;
  /**
   * True if it was written from the others by the panel's `fuse`. Absent otherwise.
   */
  readonly fused?: true;
  /**
   * From 1 for the best. Equal win rates share a rank. Null for a model that failed or answered with nothing.
   */
  readonly rank: number | null;
  /**
   * As in the `ranking` of a prompt. Null if it was not judged.
   */
  readonly winRate: number | null;
  /**
   * Whether the model answered.
   */
  readonly status: 'completed' | 'failed';
  /**
   * `length` means that the answer was cut at its cap. Absent if the model failed.
   */
  readonly finishReason?: 'stop' | 'length' | 'refused';
  /**
   * Of its answer, in milliseconds.
   */
  readonly latencyMs: number;
  /**
   * What its answer cost.
   */
  readonly credits: number;
}
