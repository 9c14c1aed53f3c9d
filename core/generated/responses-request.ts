// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * A request of OpenAI's Responses API. A field that is null counts as absent.
 */
export interface ResponsesRequest {
  /**
   * The ID of a model or a panel. `GET /v1/models` lists them.
   */
  readonly model: string;
  /**
   * A text, or the conversation. The last item that is not an instruction must be a message of the user's or the result of a call: the model answers it.
   */
  readonly input: string | readonly ResponsesItem[];
  /**
   * Comes first in the system prompt.
   */
  readonly instructions?: string | null;
  /**
   * Cap on the output, in tokens.
   */
  readonly max_output_tokens?: number | null;
  /**
   * Lower is more deterministic. A value that the model does not take is left out or lowered, with a warning.
   */
  readonly temperature?: number | null;
  /**
   * Nucleus sampling threshold. Left out with a warning if the model does not take it.
   */
  readonly top_p?: number | null;
  /**
   * How the model thinks.
   */
  readonly reasoning?: {
    /**
     * How long the model thinks. A model gets the nearest level it has, or a thinking budget: none 0, minimal 1,024, low 2,048, medium 8,192, high 16,384, xhigh and max 32,000 tokens. A model without either ignores it, with a warning.
     */
    readonly effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
    /**
     * No summary is given.
     */
    readonly summary?: string | null;
    /**
     * The older name of `summary`.
     */
    readonly generate_summary?: string | null;
    /**
     * Earlier reasoning is not part of a conversation.
     */
    readonly context?: string | null;
    /**
     * Only `standard`.
     */
    readonly mode?: 'standard' | null;
  } | null;
  /**
   * The form of the output.
   */
  readonly text?: {
    /**
     * With `json_schema` every answer is checked against the schema before any of it is sent; `json_object` asks for any JSON object.
     */
    readonly format?: {
      /**
       * The kind of output.
       */
      readonly type: 'text' | 'json_object' | 'json_schema';
      /**
       * Has no effect.
       */
      readonly name?: string | null;
      /**
       * Has no effect.
       */
      readonly description?: string | null;
      /**
       * As `response_schema` of `POST /api/v1/prompt`.
       */
      readonly schema?: {
        readonly [k: string]: unknown;
      };
      /**
       * Has no effect: every answer is checked.
       */
      readonly strict?: boolean | null;
    } | null;
    /**
     * How long the answer is, for models with a `verbosity` in `model_tuning`. A model without one ignores `medium`, the default, with a warning; another value is then a 400.
     */
    readonly verbosity?: 'low' | 'medium' | 'high' | null;
  } | null;
  /**
   * Answers with server-sent events.
   */
  readonly stream?: boolean | null;
  /**
   * For streams.
   */
  readonly stream_options?: {
    /**
     * Has no effect: events are not padded.
     */
    readonly include_obfuscation?: boolean | null;
  } | null;
  /**
   * `false` asks for zero data retention: no text of this request is stored. `true` changes nothing, and never overrides your account's setting. Answers cannot be fetched below `/v1` again; `GET /api/v1/prompts/{promptLogId}` has them.
   */
  readonly store?: boolean | null;
  /**
   * Up to 16 texts, repeated in the answer. The gateway does not store them.
   */
  readonly metadata?: {
    readonly [k: string]: string;
  } | null;
  /**
   * What a client says of itself. It is neither sent nor stored.
   */
  readonly client_metadata?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Names your own user. Nothing of it reaches a provider.
   */
  readonly user?: string | null;
  /**
   * Names your own user. Nothing of it reaches a provider.
   */
  readonly safety_identifier?: string | null;
  /**
   * The gateway makes its own key from the account and the instructions.
   */
  readonly prompt_cache_key?: string | null;
  /**
   * Providers keep their default.
   */
  readonly prompt_cache_retention?: string | null;
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly prompt_cache_options?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Requests run at the provider's standard tier.
   */
  readonly service_tier?: 'auto' | 'default' | null;
  /**
   * There is nothing more to include.
   *
   * @maxItems 16
   */
  readonly include?: readonly string[] | null;
  /**
   * `false` asks for at most one call in an answer. Left out with a warning where the provider cannot be asked for that.
   */
  readonly parallel_tool_calls?: boolean | null;
  /**
   * It is about tools that OpenAI runs, and there are none.
   */
  readonly max_tool_calls?: number | null;
  /**
   * Whether the model may call a function (`auto`), must not (`none`), must call one (`required`), or must call the one you name.
   */
  readonly tool_choice?:
    | ('none' | 'auto' | 'required')
    | {
        /**
         * The kind of tool.
         */
        readonly type: 'function';
        /**
         * One of the functions in `tools`.
         */
        readonly name: string;
      }
    | null;
  /**
   * Functions that the model may call. The client runs them.
   *
   * @maxItems 128
   */
  readonly tools?: readonly ResponsesTool[] | null;
  /**
   * Only `disabled`: a conversation that is too long is an error.
   */
  readonly truncation?: 'disabled' | null;
  /**
   * Only `false`. `Prefer: respond-async` on `POST /api/v1/prompt` does it.
   */
  readonly background?: false | null;
  /**
   * Not supported: send the whole conversation.
   */
  readonly previous_response_id?: null;
  /**
   * Not supported: send the whole conversation.
   */
  readonly conversation?: null;
  /**
   * Not supported: no prompts are kept.
   */
  readonly prompt?: null;
  /**
   * Only 0.
   */
  readonly top_logprobs?: 0 | null;
  /**
   * Not supported.
   */
  readonly moderation?: null;
  /**
   * Not supported.
   */
  readonly context_management?: null;
  /**
   * Not supported.
   */
  readonly image?: null;
  /**
   * Not supported.
   */
  readonly access_programs?: null;
}
/**
 * One message, one call, the result of one call, or part of an earlier answer.
 */
