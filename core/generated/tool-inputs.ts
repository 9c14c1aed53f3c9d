// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Arguments of each MCP tool, by its name. A reference with a dot names a field of a prompt request.
 */
export interface ToolInputs {
  readonly ask_models: AskModelsInput;
  readonly compare_answers: CompareAnswersInput;
  readonly quote: QuoteInput;
  readonly list_models: ListModelsInput;
  readonly get_prompt: GetPromptInput;
}
export interface AskModelsInput {
  /**
   * The text sent to every model, at most 2,000,000 bytes of UTF-8. It must contain a character other than white space.
   */
  readonly prompt: string;
  /**
   * IDs of the models to ask; list_models lists them. An ID that is named twice runs twice.
   *
   * @minItems 1
   * @maxItems 64
   */
  readonly models: readonly string[];
  /**
   * IDs of the models that compare the outputs pairwise, each pair in both orders. Without judges nothing is compared and nothing is ranked.
   *
   * @maxItems 6
   */
  readonly judges?: readonly string[];
  /**
   * Stops judging as soon as one output is the best of all with this probability, or further questions would hardly change that. Evaluations left out are `skipped` and cost nothing. Judging takes longer, because it asks in rounds, and saves most with a calibration of the judges. Needs `judges`; takes no `speed` or `cost` in `judge_weights`. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all others, once they are there. It is judged as they are. Needs `judges`.
   */
  readonly fuse?: string;
  /**
   * Your own grading criteria for the judges, in addition to the built-in rules.
   */
  readonly judge_prompt?: string;
  /**
   * Instructions that set behaviour or persona.
   */
  readonly system_prompt?: string;
  readonly generation_settings?: GenerationSettings;
  /**
   * The most this request may cost, in credits. A request that can cost more is refused with 400; the message names the most it can cost and a `maxTokens` with which it would fit. Nobody can bound web searches and the pages of a PDF: they are charged as they are billed.
   */
  readonly max_credits?: number;
  /**
   * If true, no text of the prompt, the outputs or the judges is stored anywhere. If absent, the account's setting applies.
   */
  readonly zero_data_retention?: boolean;
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
export interface CompareAnswersInput {
  /**
   * The prompt that the answers were given to. It must contain a character other than white space.
   */
  readonly prompt: string;
  /**
   * The answers to compare.
   *
   * @minItems 2
   * @maxItems 64
   */
  readonly answers: readonly GivenAnswer[];
  /**
   * IDs of the models that compare the answers pairwise, each pair in both orders.
   *
   * @minItems 1
   * @maxItems 6
   */
  readonly judges: readonly string[];
  /**
   * Stops judging as soon as one output is the best of all with this probability, or further questions would hardly change that. Evaluations left out are `skipped` and cost nothing. Judging takes longer, because it asks in rounds, and saves most with a calibration of the judges. Needs `judges`; takes no `speed` or `cost` in `judge_weights`. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all others, once they are there. It is judged as they are. Needs `judges`.
   */
  readonly fuse?: string;
  /**
   * Your own grading criteria for the judges, in addition to the built-in rules.
   */
  readonly judge_prompt?: string;
  /**
   * The system prompt that the answers were given under.
   */
  readonly system_prompt?: string;
  /**
   * The most this request may cost, in credits. A request that can cost more is refused with 400; the message names the most it can cost and a `maxTokens` with which it would fit. Nobody can bound web searches and the pages of a PDF: they are charged as they are billed.
   */
  readonly max_credits?: number;
  /**
   * If true, no text of the prompt, the outputs or the judges is stored anywhere. If absent, the account's setting applies.
   */
  readonly zero_data_retention?: boolean;
}
/**
 * One answer to the prompt.
 */
export interface GivenAnswer {
  /**
   * The answer.
   */
  readonly text: string;
  /**
   * Its author: a model's ID or any other name. The judges never see it. If absent, it is called `answer-1` and so on, by its place.
   */
  readonly modelId?: string;
}
export interface QuoteInput {
  /**
   * The text sent to every model, at most 2,000,000 bytes of UTF-8. It must contain a character other than white space.
   */
  readonly prompt: string;
  /**
   * IDs of the models to ask; list_models lists them. An ID that is named twice runs twice.
   *
   * @minItems 1
   * @maxItems 64
   */
  readonly models?: readonly string[];
  /**
   * The answers to compare, instead of `models`: then this is the quote of compare_answers.
   *
   * @minItems 2
   * @maxItems 64
   */
  readonly answers?: readonly GivenAnswer[];
  /**
   * IDs of the models that compare the outputs pairwise, each pair in both orders. Without judges nothing is compared and nothing is ranked.
   *
   * @maxItems 6
   */
  readonly judges?: readonly string[];
  /**
   * Stops judging as soon as one output is the best of all with this probability, or further questions would hardly change that. Evaluations left out are `skipped` and cost nothing. Judging takes longer, because it asks in rounds, and saves most with a calibration of the judges. Needs `judges`; takes no `speed` or `cost` in `judge_weights`. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all others, once they are there. It is judged as they are. Needs `judges`.
   */
  readonly fuse?: string;
  /**
   * Your own grading criteria for the judges, in addition to the built-in rules.
   */
  readonly judge_prompt?: string;
  /**
   * Instructions that set behaviour or persona.
   */
  readonly system_prompt?: string;
  readonly generation_settings?: GenerationSettings;
  /**
   * The most this request may cost, in credits. A request that can cost more is refused with 400; the message names the most it can cost and a `maxTokens` with which it would fit. Nobody can bound web searches and the pages of a PDF: they are charged as they are billed.
   */
  readonly max_credits?: number;
  /**
   * If true, no text of the prompt, the outputs or the judges is stored anywhere. If absent, the account's setting applies.
   */
  readonly zero_data_retention?: boolean;
}
export interface ListModelsInput {}
export interface GetPromptInput {
  /**
   * From the result or the first progress notification of the call that ran the prompt.
   */
  readonly promptLogId: string;
  /**
   * The result whose text you want, from 0. Without it you get all results, long ones cut.
   */
  readonly index?: number;
  /**
   * Where in that text to begin: 0, or a `nextOffset` you were given.
   */
  readonly offset?: number;
}
