// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * One result per requested model, and the judges' comparisons. Sent with status 200 even where every model failed.
 */
export interface PromptResponse {
  /**
   * Identifies the request: a UUID of version 7, so IDs sort by time.
   */
  readonly promptLogId: string;
  /**
   * One result per entry of the request's `models`, in that order; a comparison of given answers has none. With `fuse` one more follows, that of the fused answer.
   */
  readonly results: readonly Result[];
  /**
   * One evaluation per judge and pair of outputs, ordered by judge, then by pair.
   */
  readonly evaluations: readonly Evaluation[];
  /**
   * The entries of `models`, and the fused answer, from best to worst, by win rate, weighted by `weights` where they are given; with `judge_until`, by `bestProbability`. Empty if nothing was to be judged. Absent only from answers that version 0.1 stored.
   */
  readonly ranking?: readonly RankedModel[];
  /**
   * What all judges together make of each judged pair, ordered by pair. Absent from answers that earlier versions stored.
   */
  readonly consensus?: readonly PairConsensus[];
  /**
   * How much each judge counts in `ranking` and `consensus`, one per entry of `judges`, in that order. Absent if all judges count alike. `evaluations` never depend on it.
   */
  readonly weights?: readonly JudgeWeight[];
  /**
   * Name of the calibration that the weights come from; null if they come from each judge's flips alone, and no calibration names all judges. Present with `weights`.
   */
  readonly calibration?: string | null;
  readonly judging?: Judging;
  readonly agreedCalls?: AgreedCalls;
  /**
   * Pairs on which judges disagree, more than their order flips explain: one prefers `a` whichever came first, another `b`. Ordered by pair. Absent if there are none.
   */
  readonly disagreement?: readonly DisputedPair[];
  /**
   * Warnings about the whole request. Absent if there are none.
   */
  readonly warnings?: readonly Warning[];
  /**
   * Credits charged for the whole request: the results' `credits` plus the judges' calls, at most the `creditsAtMost` of its quote, web searches and the pages of a PDF aside.
   */
  readonly creditsUsed: number;
  /**
   * What all runs of the judges cost: the sum of `evaluations[].runs[].credits`, and 0 without judges. It is part of `creditsUsed`, unless all calls together cost more than `creditsAtMost`: then `creditsUsed` is below their sum. Absent from answers that earlier versions stored.
   */
  readonly judgingCredits?: number;
}
/**
 * The outcome of one entry of `models`.
 */
export interface Result {
  /**
   * The model that the request names.
   */
  readonly modelId: string;
  /**
   * A `failed` result has an `error`.
   */
  readonly status: 'completed' | 'failed';
  /**
   * The model's text. Empty if the model failed.
   */
  readonly output: string;
  /**
   * The model that answered in the place of `modelId`: its successor, because it is shut down, or another one that the provider used. The ID, or the provider's name for a model that is not offered here. Absent if it ran itself.
   */
  readonly servedBy?: string;
  /**
   * True if the account's cache had this answer: nothing was sent now, and `credits` and `attempts` are 0. All other figures are those of the first run. Absent otherwise.
   */
  readonly cached?: true;
  /**
   * True if the model of `fuse` wrote this answer from the others. Absent otherwise.
   */
  readonly fused?: true;
  /**
   * Input tokens, including cached ones.
   */
  readonly tokensIn: number;
  /**
   * Output tokens, including reasoning.
   */
  readonly tokensOut: number;
  /**
   * Duration of the successful attempt alone, in milliseconds, from request written to reply read.
   */
  readonly latencyMs: number;
  /**
   * Until the first text or reasoning of the attempt that `latencyMs` measures, in milliseconds. Absent if the provider's reply did not come as a stream.
   */
  readonly firstTokenMs?: number;
  /**
   * Output tokens after the first one, by the time from it to the end of the reply. Reasoning that the provider does not show is not counted. Absent without `firstTokenMs`, if the model failed, and for replies too short to measure.
   */
  readonly tokensPerSecond?: number;
  /**
   * What the provider bills for this result, in US dollars; for a `cached` one, what it billed for the first run.
   */
  readonly providerCost: number;
  /**
   * The functions that the model calls. Only of requests with `tools`, which `/v1/chat/completions` and `/v1/responses` take: `POST /api/v1/prompt` has none.
   */
  readonly calls?: readonly ResultCall[];
  /**
   * `length` means that the output was cut at its cap. Absent if the model failed.
   */
  readonly finishReason?: 'stop' | 'length' | 'refused';
  /**
   * Input tokens read from the provider's cache. Absent if the provider reported no usage.
   */
  readonly tokensCached?: number;
  /**
   * Input tokens written to the provider's cache. Absent if the provider reported no usage.
   */
  readonly tokensCacheWritten?: number;
  /**
   * Output tokens spent on reasoning. Absent if the provider does not report them.
   */
  readonly tokensReasoning?: number;
  /**
   * What this result cost. A failed result costs something if its provider reported usage, or had begun to answer. If all calls together cost more than `creditsAtMost`, `creditsUsed` is below their sum.
   */
  readonly credits?: number;
  /**
   * Requests sent to the provider. 0 if none was sent.
   */
  readonly attempts?: number;
  /**
   * What the gateway changed or could not do for this model. It changes nothing without a warning.
   */
  readonly warnings?: readonly Warning[];
  /**
   * How `response_schema` was enforced: by the provider (`native`, `forcedTool`) or by instructions in the prompt. Present with a `response_schema`.
   */
  readonly schemaEnforcement?: 'native' | 'forcedTool' | 'instruction';
  /**
   * Whether the output satisfies your `response_schema`. Absent if no output was checked against a schema.
   */
  readonly schemaValid?: boolean;
  readonly error?: ResultError;
}
/**
 * A call of one of the caller's functions.
 */
