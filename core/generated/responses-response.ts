// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * An answer of the Responses API.
 */
export interface ResponsesResponse {
  /**
   * `resp_` and the request's `promptLogId`.
   */
  readonly id: string;
  /**
   * The kind of object.
   */
  readonly object: 'response';
  /**
   * When the request began, in seconds since 1970.
   */
  readonly created_at: number;
  /**
   * `incomplete` means that the output was cut; `in_progress` and `failed` occur in streams only.
   */
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  /**
   * Always null.
   */
  readonly access_programs: null;
  /**
   * Always false.
   */
  readonly background: false;
  /**
   * Why a stream failed.
   */
  readonly error: null | {
    /**
     * As `error.code` elsewhere.
     */
    readonly code: string;
    /**
     * An explanation for people.
     */
    readonly message: string;
  };
  /**
   * Why the output was cut.
   */
  readonly incomplete_details: null | {
    /**
     * At its cap, or by the provider.
     */
    readonly reason: 'max_output_tokens' | 'content_filter';
  };
  /**
   * Always null: they are not repeated.
   */
  readonly instructions: null;
  /**
   * As it was sent.
   */
  readonly max_output_tokens: number | null;
  /**
   * As it was sent.
   */
  readonly metadata: {
    readonly [k: string]: string;
  };
  /**
   * The ID that was asked for.
   */
  readonly model: string;
  /**
   * The model's text and the functions that it calls, in the order in which it wrote them.
   *
   * Items: A text or a call.
   */
  readonly output: readonly (ResponsesMessage | ResponsesFunctionCall)[];
  /**
   * As it was sent, or true.
   */
  readonly parallel_tool_calls: boolean;
  /**
   * Always null.
   */
  readonly previous_response_id: null;
  /**
   * As it was sent.
   */
  readonly reasoning: {
    /**
     * As it was sent.
     */
    readonly effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
    /**
     * Always null.
     */
    readonly summary: null;
  };
  /**
   * Always `default`.
   */
  readonly service_tier: 'default';
  /**
   * As it was sent, or true.
   */
  readonly store: boolean;
  /**
   * As it was sent.
   */
  readonly temperature: number | null;
  /**
   * The form of the output.
   */
  readonly text: {
    /**
     * As it was sent, or `text`.
     */
    readonly format:
      | {
          /**
           * The kind of output.
           */
          readonly type: 'text' | 'json_object';
        }
      | {
          /**
           * The kind of output.
           */
          readonly type: 'json_schema';
          /**
           * As it was sent, or empty.
           */
          readonly name: string;
          /**
           * As it was sent.
           */
          readonly schema: {
            readonly [k: string]: unknown;
          };
          /**
           * Always true: every answer is checked.
           */
          readonly strict: true;
        };
  };
  /**
   * As it was sent, or `auto`.
   */
  readonly tool_choice:
    | ('none' | 'auto' | 'required')
    | {
        /**
         * The kind of tool.
         */
        readonly type: 'function';
        /**
         * The function to call.
         */
        readonly name: string;
      };
  /**
   * The functions that were sent.
   *
   * Items: A function.
   */
  readonly tools: {
    /**
     * The kind of tool.
     */
    readonly type: 'function';
    /**
     * As it was sent.
     */
    readonly name: string;
    /**
     * As it was sent; null if there is none.
     */
    readonly description: string | null;
    /**
     * As they were sent; null if there are none.
     */
    readonly parameters: {
      readonly [k: string]: unknown;
    } | null;
    /**
     * As it was sent; `false` if it was not.
     */
    readonly strict: boolean;
  }[];
  /**
   * As it was sent.
   */
  readonly top_p: number | null;
  /**
   * Always `disabled`.
   */
  readonly truncation: 'disabled';
  /**
   * Null until the answer ends.
   */
  readonly usage: ResponsesUsage | null;
  readonly assay?: AnswerExtension;
}
/**
 * The assistant's message.
 */
export interface ResponsesMessage {
  /**
   * `msg_` and the request's `promptLogId`; a text after a call has its number behind it.
   */
  readonly id: string;
  /**
   * The kind of item.
   */
  readonly type: 'message';
  /**
   * `incomplete` means that the output was cut.
   */
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  /**
   * Always `assistant`.
   */
  readonly role: 'assistant';
  /**
   * One text, once there is one.
   *
   * @maxItems 1
   */
  readonly content: readonly ResponsesText[];
}
/**
 * The model's text.
 */
export interface ResponsesText {
  /**
   * The kind of part.
   */
  readonly type: 'output_text';
  /**
   * Verbatim.
   */
  readonly text: string;
  /**
   * Always empty.
   *
   * @maxItems 0
   */
  readonly annotations: readonly unknown[];
  /**
   * Always empty.
   *
   * @maxItems 0
   */
  readonly logprobs: readonly unknown[];
}
/**
 * A function that the model calls. The client runs it and sends its result back.
 */
export interface ResponsesFunctionCall {
  /**
   * Of the item. Send `call_id` back, not this.
   */
  readonly id: string;
  /**
   * The kind of item.
   */
  readonly type: 'function_call';
  /**
   * `incomplete` means that the output was cut, and `arguments` may be cut with it.
   */
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  /**
   * Send it back as it is with the call and its result.
   */
  readonly call_id: string;
  /**
   * The function.
   */
  readonly name: string;
  /**
   * JSON as the model wrote it, valid or not.
   */
  readonly arguments: string;
}
/**
 * Token counts of the answer. Counts that a provider does not report are 0.
 */
export interface ResponsesUsage {
  /**
   * Including cached ones.
   */
  readonly input_tokens: number;
  /**
   * Parts of the input.
   */
  readonly input_tokens_details: {
    /**
     * Read from the provider's cache.
     */
    readonly cached_tokens: number;
    /**
     * Written to the provider's cache.
     */
    readonly cache_write_tokens: number;
  };
  /**
   * Including reasoning.
   */
  readonly output_tokens: number;
  /**
   * Parts of the output.
   */
  readonly output_tokens_details: {
    /**
     * Spent on reasoning.
     */
    readonly reasoning_tokens: number;
  };
  /**
   * Their sum.
   */
  readonly total_tokens: number;
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