export interface ResponsesItem {
  /**
   * The kind of item. `reasoning` is passed over: what a provider wants back of it travels in `call_id`.
   */
  readonly type?: 'message' | 'reasoning' | 'function_call' | 'function_call_output';
  /**
   * Who spoke. `system` and `developer` messages become the system prompt, wherever they are.
   */
  readonly role?: 'system' | 'developer' | 'user' | 'assistant';
  /**
   * The text, or parts of it. The texts of several parts are joined with a blank line; those of the assistant follow each other.
   */
  readonly content?: string | readonly ResponsesContentPart[] | null;
  /**
   * Part of an earlier answer.
   */
  readonly id?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly status?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly phase?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly encrypted_content?: string | null;
  /**
   * Part of an earlier answer.
   *
   * @maxItems 100
   */
  readonly summary?:
    | {
        readonly [k: string]: unknown;
      }[]
    | null;
  /**
   * Of a `function_call` and its `function_call_output`, as it came.
   */
  readonly call_id?: string;
  /**
   * Of a `function_call`: the function.
   */
  readonly name?: string;
  /**
   * Of a `function_call`: JSON as it came.
   */
  readonly arguments?: string;
  /**
   * Of a `function_call_output`: what the function returned, as a text or as parts of texts, images and files.
   */
  readonly output?: string | readonly ResponsesContentPart[] | null;
  /**
   * Added by a client to an earlier answer.
   */
  readonly parsed_arguments?: {
    readonly [k: string]: unknown;
  };
}
/**
 * A text, an image or a file.
 */
export interface ResponsesContentPart {
  /**
   * The kind of part. Files and images are for the user's messages only, and are sent with the last one.
   */
  readonly type: 'input_text' | 'output_text' | 'input_image' | 'input_file' | 'refusal' | 'reasoning_text';
  /**
   * Of a text.
   */
  readonly text?: string;
  /**
   * Of a `refusal`.
   */
  readonly refusal?: string;
  /**
   * Part of an earlier answer.
   *
   * @maxItems 100
   */
  readonly annotations?:
    | {
        readonly [k: string]: unknown;
      }[]
    | null;
  /**
   * Part of an earlier answer.
   *
   * @maxItems 100
   */
  readonly logprobs?:
    | {
        readonly [k: string]: unknown;
      }[]
    | null;
  /**
   * Of an `input_image`: a data URL in base64, such as `data:image/png;base64,…`. Nothing is fetched from elsewhere.
   */
  readonly image_url?: string | null;
  /**
   * Has no effect.
   */
  readonly detail?: string | null;
  /**
   * Of an `input_file`.
   */
  readonly filename?: string | null;
  /**
   * Of an `input_file`: a data URL in base64, such as `data:application/pdf;base64,…`.
   */
  readonly file_data?: string | null;
  /**
   * Not supported: send the file itself.
   */
  readonly file_url?: null;
  /**
   * Not supported: send the file itself.
   */
  readonly file_id?: null;
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly prompt_cache_breakpoint?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Added by a client to an earlier answer.
   */
  readonly parsed?: {
    readonly [k: string]: unknown;
  };
}
/**
 * A function.
 */
export interface ResponsesTool {
  /**
   * The kind of tool. Only functions are supported; other kinds run at OpenAI.
   */
  readonly type: 'function';
  /**
   * Letters, digits, `_` and `-`.
   */
  readonly name?: string;
  /**
   * What the function does, for the model.
   */
  readonly description?: string | null;
  /**
   * JSON Schema of the arguments, an object at its root.
   */
  readonly parameters?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Asks the provider to enforce the schema. Left out for models that cannot.
   */
  readonly strict?: boolean | null;
  readonly [k: string]: unknown;
}
