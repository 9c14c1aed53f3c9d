// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { RankedModel } from './prompt-response.ts';

/**
 * What each MCP tool returns as structured content, by its name.
 */
export interface ToolResults {
  readonly ask_models: AskModelsResult;
  readonly compare_answers: CompareAnswersResult;
  readonly list_models: ListModelsResult;
  readonly get_prompt: GetPromptResult;
}
/**
 * The answers, what the judges make of them, and the cost.
 */
export interface AskModelsResult {
  /**
   * Names the request: get_prompt reads the rest of it.
   */
  readonly promptLogId: string;
  /**
   * Credits charged.
   */
  readonly creditsUsed: number;
  /**
   * One result per entry of `models`, in that order; with `fuse` one more, that of the fused answer.
   */
  readonly results: readonly ToolResult[];
  /**
   * The entries of `models`, and the fused answer, from best to worst. Empty without judges.
   *
   * Items: One entry of `models` in the ranking. Its counts are pairs, once for each judge.
   */
  readonly ranking: readonly RankedModel[];
  readonly judging?: Judging;
  /**
   * One evaluation per judge and pair of outputs, without those that `judge_until` skipped.
   */
  readonly evaluations: readonly ToolEvaluation[];
}
/**
 * The outcome of one entry of `models`, or of the fused answer.
 */
export interface ToolResult {
  /**
   * Position in `models`, from 0; a fused answer comes after them.
   */
  readonly index: number;
  /**
   * The model at that position.
   */
  readonly modelId: string;
  /**
   * True if the model of `fuse` wrote it from the others. Absent otherwise.
   */
  readonly fused?: true;
  /**
   * A `failed` result has an `error`.
   */
  readonly status: 'completed' | 'failed';
  /**
   * The model's text, or its beginning.
   */
  readonly output: string;
  /**
   * Length of the whole text, in bytes of UTF-8.
   */
  readonly outputBytes: number;
  /**
   * Null if `output` is the whole text. Otherwise call get_prompt with this `index` and `nextOffset` as `offset`.
   */
  readonly nextOffset: number | null;
  /**
   * Input tokens.
   */
  readonly tokensIn: number;
  /**
   * Output tokens, including reasoning.
   */
  readonly tokensOut: number;
  /**
   * Duration of the successful attempt, in milliseconds.
   */
  readonly latencyMs: number;
  /**
   * What this result cost.
   */
  readonly credits: number;
  /**
   * `length` means that the model stopped at its cap.
   */
  readonly finishReason?: 'stop' | 'length' | 'refused';
  readonly error?: ToolFault;
  /**
   * What the gateway changed or could not do for this model.
   */
  readonly warnings?: readonly string[];
}
/**
 * Why the model failed.
 */
export interface ToolFault {
  /**
   * For programs.
   */
  readonly code: string;
  /**
   * For people.
   */
  readonly message: string;
  /**
   * Whether the same request may succeed later.
   */
  readonly retryable: boolean;
}
/**
 * The progress of judging with `judge_until`. Absent without it, if there was nothing to compare, and beside `agreedCalls`.
 */
export interface Judging {
  /**
   * Judge runs that were made, two for each pair and judge.
   */
  readonly asked: number;
  /**
   * Judge runs that there would be without `judge_until`.
   */
  readonly of: number;
  /**
   * The output that is most probably best. Null if several are equally probable, for example because no judge is better than chance, or if no model answered.
   */
  readonly leader: Participant | null;
  /**
   * How probable it is that the leader is the best of all. Null without a leader.
   */
  readonly probability: number | null;
  /**
   * Why judging ended. `sure`: the leader is best with the probability you want. `exhausted`: the questions left would hardly change that, or there are none. `deadline`: time was up, or the request was cancelled.
   */
  readonly stopped: 'sure' | 'exhausted' | 'deadline';
}
/**
 * A judge or a contestant. The index distinguishes two entries with the same ID.
 */
export interface Participant {
  /**
   * Position in the request's `judges`, or in its `models` or `answers`, from 0.
   */
  readonly index: number;
  /**
   * The model at that position, or the name of a given answer.
   */
  readonly modelId: string;
  /**
   * The model that answered in its place. Absent if it ran itself.
   */
  readonly servedBy?: string;
}
/**
 * One judge's comparison of two outputs.
 */
