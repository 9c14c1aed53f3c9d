// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Every model of the registry.
 */
export interface ModelsResponse {
  /**
   * Version of the judges' built-in prompt. A calibration holds for one version.
   */
  readonly judgePrompt: string;
  /**
   * In the manifests' order.
   */
  readonly models: readonly ModelDescription[];
  /**
   * Choices of models and judges that the operator has made, by ID. Below `/v1` such an ID is a model.
   */
  readonly panels: readonly PanelDescription[];
  /**
   * Whether the sandbox stands in for a provider, so that its models' answers and verdicts are made up. Absent if every provider is real.
   */
  readonly simulated?: boolean;
}
/**
 * What one model costs, takes and can do.
 */
export interface ModelDescription {
  /**
   * For `models` and `judges`.
   */
  readonly id: string;
  /**
   * Its name at the provider, and a digest of how it is asked. A calibration holds for one version of each judge.
   */
  readonly version: string;
  /**
   * What it is for.
   */
  readonly group: 'reasoning' | 'fast' | 'legacy';
  /**
   * The name of its provider.
   */
  readonly provider: string;
  /**
   * Whether this gateway has a key for the provider, or needs none. If false, the model's results fail with `provider_unconfigured`.
   */
  readonly configured: boolean;
  /**
   * Whether your key may ask it, as a model or as a judge. If false, a request that names it is refused with 403 `model-not-allowed`.
   */
  readonly allowed: boolean;
  /**
   * How it is recommended as a judge; null if it is not. Any model may judge.
   */
  readonly judge: 'primary' | 'alternative' | 'reasoning' | null;
  readonly price: ModelPrice;
  readonly limits: ModelLimits;
  /**
   * Media types of the attachments it reads.
   *
   * Items: Such as image/png.
   */
  readonly accepts: readonly string[];
  /**
   * The range it takes; null if it refuses the parameter.
   */
  readonly temperature: readonly [number, number] | null;
  /**
   * The range it takes; null if it refuses the parameter.
   */
  readonly topP: readonly [number, number] | null;
  /**
   * How `response_schema` reaches it.
   */
  readonly schemaEnforcement: 'native' | 'forcedTool' | 'instruction';
  readonly caching: ModelCaching;
  /**
   * A JSON Schema for each parameter it takes in `model_tuning`.
   */
  readonly tuning: {
    readonly [k: string]: unknown;
  };
  /**
   * The day its provider shuts it down, as YYYY-MM-DD; null if none is announced. From 00:00 UTC of that day nothing is sent to it.
   */
  readonly shutdown: string | null;
  /**
   * The day its shutdown was announced, as YYYY-MM-DD; null if that is not known.
   */
  readonly deprecated: string | null;
  /**
   * The ID to name instead. It is not shut down sooner. Null if the operator names none.
   */
  readonly successor: string | null;
  /**
   * What happens to a run from the day of the shutdown: it fails with `model_retired`, or the successor runs in its place, which `servedBy` names.
   */
  readonly onShutdown: 'fail' | 'successor';
}
/**
 * List prices in US dollars per million tokens.
 */
export interface ModelPrice {
  /**
   * For input tokens.
   */
  readonly inputUsdPerMillion: number;
  /**
   * For output tokens, reasoning included.
   */
  readonly outputUsdPerMillion: number;
  /**
   * What a caller pays for input tokens read from the provider's cache.
   */
  readonly cachedInputUsdPerMillion: number;
}
/**
 * Bounds in tokens.
 */
export interface ModelLimits {
  /**
   * Input and output together.
   */
  readonly contextTokens: number;
  /**
   * The largest `maxTokens` it can use.
   */
  readonly outputTokens: number;
  /**
   * Its cap where the request gives no `maxTokens`.
   */
  readonly defaultOutputTokens: number;
}
/**
 * How repeated prefixes are cached.
 */
export interface ModelCaching {
  /**
   * `explicit` needs `cache_control`; `resource` needs a cache made beforehand.
   */
  readonly mode: 'automatic' | 'explicit' | 'resource' | 'none';
  /**
   * Shorter prefixes are not cached; null if the provider names no minimum.
   */
  readonly minTokens: number | null;
}
/**
 * The fields of a request that a panel fills in.
 */
export interface PanelDescription {
  /**
   * Begins with `panel/`.
   */
  readonly id: string;
  /**
   * IDs of the models that answer.
   */
  readonly models: readonly string[];
  /**
   * IDs of the models that compare the answers.
   */
  readonly judges: readonly string[];
  /**
   * What counts when answers are compared.
   */
  readonly judge_weights?: {
    /**
     * Weight of the judges’ verdict. Default 1.
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
   * The probability that the winner is the best answer at which judging stops. Absent if every pair is judged.
   */
  readonly judge_until?: number;
  /**
   * ID of the model that writes one more answer from all others. Absent if none does.
   */
  readonly fuse?: string;
  /**
   * Grading criteria for the judges.
   */
  readonly judge_prompt?: string;
}