export interface ResultCall {
  /**
   * Identifies the call. The result must name it as it is.
   */
  readonly id: string;
  /**
   * The function.
   */
  readonly name: string;
  /**
   * JSON text exactly as the model wrote it. It need not be valid or fit the function's parameters.
   */
  readonly arguments: string;
}
/**
 * Something the gateway changed or could not do for this model.
 */
export interface Warning {
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
 * Why the run failed.
 */
export interface ResultError {
  /**
   * A stable code for programs.
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
    | 'cancelled'
    | 'model_retired'
    | 'nothing_to_fuse';
  /**
   * An explanation for people.
   */
  readonly message: string;
  /**
   * Whether the same request may succeed later.
   */
  readonly retryable: boolean;
  /**
   * HTTP status of the provider's last reply. Absent if no reply came.
   */
  readonly providerStatus?: number;
  /**
   * The provider's own code or type of the error, such as `insufficient_quota`. Absent if it gave none, or one that is not made of words and a short number.
   */
  readonly providerCode?: string;
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
   * `incomplete` means that a run gave no verdict, `forfeit` that one output failed or is empty, `not_comparable` that both did, `skipped` that this judge was not asked about the pair, because of `judge_until` or `agreedCalls`.
   */
  readonly status: 'completed' | 'incomplete' | 'forfeit' | 'not_comparable' | 'skipped';
  /**
   * The better output. Null if nothing was compared, and always if `status` is `incomplete`.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * The model of the better output. Null for a tie, and if nothing could be compared.
   */
  readonly winnerModelId: string | null;
  /**
   * Weighted mean of the axes. A positive score favours `a`, a negative one `b`. Null if nothing could be compared, and always if `status` is `incomplete`.
   */
  readonly score: number | null;
  /**
   * Whether both runs gave the same verdict. Null unless both gave one.
   */
  readonly consistent: boolean | null;
  /**
   * How the two runs agree: `full` for the same verdict, `partial` for a win and a tie, `contradictory` for opposite winners. Null unless both gave a verdict.
   */
  readonly agreement: 'full' | 'partial' | 'contradictory' | null;
  readonly axes: Axes;
  /**
   * The judge's two runs. Empty if the judge was not asked.
   *
   * @maxItems 2
   */
  readonly runs: readonly JudgeRun[];
  /**
   * Whether the judge is also one of the two contestants.
   */
  readonly selfJudged: boolean;
  /**
   * Circumstances that affect the verdict, such as `attachments_not_seen`: the judge could not read the files.
   *
   * Items: One circumstance.
   */
  readonly flags: readonly string[];
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
 * The parts of the score.
 */
export interface Axes {
  readonly accuracy: Axis;
  readonly speed: Axis;
  readonly cost: Axis;
}
/**
 * One axis of the comparison.
 */
export interface Axis {
  /**
   * The weight from `judge_weights`, or its default.
   */
  readonly weight: number;
  /**
   * A positive value favours `a`. Null if it could not be measured.
   */
  readonly value: number | null;
}
/**
 * One run of a judge over one pair in one order.
 */
export interface JudgeRun {
  /**
   * Which output came first.
   */
  readonly order: 'ab' | 'ba';
  /**
   * `invalid` means that the judge answered without a readable verdict. A `failed` run has an `error`.
   */
  readonly status: 'completed' | 'invalid' | 'failed';
  /**
   * The verdict, independent of the order. Null without a verdict.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * The judge's own confidence. Null without a verdict.
   */
  readonly confidence: number | null;
  /**
   * The judge's reasons. Can be empty.
   */
  readonly reasoning: string;
  /**
   * Input tokens, including cached ones.
   */
  readonly tokensIn: number;
  /**
   * Output tokens, including reasoning.
   */
  readonly tokensOut: number;
  /**
   * Duration of the last attempt, in milliseconds, from request written to reply read. If the judge was asked again for a readable verdict, the sum of both.
   */
  readonly latencyMs: number;
  /**
   * What the provider bills for this run, in US dollars.
   */
  readonly providerCost: number;
  /**
   * What this run cost, its one further ask included. Absent in answers from before it was told.
   */
  readonly credits?: number;
  /**
   * Another model that the provider answered with. Absent if it was the judge itself, or the model in its place.
   */
  readonly servedBy?: string;
  readonly error?: ResultError;
}
/**
 * One entry of `models` in the ranking. Its counts are pairs, once for each judge.
 */
export interface RankedModel {
  /**
   * Position in the request's `models`, or in its `answers`, from 0.
   */
  readonly index: number;
  /**
   * The model at that position, or the name of a given answer.
   */
  readonly modelId: string;
  /**
   * One more than the number of entries ahead of it. Equal win rates share a rank, or with `judge_until` equal probabilities. Answers without a judged pair come after the others; where nothing was judged, all answers share rank 1, so look at `winRate` before you call one the best. Null for a model that failed or answered with nothing: these come last.
   */
  readonly rank: number | null;
  /**
   * Mean of (1 + score) / 2 over the judged pairs, from the model's side; where `weights` are given, of (1 + consensus) / 2 over its opponents. Null without a judged pair.
   */
  readonly winRate: number | null;
  /**
   * Judged pairs it won, by the evaluation's `winner`.
   */
  readonly won: number;
  /**
   * Judged pairs that were a tie.
   */
  readonly tied: number;
  /**
   * Judged pairs it lost.
   */
  readonly lost: number;
  /**
   * Pairs without a verdict: one of the two models failed or answered nothing, a judge gave no verdict in one of the orders, or the pair was skipped. Such a pair changes no win rate.
   */
  readonly unjudged: number;
  /**
   * How probable it is that this entry is the best of all, by the verdicts. 0 for a model that failed or answered with nothing. Present with `judge_until`.
   */
  readonly bestProbability?: number;
}
/**
 * What all judges together make of one pair.
 */
export interface PairConsensus {
  readonly a: Participant;
  readonly b: Participant;
  /**
   * The better output by the weighted mean of the judges' scores. Null if no judge with a say compared the two.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
  /**
   * The model of the better output. Null for a tie, and if nothing was compared.
   */
  readonly winnerModelId: string | null;
  /**
   * How far the winner leads: the size of the weighted mean, from 0 for a tie to 1 if all judges agree. Null if nothing was compared.
   */
  readonly margin: number | null;
  /**
   * How many judges with a weight above 0 compared the two.
   */
  readonly judges: number;
}
/**
 * How much one judge counts.
 */
export interface JudgeWeight {
  /**
   * Position in the request's `judges`, from 0.
   */
  readonly index: number;
  /**
   * The judge at that position.
   */
  readonly modelId: string;
  /**
   * Its weight in the mean over judges. With 0 the judge has no say.
   */
  readonly weight: number;
  /**
   * The source of the weight: verdicts on labelled pairs, order flips, or none.
   */
  readonly from: 'labels' | 'flips' | 'none';
  /**
   * How many judged pairs that rests on.
   */
  readonly pairs: number;
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
 * Where more than half of the answers, and two at least, call the same functions with equal arguments: they go first, and no judge is asked. Absent otherwise.
 */
export interface AgreedCalls {
  /**
   * Positions of these answers in `results`, in that order.
   *
   * @minItems 2
   */
  readonly indexes: readonly number[];
  /**
   * How many answers there are.
   */
  readonly of: number;
}
/**
 * One pair on which judges disagree.
 */
export interface DisputedPair {
  readonly a: Participant;
  readonly b: Participant;
  /**
   * How probable it is that the disagreement is an accident of order flips, by how often these judges flip. At most 0.1.
   */
  readonly byChance: number;
  /**
   * Those that named the same winner in both orders, in the order of the request.
   *
   * @minItems 2
   */
  readonly judges: readonly DisputingJudge[];
}
/**
 * One judge's side.
 */
export interface DisputingJudge {
  readonly judge: Participant;
  /**
   * The output it prefers, whichever came first.
   */
  readonly winner: 'a' | 'b';
  /**
   * Its reasons, from the run it was more confident in. Can be empty.
   */
  readonly reasoning: string;
}