export interface ToolEvaluation {
  /**
   * Position in `judges`, from 0.
   */
  readonly judge: number;
  /**
   * Position of the first output, from 0.
   */
  readonly a: number;
  /**
   * Position of the second output, from 0.
   */
  readonly b: number;
  /**
   * Null if nothing could be compared.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * Positive in favour of `a`, negative in favour of `b`. Null if nothing could be compared.
   */
  readonly score: number | null;
  /**
   * How the judge's two runs, in both orders, agree. Null unless both gave a verdict.
   */
  readonly agreement: 'full' | 'partial' | 'contradictory' | null;
}
/**
 * What the judges make of the answers, and the cost.
 */
export interface CompareAnswersResult {
  /**
   * Names the request: get_prompt reads the rest of it.
   */
  readonly promptLogId: string;
  /**
   * Credits charged.
   */
  readonly creditsUsed: number;
  /**
   * The result of the fused answer, with `fuse`. Absent without it.
   */
  readonly results?: readonly ToolResult[];
  /**
   * The answers from best to worst.
   *
   * Items: One entry of `models` in the ranking. Its counts are pairs, once for each judge.
   */
  readonly ranking: readonly RankedModel[];
  readonly judging?: Judging;
  /**
   * One evaluation per judge and pair of answers, without those that `judge_until` skipped.
   */
  readonly evaluations: readonly ToolEvaluation[];
}
/**
 * Every model of the gateway.
 */
export interface ListModelsResult {
  readonly models: readonly ToolModel[];
}
/**
 * One model.
 */
export interface ToolModel {
  /**
   * For `models` and `judges`.
   */
  readonly id: string;
  /**
   * Who runs it.
   */
  readonly provider: string;
  /**
   * Whether the gateway has a key for the provider. Other models fail.
   */
  readonly configured: boolean;
  /**
   * US dollars per million input tokens.
   */
  readonly inputUsdPerMillion: number;
  /**
   * US dollars per million output tokens.
   */
  readonly outputUsdPerMillion: number;
  /**
   * Size of its context.
   */
  readonly contextTokens: number;
  /**
   * The most it writes.
   */
  readonly outputTokens: number;
  /**
   * The day its provider ends it. Null if none is known.
   */
  readonly shutdown: string | null;
  /**
   * The model to name instead of one that is shut down. Null if none is known.
   */
  readonly successor: string | null;
}
/**
 * What is known of one request.
 */
export interface GetPromptResult {
  /**
   * Names the request.
   */
  readonly promptLogId: string;
  /**
   * `running` and `reserved`: it has not ended. `settled`: it was charged. `voided`: the gateway failed, and nothing was charged.
   */
  readonly state: 'running' | 'reserved' | 'settled' | 'voided';
  /**
   * ISO 8601, UTC.
   */
  readonly createdAt: string;
  /**
   * Null while it has not ended.
   */
  readonly finishedAt: string | null;
  /**
   * The hold.
   */
  readonly creditsHeld: number;
  /**
   * The charge.
   */
  readonly creditsUsed: number;
  /**
   * If true, no text of the request is stored.
   */
  readonly zeroDataRetention: boolean;
  /**
   * As ask_models returns them; of a running request those that have ended. Absent where `text` is present or the texts are not kept.
   */
  readonly results?: readonly ToolResult[];
  /**
   * As ask_models returns it, once the request is settled.
   *
   * Items: One entry of `models` in the ranking. Its counts are pairs, once for each judge.
   */
  readonly ranking?: readonly RankedModel[];
  /**
   * As ask_models returns them.
   */
  readonly evaluations?: readonly ToolEvaluation[];
  readonly text?: ToolText;
  /**
   * Why there are no texts, if there are none.
   */
  readonly notice?: string;
}
/**
 * A part of one result's text.
 */
export interface ToolText {
  /**
   * Position in `models`, from 0.
   */
  readonly index: number;
  /**
   * The model at that position.
   */
  readonly modelId: string;
  /**
   * Where the part begins.
   */
  readonly offset: number;
  /**
   * The part.
   */
  readonly text: string;
  /**
   * `offset` of the next part. Null if this is the last one.
   */
  readonly nextOffset: number | null;
  /**
   * Length of the whole text, in bytes of UTF-8.
   */
  readonly outputBytes: number;
}
