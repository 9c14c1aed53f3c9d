// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { JsonObject } from '../contract.ts';
import type { ModelId, TuningByModel } from './model-ids.ts';

/**
 * One prompt for several models, and optionally judges that compare the outputs. Lengths count UTF-16 code units.
 */
export interface PromptRequest {
  /**
   * The text sent to every model. It must hold a character that is not white space.
   */
  readonly prompt: string;
  /**
   * The models to run, each once per entry. An ID may stand twice and is then run twice. Results come in this order.
   *
   * @minItems 1
   * @maxItems 64
   *
   * Items: A model's ID. GET /api/v1/models lists them.
   */
  readonly models: readonly ModelId[];
  /**
   * Models that compare the outputs pairwise, each pair in both orders. Absent or empty: nothing is judged.
   *
   * @maxItems 6
   *
   * Items: A model's ID. GET /api/v1/models lists them.
   */
  readonly judges?: readonly ModelId[];
  /**
   * Grading instructions for the judges, beside the service's own rules.
   */
  readonly judge_prompt?: string;
  readonly judge_weights?: JudgeWeights;
  /**
   * Files sent with the prompt. A model that cannot read one of them fails with `attachment_unsupported`; the others run.
   *
   * @maxItems 10
   */
  readonly attachments?: readonly Attachment[];
  /**
   * Instructions that set behaviour or persona: a text, or blocks of text that may carry cache breakpoints.
   */
  readonly system_prompt?: string | readonly SystemPromptBlock[];
  readonly generation_settings?: GenerationSettings;
  /**
   * A JSON Schema object every model's output must follow. At most 64 KB, 32 levels and 2,000 nodes. Give every object in it `additionalProperties: false`.
   */
  readonly response_schema?: JsonObject;
  /**
   * Parameters by model ID; a model without an entry uses its defaults. An entry for a model this request does not run has no effect.
   */
  readonly model_tuning?: TuningByModel;
  /**
   * True: no prompt, output or judge's reasoning is stored. Absent: the account's preference.
   */
  readonly zero_data_retention?: boolean;
  /**
   * Earlier turns of the conversation, oldest first. The prompt is the turn that follows them.
   *
   * @maxItems 200
   */
  readonly history?: readonly HistoryElement[];
}
/**
 * What counts when outputs are compared. A weight left out takes its own default.
 */
export interface JudgeWeights {
  /**
   * Weight of the judges' verdict.
   */
  readonly accuracy?: number;
  /**
   * Weight of the lower latency.
   */
  readonly speed?: number;
  /**
   * Weight of the lower provider cost.
   */
  readonly cost?: number;
}
/**
 * One file, encoded in base64.
 */
export interface Attachment {
  /**
   * Without control characters, slashes and backslashes.
   */
  readonly name: string;
  /**
   * The file's media type as `<type>/<subtype>`, without parameters.
   */
  readonly type: string;
  /**
   * The file's content in canonical base64 (RFC 4648 section 4), at most 20 MB before encoding.
   */
  readonly base64: string;
}
/**
 * One block of a system prompt.
 */
export interface SystemPromptBlock {
  /**
   * Blocks hold text.
   */
  readonly type: 'text';
  /**
   * The block's text.
   */
  readonly text: string;
  readonly cache_control?: CacheControl;
}
/**
 * Marks a cache breakpoint: the prefix that ends here may be cached. At most 4 in one request.
 */
export interface CacheControl {
  /**
   * The only kind of breakpoint.
   */
  readonly type: 'ephemeral';
}
/**
 * Sampling and length. What a model does not take is left out for it, and its result says so.
 */
export interface GenerationSettings {
  /**
   * Lower is more deterministic, higher more creative. Lowered to a model's own maximum, with a warning.
   */
  readonly temperature?: number;
  /**
   * Cap on each model's output.
   */
  readonly maxTokens?: number;
  /**
   * Nucleus sampling threshold.
   */
  readonly topP?: number;
}
/**
 * One earlier turn.
 */
export interface HistoryElement {
  /**
   * Whose turn it was.
   */
  readonly role: 'user' | 'assistant';
  /**
   * The turn's text.
   */
  readonly content: string;
  readonly cache_control?: CacheControl;
}
