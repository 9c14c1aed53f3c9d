// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * A request of OpenAI's Chat Completions API. A field that is null counts as absent.
 */
export interface ChatCompletionRequest {
  /**
   * The ID of a model or a panel. `GET /v1/models` lists them.
   */
  readonly model: string;
  /**
   * The conversation. The last message that is not an instruction must be the user's or a tool's: it becomes the prompt, and the messages before it the history.
   *
   * @minItems 1
   * @maxItems 600
   */
  readonly messages: readonly ChatMessage[];
  /**
   * Cap on the output, in tokens.
   */
  readonly max_completion_tokens?: number | null;
  /**
   * The older name of `max_completion_tokens`. If both are sent, they must be equal.
   */
  readonly max_tokens?: number | null;
  /**
   * Lower is more deterministic. A value that the model does not take is left out or lowered, with a warning.
   */
  readonly temperature?: number | null;
  /**
   * Nucleus sampling threshold. Left out with a warning if the model does not take it.
   */
  readonly top_p?: number | null;
  /**
   * How long the model thinks. A model gets the nearest level it has, or a thinking budget: none 0, minimal 1,024, low 2,048, medium 8,192, high 16,384, xhigh and max 32,000 tokens. A model without either ignores it, with a warning.
   */
  readonly reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
  /**
   * With `json_schema` every answer is checked against the schema before any of it is sent; `json_object` asks for any JSON object.
   */
  readonly response_format?: {
    /**
     * The kind of output.
     */
    readonly type: 'text' | 'json_object' | 'json_schema';
    /**
     * The schema, with a name.
     */
    readonly json_schema?: {
      /**
       * Has no effect.
       */
      readonly name: string;
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
     * Sends a last chunk with the token counts.
     */
    readonly include_usage?: boolean | null;
    /**
     * Has no effect: chunks are not padded.
     */
    readonly include_obfuscation?: boolean | null;
  } | null;
  /**
   * `false` asks for zero data retention: no text of this request is stored. `true` changes nothing, and never overrides your account's setting.
   */
  readonly store?: boolean | null;
  /**
   * Up to 16 texts. The gateway does not store them.
   */
  readonly metadata?: {
    readonly [k: string]: string;
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
   * Providers promise no determinism by it, and most have none.
   */
  readonly seed?: number | null;
  /**
   * Requests run at the provider's standard tier.
   */
  readonly service_tier?: 'auto' | 'default' | null;
  /**
   * Only speeds up some models; the answer is the same without it.
   */
  readonly prediction?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * `false` asks for one call at most in an answer. Left out with a warning if the model's provider cannot be asked for it.
   */
  readonly parallel_tool_calls?: boolean | null;
  /**
   * `auto`, the default with tools; `none`; `required`: any function, but one; or the function that must be called.
   */
  readonly tool_choice?:
    | ('none' | 'auto' | 'required' | null)
    | {
        /**
         * Only `function`.
         */
        readonly type: 'function';
        /**
         * The function.
         */
        readonly function: {
          /**
           * Its name.
           */
          readonly name: string;
        };
      };
  /**
   * The functions that the model may call. You run them; the gateway never does. A model without tools is a `tools_unsupported` error.
   *
   * @maxItems 128
   */
  readonly tools?: readonly ChatTool[] | null;
  /**
   * Not supported.
   */
  readonly functions?: null;
  /**
   * Not supported.
   */
  readonly function_call?: null;
  /**
   * Only 1. Send several requests.
   */
  readonly n?: 1 | null;
  /**
   * Only `false`.
   */
  readonly logprobs?: false | null;
  /**
   * Only 0.
   */
  readonly top_logprobs?: 0 | null;
  /**
   * Only empty.
   */
  readonly logit_bias?: {} | null;
  /**
   * Only 0: penalties are not supported.
   */
  readonly frequency_penalty?: 0 | null;
  /**
   * Only 0: penalties are not supported.
   */
  readonly presence_penalty?: 0 | null;
  /**
   * Only empty: stop sequences are not supported.
   *
   * @maxItems 0
   */
  readonly stop?: readonly string[] | null;
  /**
   * Only `text`.
   *
   * @maxItems 1
   */
  readonly modalities?: 'text'[] | null;
  /**
   * Not supported.
   */
  readonly audio?: null;
  /**
   * How long the answer is, for models with a `verbosity` in `model_tuning`. A model without one ignores `medium`, the default, with a warning; another value is then a 400.
   */
  readonly verbosity?: 'low' | 'medium' | 'high' | null;
  /**
   * Not supported. Models with a search take `model_tuning` on `POST /api/v1/prompt`.
   */
  readonly web_search_options?: null;
  /**
   * Not supported.
   */
  readonly moderation?: null;
}
/**
 * One message.
 */
export interface ChatMessage {
  /**
   * Who spoke. `system` and `developer` messages become the system prompt, wherever they are. A `tool` message has the result of a call.
   */
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /**
   * The text, or parts of it. The texts of several parts are joined with a blank line; those of the assistant follow each other.
   */
  readonly content?: string | readonly ChatContentPart[] | null;
  /**
   * The speaker's name.
   */
  readonly name?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly refusal?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly reasoning?: string | null;
  /**
   * Part of an earlier answer.
   */
  readonly reasoning_content?: string | null;
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
   * Not supported.
   */
  readonly audio?: null;
  /**
   * Of the assistant: the calls of an earlier answer, as they were.
   *
   * @maxItems 128
   */
  readonly tool_calls?: readonly ChatToolCall[] | null;
  /**
   * Of a `tool` message: the call whose result it is.
   */
  readonly tool_call_id?: string | null;
  /**
   * Not supported.
   */
  readonly function_call?: null;
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * What some clients give back of other gateways' answers.
   */
  readonly extra_content?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * What some clients give back of other gateways' answers.
   */
  readonly provider_specific_fields?: {
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
 * A text, an image or a file.
 */
export interface ChatContentPart {
  /**
   * The kind of part. Files and images are for the user's messages only, and are sent with the last one.
   */
  readonly type: 'text' | 'image_url' | 'file' | 'refusal';
  /**
   * Of a `text`.
   */
  readonly text?: string;
  /**
   * Of a `refusal`.
   */
  readonly refusal?: string | null;
  /**
   * Of an `image_url`.
   */
  readonly image_url?: {
    /**
     * A data URL in base64, such as `data:image/png;base64,…`. Nothing is fetched from elsewhere.
     */
    readonly url: string;
    /**
     * Has no effect.
     */
    readonly detail?: string | null;
  };
  /**
   * Of a `file`.
   */
  readonly file?: {
    /**
     * A data URL in base64, such as `data:application/pdf;base64,…`.
     */
    readonly file_data?: string;
    /**
     * Its name.
     */
    readonly filename?: string | null;
    /**
     * Not supported: send the file itself.
     */
    readonly file_id?: null;
  };
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly prompt_cache_breakpoint?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Part of an earlier answer.
   */
  readonly role?: string | null;
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
}
/**
 * A call of a function.
 */
export interface ChatToolCall {
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * As the answer had it. The part after the dot holds data for the provider.
   */
  readonly id: string;
  /**
   * Only `function`.
   */
  readonly type?: 'function';
  /**
   * Some clients keep it from a stream.
   */
  readonly index?: number | null;
  /**
   * The function and its arguments.
   */
  readonly function: {
    /**
     * Its name.
     */
    readonly name: string;
    /**
     * JSON text, valid or not.
     */
    readonly arguments: string;
    /**
     * Added by a client to an earlier answer.
     */
    readonly parsed_arguments?: {
      readonly [k: string]: unknown;
    };
  };
  /**
   * What some clients give back of other gateways' answers.
   */
  readonly extra_content?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * What some clients give back of other gateways' answers.
   */
  readonly provider_specific_fields?: {
    readonly [k: string]: unknown;
  } | null;
}
/**
 * A function.
 */
export interface ChatTool {
  /**
   * The gateway marks what providers may cache by itself.
   */
  readonly cache_control?: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * Only `function`.
   */
  readonly type: 'function';
  /**
   * The function.
   */
  readonly function: {
    /**
     * 1 to 64 letters, digits, `_` and `-`; each function has its own.
     */
    readonly name: string;
    /**
     * What it does, for the model.
     */
    readonly description?: string | null;
    /**
     * JSON Schema of the arguments, an object at its root. Absent: the function takes none.
     */
    readonly parameters?: {
      readonly [k: string]: unknown;
    } | null;
    /**
     * Asks the provider to enforce the schema. Left out with a warning where it cannot.
     */
    readonly strict?: boolean | null;
  };
}
