// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Models that answer, judges that compare them, and what wins. Clients name it as a model.
 */
export interface Panel {
  /**
   * `panel/` and the file's name without its ending.
   */
  readonly id: string;
  /**
   * IDs of the models that answer. An ID that is named twice runs twice.
   *
   * @minItems 2
   * @maxItems 64
   */
  readonly models: readonly string[];
  /**
   * IDs of the models that compare the answers pairwise, each pair in both orders.
   *
   * @minItems 1
   * @maxItems 6
   */
  readonly judges: readonly string[];
  /**
   * What counts when answers are compared, as `judge_weights` of a request.
   */
  readonly judge_weights?: {
    /**
     * Weight of the judges' verdict. Default 1.
     */
    readonly accuracy?: number;
    /**
     * Weight of the lower latency. Default 0.
     */
    readonly speed?: number;
    /**
     * Weight of the lower provider cost. Default 0.
     */
    readonly cost?: number;
  };
  /**
   * The probability that the winner is the best answer at which judging stops, as `judge_until` of a request. If absent, every pair is judged by every judge.
   */
  readonly judge_until?: number;
  /**
   * ID of a model that writes one more answer from all others, as `fuse` of a request. It is sent only if it ranks first. Needs `wins: quality`.
   */
  readonly fuse?: string;
  /**
   * Grading criteria for the judges, as `judge_prompt` of a request.
   */
  readonly judge_prompt?: string;
  /**
   * Name of a calibration, or `none`. By default the newest that fits.
   */
  readonly calibration?: string;
  /**
   * What happens if no judge could compare any two answers. `error`: the request fails with a 502. `first`: the first answer in the panel's order that keeps the budget is sent, or the first of all. Default `error`.
   */
  readonly unjudged?: 'error' | 'first';
  /**
   * `quality`: the best ranked answer. `qualityWithin`: the best ranked of the answers within a budget; if there is none, the best ranked of all.
   */
  readonly wins:
    | 'quality'
    | {
        /**
         * Bounds of one answer. With both, it has to keep both.
         */
        readonly qualityWithin: {
          /**
           * Of its `latencyMs`.
           */
          readonly seconds?: number;
          /**
           * Of its own `credits`, without the judges'.
           */
          readonly credits?: number;
        };
      };
}
