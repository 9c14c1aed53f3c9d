// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * One result per requested model, and the judges' comparisons. Sent with status 200 even where every model failed.
 */
export interface PromptResponse {
  /**
   * Identifies the request.
   */
  readonly promptLogId: string;
  /**
   * In the order of the request's `models`.
   */
  readonly results: readonly Result[];
  /**
   * Every pair of outputs, compared by every judge; ordered by judge, then by the pair.
   */
  readonly evaluations: readonly Evaluation[];
  /**
   * Credits deducted for the whole request: the results' `credits` and the judges' calls, at most the hold. The house bears what calls cost beyond it.
   */
  readonly creditsUsed: number;
}
/**
 * What came of one entry of `models`.
 */
export interface Result {
  /**
   * The model that was run.
   */
  readonly modelId: string;
  /**
   * `failed` comes with `error`.
   */
  readonly status: 'completed' | 'failed';
  /**
   * The model's text; empty where it failed.
   */
  readonly output: string;
  /**
   * Cached tokens included.
   */
  readonly tokensIn: number;
  /**
   * Reasoning included.
   */
  readonly tokensOut: number;
  /**
   * Milliseconds of the successful attempt, from request written to reply read.
   */
  readonly latencyMs: number;
  /**
   * What the provider bills for it, in US dollars.
   */
  readonly providerCost: number;
  /**
   * `length`: the output was cut at its cap. Absent where the model failed.
   */
  readonly finishReason?: 'stop' | 'length' | 'refused';
  /**
   * Input tokens read from the provider's cache.
   */
  readonly tokensCached?: number;
  /**
   * Input tokens written to the provider's cache.
   */
  readonly tokensCacheWritten?: number;
  /**
   * Output tokens spent on reasoning; absent where the provider does not say.
   */
  readonly tokensReasoning?: number;
  /**
   * What this result cost, also where it failed after its provider reported usage. Where all calls together cost more than the hold, `creditsUsed` is below their sum.
   */
  readonly credits?: number;
  /**
   * Calls sent to the provider; 0 where none was.
   */
  readonly attempts?: number;
  /**
   * What the gateway changed or could not do. Nothing is changed without one.
   */
  readonly warnings?: readonly Warning[];
  /**
   * How `response_schema` reached the model.
   */
  readonly schemaEnforcement?: 'native' | 'forcedTool' | 'instruction';
  /**
   * Whether the output follows `response_schema`.
   */
  readonly schemaValid?: boolean;
  readonly error?: ResultError;
}
/**
 * Something the gateway changed or could not do for this model.
 */
export interface Warning {
  /**
   * For programs.
   */
  readonly code: string;
  /**
   * The request's field it is about, as a JSON Pointer; empty where it is about none.
   */
  readonly pointer: string;
  /**
   * For people.
   */
  readonly message: string;
}
/**
 * Why a model or a judge's run failed.
 */
export interface ResultError {
  /**
   * For programs.
   */
  readonly code:
    | 'provider_unconfigured'
    | 'provider_auth'
    | 'rate_limited'
    | 'overloaded'
    | 'unavailable'
    | 'timeout'
    | 'refused'
    | 'malformed_reply'
    | 'attachment_unsupported'
    | 'context_too_long'
    | 'rejected'
    | 'cancelled';
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
 * One judge's comparison of two outputs, from two runs with the order swapped.
 */
export interface Evaluation {
  /**
   * Unique within the response.
   */
  readonly id: string;
  readonly judge: Participant;
  readonly a: Participant;
  readonly b: Participant;
  /**
   * `incomplete`: a run gave no verdict. `forfeit`: one output failed. `not_comparable`: both did.
   */
  readonly status: 'completed' | 'incomplete' | 'forfeit' | 'not_comparable';
  /**
   * Null where nothing could be compared.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * Null for a tie and where nothing could be compared.
   */
  readonly winnerModelId: string | null;
  /**
   * Weighted mean of the axes; positive favours a. Null where nothing could be compared.
   */
  readonly score: number | null;
  /**
   * Whether both runs gave the same verdict; null unless both gave one.
   */
  readonly consistent: boolean | null;
  /**
   * How the two runs agree; null unless both gave a verdict.
   */
  readonly agreement: 'full' | 'partial' | 'contradictory' | null;
  readonly axes: Axes;
  /**
   * Both runs, or none where the judge was not asked.
   *
   * @maxItems 2
   */
  readonly runs: readonly JudgeRun[];
  /**
   * Whether the judge's model is also one of the two contestants.
   */
  readonly selfJudged: boolean;
  /**
   * Circumstances that bear on the verdict, such as `attachments_not_seen`.
   *
   * Items: One circumstance.
   */
  readonly flags: readonly string[];
}
/**
 * A judge or a contestant. The index tells apart two entries with one ID.
 */
export interface Participant {
  /**
   * Place in the request's `judges` or `models`.
   */
  readonly index: number;
  /**
   * The model at that place.
   */
  readonly modelId: string;
}
/**
 * What the score is made of.
 */
export interface Axes {
  readonly accuracy: Axis;
  readonly speed: Axis;
  readonly cost: Axis;
}
/**
 * One axis of a comparison.
 */
export interface Axis {
  /**
   * From `judge_weights`, or its default.
   */
  readonly weight: number;
  /**
   * Positive favours a; null where it could not be measured.
   */
  readonly value: number | null;
}
/**
 * One run of a judge over one pair in one order.
 */
export interface JudgeRun {
  /**
   * Which output stood first.
   */
  readonly order: 'ab' | 'ba';
  /**
   * `invalid`: the judge answered, but gave no readable verdict. `failed` comes with `error`.
   */
  readonly status: 'completed' | 'invalid' | 'failed';
  /**
   * The verdict, whatever the order; null without one.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * The judge's own; null without a verdict.
   */
  readonly confidence: number | null;
  /**
   * The judge's grounds; may be empty.
   */
  readonly reasoning: string;
  /**
   * Cached tokens included.
   */
  readonly tokensIn: number;
  /**
   * Reasoning included.
   */
  readonly tokensOut: number;
  /**
   * Milliseconds of the successful attempt.
   */
  readonly latencyMs: number;
  /**
   * In US dollars.
   */
  readonly providerCost: number;
  readonly error?: ResultError;
}
