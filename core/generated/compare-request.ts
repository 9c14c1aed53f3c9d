// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { Attachment, HistoryElement, SystemPromptBlock } from './prompt-request.ts';

/**
 * Answers that you have, and judges that compare them as they compare the outputs of a prompt request. Fields that a prompt request has too are as there, but for what is said here.
 */
export interface CompareRequest {
  /**
   * The prompt that the answers were given to. At most 2,000,000 bytes of UTF-8. It must contain a character other than white space.
   */
  readonly prompt: string;
  /**
   * The answers to compare. An empty one loses without a judge being asked.
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
   *
   * Items: A model's ID. GET /api/v1/models lists them.
   */
  readonly judges: readonly string[];
  /**
   * Limits judging to these pairs, each the places of two entries of `answers`, from 0. The order within a pair does not matter. If absent, every pair is judged.
   *
   * @minItems 1
   * @maxItems 200
   *
   * Items: Two different places in what is compared, from 0.
   */
  readonly judge_pairs?: readonly [number, number][];
  /**
   * Stops judging as soon as one answer is the best of all with this probability, or further questions would hardly change that. Evaluations left out are `skipped` and cost nothing. Judging takes longer, because it asks in rounds, and saves most with a calibration of the judges. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all given ones. It does not see who wrote them. Its answer is the only entry of `results`, and comes after the given ones in `evaluations` and `ranking`. Takes no `judge_pairs`.
   */
  readonly fuse?: string;
  /**
   * Your own grading criteria for the judges, in addition to the built-in rules.
   */
  readonly judge_prompt?: string;
  /**
   * Where the judges' weights in the ranking come from: the name of one of the gateway's calibrations, or `none` to let all judges count alike. If absent, the newest calibration that names all judges is used; without one they count alike.
   */
  readonly calibration?: string;
  /**
   * Files that came with the prompt; the judges see them.
   *
   * @maxItems 10
   *
   * Items: One file, encoded in base64.
   */
  readonly attachments?: readonly Attachment[];
  /**
   * The system prompt that the answers were given under.
   */
  readonly system_prompt?: string | readonly SystemPromptBlock[];
  /**
   * The most this request may cost, in credits. A request that can cost more is refused with 400; the message names the most it can cost and a `maxTokens` with which it would fit. Nobody can bound web searches and the pages of a PDF: they are charged as they are billed.
   */
  readonly max_credits?: number;
  /**
   * How long this request may run, in whole seconds: at most the gateway's own limit, 900 by default. A model or judge run that has not ended then fails with `timeout`; you pay what ran.
   */
  readonly timeout_seconds?: number;
  /**
   * A name for this request, or for all requests that belong together. The list of requests shows it and finds requests by it. It is stored with the texts, so under zero data retention it is not kept.
   */
  readonly label?: string;
  /**
   * If true, no text of the prompt, the outputs or the judges is stored anywhere. If absent, the account's setting applies.
   */
  readonly zero_data_retention?: boolean;
  /**
   * Earlier turns of the conversation, oldest first.
   *
   * @maxItems 200
   *
   * Items: One earlier turn.
   */
  readonly history?: readonly HistoryElement[];
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
