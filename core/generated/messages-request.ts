// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * A request of Anthropic's Messages API. A field that is null counts as absent.
 */
export interface MessagesRequest {
  /**
   * The ID of a model or a panel. `GET /v1/models` lists them.
   */
  readonly model: string;
  /**
   * The conversation. The last message must be the user's: a text, results of calls, or both.
   *
   * @minItems 1
   * @maxItems 300
   */
  readonly messages: readonly MessagesTurn[];
  /**
   * Cap on the output, in tokens. The model's default if it is absent.
   */
  readonly max_tokens?: number;
  /**
   * The system prompt, as a text or as parts, which are joined with a blank line.
   */
  readonly system?: string | readonly MessagesBlock[] | null;
  /**
   * Lower is more deterministic. A value that the model does not take is left out or lowered, with a warning.
   */
  readonly temperature?: number | null;
  /**
   * Nucleus sampling threshold. Left out with a warning if the model does not take it.
   */
  readonly top_p?: number | null;
  /**
   * Answers with server-sent events.
   */
  readonly stream?: boolean | null;
  /**
   * Functions that the model may call. The client runs them.
   *
   * @maxItems 128
   */
  readonly tools?: readonly MessagesTool[] | null;
  /**
   * Whether the model may call a function (`auto`), must not (`none`), must call one (`any`), or must call the one you name (`tool`).
   */
  readonly tool_choice?: {
    /**
     * The kind of choice.
     */
    readonly type: 'auto' | 'any' | 'tool' | 'none';
    /**
     * Of a `tool`: one of the functions in `tools`.
     */
    readonly name?: string;
    /**
     * Asks for at most one call in an answer. Left out with a warning where the provider cannot be asked for that.
     */
    readonly disable_parallel_tool_use?: boolean | null;
  } | null;
  /**
   * How much the model thinks. `enabled` asks for the effort nearest to `budget_tokens`, `disabled` for the least, `adaptive` leaves it to the model or to `output_config.effort`.
   */
  readonly thinking?: {
    /**
     * Whether the model thinks.
     */
    readonly type: 'enabled' | 'disabled' | 'adaptive';
    /**
     * Of `enabled`, in tokens.
     */
    readonly budget_tokens?: number | null;
    /**
     * No thinking is shown.
     */
    readonly display?: string | null;
  } | null;
  /**
   * The form of the output and how much the model thinks about it.
   */
  readonly output_config?: {
    /**
     * The nearest of the model's own levels is asked for.
     */
    readonly effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
    /**
     * Every answer is checked against the schema before any of it is sent.
     */
    readonly format?: {
      /**
       * The kind of output.
       */
      readonly type: 'json_schema';
      /**
       * As `response_schema` of `POST /api/v1/prompt`.
       */
      readonly schema: {
        readonly [k: string]: unknown;
      };
    } | null;
  } | null;
  /**
   * The user's ID is not stored.
   */
  readonly metadata?: {
    /**
     * Of your user.
     */
    readonly user_id?: string | null;
  } | null;
  /**
   * Providers keep their default.
   */
  readonly service_tier?: string | null;
  /**
   * The provider’s own caching applies.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * The conversation is sent as it is.
   */
  readonly context_management?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Only empty.
   *
   * @maxItems 0
   */
  readonly stop_sequences?: readonly unknown[] | null;
  /**
   * Not supported.
   */
  readonly top_k?: null;
  /**
   * Not supported: nothing is run.
   */
  readonly container?: null;
  /**
   * Only empty: the client runs its tools.
   *
   * @maxItems 0
   */
  readonly mcp_servers?: readonly unknown[] | null;
  /**
   * Not supported.
   */
  readonly inference_geo?: null;
}
/**
 * One message.
 */
export interface MessagesTurn {
  /**
   * Who spoke. A `system` message is put before the conversation, with a warning if it came later.
   */
  readonly role: 'user' | 'assistant' | 'system';
  /**
   * The text, or blocks.
   */
  readonly content: string | readonly MessagesBlock[];
}
/**
 * A text, an image, a document, a call or the result of one. The assistant's thinking is passed over: what a provider wants back of it travels in the call's `id`.
 */
export interface MessagesBlock {
  /**
   * The kind of block. Images and documents are for the user's messages only, and are sent with the last one.
   */
  readonly type: 'text' | 'image' | 'document' | 'tool_use' | 'tool_result' | 'thinking' | 'redacted_thinking';
  /**
   * Of a `text`.
   */
  readonly text?: string;
  /**
   * Of an `image` or `document`.
   */
  readonly source?: {
    /**
     * `base64` or, of a document, `text`.
     */
    readonly type: 'base64' | 'text';
    /**
     * Such as `image/png` or `application/pdf`.
     */
    readonly media_type?: string;
    /**
     * The file in base64, or the text.
     */
    readonly data?: string;
  };
  /**
   * Of a `document`: its name.
   */
  readonly title?: string | null;
  /**
   * It is not sent.
   */
  readonly context?: string | null;
  /**
   * None are given.
   */
  readonly citations?: {} | readonly unknown[] | null;
  /**
   * Of a `tool_use`, as it came.
   */
  readonly id?: string;
  /**
   * Of a `tool_use`: the function.
   */
  readonly name?: string;
  /**
   * Of a `tool_use`: its arguments.
   */
  readonly input?: {
    readonly [k: string]: unknown;
  };
  /**
   * Part of an earlier answer.
   */
  readonly caller?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Of a `tool_result`: the `id` of its call.
   */
  readonly tool_use_id?: string;
  /**
   * Of a `tool_result`: what the function returned.
   */
  readonly content?: string | readonly MessagesResultBlock[] | null;
  /**
   * Of a `tool_result`: the function failed.
   */
  readonly is_error?: boolean | null;
  /**
   * Part of an earlier answer.
   */
  readonly thinking?: string;
  /**
   * Part of an earlier answer.
   */
  readonly signature?: string;
  /**
   * Part of an earlier answer.
   */
  readonly data?: string;
  /**
   * The provider’s own caching applies.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
}
/**
 * A text, an image or a document that a function returned. Files are sent with the last turn.
 */
export interface MessagesResultBlock {
  /**
   * The kind of block.
   */
  readonly type: 'text' | 'image' | 'document';
  /**
   * Of a `text`.
   */
  readonly text?: string;
  /**
   * Of an `image` or `document`.
   */
  readonly source?: {
    /**
     * `base64` or, of a document, `text`.
     */
    readonly type: 'base64' | 'text';
    /**
     * Such as `image/png` or `application/pdf`.
     */
    readonly media_type?: string;
    /**
     * The file in base64, or the text.
     */
    readonly data?: string;
  };
  /**
   * Of a `document`: its name.
   */
  readonly title?: string | null;
  /**
   * None are given.
   */
  readonly citations?: {} | readonly unknown[] | null;
  /**
   * It is not sent.
   */
  readonly context?: string | null;
  /**
   * The provider’s own caching applies.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
}
/**
 * A function.
 */
export interface MessagesTool {
  /**
   * The kind of tool. Only those that you describe; others run at Anthropic.
   */
  readonly type?: 'custom' | null;
  /**
   * Letters, digits, `_` and `-`.
   */
  readonly name: string;
  /**
   * What the function does, for the model.
   */
  readonly description?: string | null;
  /**
   * JSON Schema of the arguments, an object at its root.
   */
  readonly input_schema?: {
    readonly [k: string]: unknown;
  };
  /**
   * Asks the provider to enforce the schema. Left out for models that cannot.
   */
  readonly strict?: boolean | null;
  /**
   * The provider’s own caching applies.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  readonly [k: string]: unknown;
}
