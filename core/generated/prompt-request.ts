// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { JsonObject } from '../contract.ts';

/**
 * One prompt for several models, and optionally judges that compare the outputs. Lengths count UTF-16 code units.
 */
export interface PromptRequest {
  /**
   * The text sent to every model, at most 2,000,000 bytes of UTF-8. It must contain a character other than white space.
   */
  readonly prompt: string;
  /**
   * IDs of the models to run. An ID that is named twice runs twice. Results come in this order.
   *
   * @minItems 1
   * @maxItems 64
   *
   * Items: A model's ID. GET /api/v1/models lists them.
   */
  readonly models: readonly string[];
  /**
   * IDs of the models that compare the outputs pairwise, each pair in both orders. Without judges nothing is compared.
   *
   * @maxItems 6
   *
   * Items: A model's ID. GET /api/v1/models lists them.
   */
  readonly judges?: readonly string[];
  /**
   * Limits judging to these pairs, each the places of two entries of `models`, from 0. The order within a pair does not matter. If absent, every pair is judged.
   *
   * @minItems 1
   * @maxItems 200
   *
   * Items: Two different places in what is compared, from 0.
   */
  readonly judge_pairs?: readonly [number, number][];
  /**
   * Stops judging as soon as one output is the best of all with this probability, or further questions would hardly change that. Evaluations left out are `skipped` and cost nothing. Judging takes longer, because it asks in rounds, and saves most with a calibration of the judges. Needs `judges`; takes no `speed` or `cost` in `judge_weights`. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all outputs, once they are there. It does not see who wrote them. Its answer comes last in `results`, marked `fused`, and is judged and ranked like the others. Needs `judges` and two outputs; takes no `judge_pairs`, and no `speed` or `cost` in `judge_weights`.
   */
  readonly fuse?: string;
  /**
   * Your own grading criteria for the judges, in addition to the built-in rules.
   */
  readonly judge_prompt?: string;
  readonly judge_weights?: JudgeWeights;
  /**
   * Where the judges' weights in the ranking come from: the name of one of the gateway's calibrations, or `none` to let all judges count alike. If absent, the newest calibration that names all judges is used; without one they count alike.
   */
  readonly calibration?: string;
  /**
   * Files sent with the prompt. A model that cannot read one of them fails with `attachment_unsupported`; the others run.
   *
   * @maxItems 10
   */
  readonly attachments?: readonly Attachment[];
  /**
   * Instructions that set behaviour or persona: a text, or blocks of text that can carry cache breakpoints.
   */
  readonly system_prompt?: string | readonly SystemPromptBlock[];
  readonly generation_settings?: GenerationSettings;
  /**
   * The most this request may cost, in credits. A request that can cost more is refused with 400; the message names the most it can cost and a `maxTokens` with which it would fit. Nobody can bound web searches and the pages of a PDF: they are charged as they are billed.
   */
  readonly max_credits?: number;
  /**
   * How long this request may run, in whole seconds: at most the gateway's own limit, 900 by default. A model or judge run that has not ended then fails with `timeout`; you pay what ran.
   */
  readonly timeout_seconds?: number;
  readonly cache?: CacheTerms;
  /**
   * A name for this request, or for all requests that belong together. The list of requests shows it and finds requests by it. It is stored with the texts, so under zero data retention it is not kept.
   */
  readonly label?: string;
  /**
   * A JSON Schema that every model's output must follow: 2020-12, or draft-07 where it declares that; at most 64 KiB, 32 levels and 2,000 values. Give every object in it `additionalProperties: false`.
   */
  readonly response_schema?: JsonObject;
  /**
   * Parameters by model ID, such as `thinkingBudget`, `reasoningEffort` or `webSearch`; `GET /api/v1/models` says which a model has. A model without an entry uses its defaults. An entry for a model that this request does not run has no effect.
   */
  readonly model_tuning?: Readonly<Record<string, JsonObject>>;
  /**
   * If true, no text of the prompt, the outputs or the judges is stored anywhere. If absent, the account's setting applies.
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
 * What counts when outputs are compared. A weight that you leave out keeps its default.
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
   * The file's name, without control characters, slashes and backslashes.
   */
  readonly name: string;
  /**
   * The file's media type, without parameters: `image/png`, `image/jpeg`, `image/gif`, `image/webp` or `application/pdf`. Not every model reads every type.
   */
  readonly type: string;
  /**
   * The file's content in canonical base64 (RFC 4648 section 4), at most 20 MiB before encoding.
   */
  readonly base64: string;
}
/**
 * One block of a system prompt.
 */
export interface SystemPromptBlock {
  /**
   * Always `text`.
   */
  readonly type: 'text';
  /**
   * The block's text.
   */
  readonly text: string;
  readonly cache_control?: CacheControl;
}
/**
 * Marks a cache breakpoint: the provider may cache everything up to here. At most 4 in one request. Models of providers that cache automatically get the plain text.
 */
export interface CacheControl {
  /**
   * The only kind of breakpoint.
   */
  readonly type: 'ephemeral';
}
/**
 * Sampling and length. A setting that a model does not take is left out for that model, and its result has a warning.
 */
export interface GenerationSettings {
  /**
   * Lower is more deterministic, higher is more creative. A value above a model's own maximum is lowered to it, with a warning.
   */
  readonly temperature?: number;
  /**
   * Cap on each model's output, in tokens.
   */
  readonly maxTokens?: number;
  /**
   * Nucleus sampling threshold.
   */
  readonly topP?: number;
}
/**
 * Takes answers from the account's cache, and stores new ones there. Only for an account whose operator allows it.
 */
export interface CacheTerms {
  /**
   * An entry of `models` that was asked the same before and completed less than so many seconds ago is not run: its result is the earlier one, for 0 credits. With 0 every model is run, and its answer takes the earlier one's place.
   */
  readonly maxAgeSeconds: number;
}
/**
 * One earlier turn.
 */
export interface HistoryElement {
  /**
   * Who spoke.
   */
  readonly role: 'user' | 'assistant';
  /**
   * The turn's text.
   */
  readonly content: string;
  readonly cache_control?: CacheControl;
}
