/**
 * The facts of providers and models that codegen generates from the manifests. The core decides by these facts, never by
 * the name of a provider or model.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** RFC 6901, for example `/usage/input_tokens`. */
export type JsonPointer = string;

/** The source of a credential. The names are environment variables, whose values are never part of a manifest. */
export type Auth =
  | { readonly scheme: 'bearer'; readonly env: string }
  | { readonly scheme: 'header'; readonly header: string; readonly env: string }
  | {
      readonly scheme: 'sigv4';
      readonly service: string;
      /** If it is set, its value is sent as a bearer key and nothing is signed. */
      readonly bearerEnv: string;
      readonly accessKeyIdEnv: string;
      readonly secretAccessKeyEnv: string;
      readonly sessionTokenEnv: string;
      readonly regionEnv: string;
      readonly defaultRegion: string;
    }
  /** The server needs no key. */
  | { readonly scheme: 'none' };

/** The number of days before a shutdown in which a model is retiring. Callers and operators get warnings in that time. */
export const RETIREMENT_NOTICE_DAYS = 60;

/**
 * The place of a token count in a reply: a pointer; a list of pointers to add up, or to subtract with a leading `-`; or
 * `firstOf`, which takes the first one that is present.
 */
export type UsageRule = JsonPointer | readonly string[] | { readonly firstOf: readonly JsonPointer[] };

/** `input` always includes cached and cache-written tokens; `output` always includes reasoning. */
export interface UsageRules {
  readonly input: UsageRule;
  readonly cachedInput?: UsageRule;
  readonly cacheWrite?: UsageRule;
  readonly output: UsageRule;
  readonly reasoning?: UsageRule;
  /** An array of web-search queries; each distinct non-empty one is billed. */
  readonly searches?: JsonPointer;
}

/** Field names and constants in which providers of one format differ. */
export interface WireNames {
  readonly maxTokens?: 'max_tokens' | 'max_completion_tokens';
  readonly systemRole?: 'system' | 'developer';
  /** The form of an image: an object that contains the URL, or the URL itself. */
  readonly image?: 'object' | 'string';
  readonly pdf?: 'file' | 'documentUrl';
  /** Whether a stream reports its usage only on request (absent), or always, so that the request for it is an error. */
  readonly streamUsage?: 'asked' | 'always';
  /** IDs of tool calls have nine letters and digits; absent: at most 40 letters, digits, `_` and `-`. */
  readonly callIds?: 'nine';
  /** False if a user's message may not follow a tool's. An empty message of the assistant is then inserted. */
  readonly userAfterTool?: boolean;
  /** False if requests with an output schema cannot be streamed. */
  readonly streamsSchemas?: boolean;
}

/** The part of JSON Schema that a provider enforces. Other parts are dropped, or the schema is sent as an instruction. */
export interface SchemaSubset {
  /** The supported keywords. `const` is written as `enum`, and `oneOf` as `anyOf`, if only the latter are supported. */
  readonly keywords: readonly string[];
  /** Every property must be required. */
  readonly allRequired: boolean;
  /** Every object must have `additionalProperties: false`. */
  readonly closedObjects: boolean;
  /** The root must be an object. */
  readonly rootObject: boolean;
  /** Every schema must have a type, an enum, an anyOf or a $ref. */
  readonly typed: boolean;
  readonly maxDepth: number;
}

/** A provider's limits for the files of one request. Sizes are those of decoded files. Absent limits are not documented. */
export interface AttachmentLimits {
  readonly imageBytes?: number;
  readonly images?: number;
  readonly pdfBytes?: number;
  readonly pdfs?: number;
  /** All files together, as base64. */
  readonly totalBase64Bytes?: number;
}

/** The retries after a fault that may be temporary. */
export interface RetryRules {
  /** Requests sent for one call, the first included. */
  readonly attempts: number;
  /** Bound of the random pause before the second attempt; it doubles with each further one, up to `maxPauseMs`. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** A provider that asks for a longer pause is not waited for. */
  readonly maxRetryAfterMs: number;
}

/** The rules by which a model is not called for a while. */
export interface BreakerRules {
  /** The number of the last attempts that count. */
  readonly calls: number;
  /** The breaker opens if a larger share of them has failed. */
  readonly failedPercent: number;
  /** How long it stays open before a trial call, and between trial calls. */
  readonly openMs: number;
}

/** The operator's package by which a plugin calls a provider. */
export interface BridgePackage {
  readonly package: string;
  /** Read by the plugin alone. */
  readonly options?: JsonObject;
}

/** Combinations that a provider refuses although each value is in range. The gateway corrects them and adds a warning. */
export interface ProviderRules {
  /** The lowest accepted output cap; 1 if any is accepted. */
  readonly minTokens: number;
  /** A conversation must begin with the user. */
  readonly userFirst: boolean;
  /** Prompt and output cap together must fit the context. */
  readonly capWithinContext: boolean;
}

/** Milliseconds. */
export interface Timeouts {
  readonly connectMs: number;
  /** Until the reply's headers or, with a stream, until the first text or reasoning. */
  readonly firstByteMs: number;
  /** Between two pieces of a stream, after the first text or reasoning. */
  readonly idleMs: number;
  /** For all attempts of one call together. */
  readonly totalMs: number;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  /** Without a trailing slash. It may contain `{region}` if `auth.scheme` is `sigv4`. */
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  /** Whether replies are requested as events, if the format has them. */
  readonly streaming: boolean;
  readonly maxReplyBytes: number;
  /** Upper bounds of one gateway's calls for all requests together: in flight, and waiting for a slot. */
  readonly concurrency: { readonly calls: number; readonly queue: number };
  readonly retries: RetryRules;
  /** Retries of the last minute: at most this share of its calls, and `perMinute` on top. */
  readonly retryBudget: { readonly percent: number; readonly perMinute: number };
  readonly breaker: BreakerRules;
  /** How long one of several keys rests after a 429 without a time, and after a refusal, in milliseconds. */
  readonly keys: { readonly limitedRestMs: number; readonly refusedRestMs: number };
  readonly usage: UsageRules;
  readonly wire: WireNames;
  readonly bridge?: BridgePackage;
  /** `gen_ai.provider.name` of OpenTelemetry's GenAI conventions. */
  readonly telemetryName: string;
  /** The place of a key that routes requests with one prefix to one cache; null if the provider has none. */
  readonly promptCacheKey: JsonPointer | null;
  readonly rules: ProviderRules;
  readonly attachments: AttachmentLimits;
  /** Null if no model of the provider enforces schemas. */
  readonly schemaSubset: SchemaSubset | null;
}

/** A provider before its plugin is loaded, because the plugin may define `usage`. */
export type LinkedProvider = Omit<Provider, 'usage'> & { readonly usage?: UsageRules };

/** Integer pico-USD per token (USD 1 per million tokens = 1,000,000), so that every listed price is exact. */
export interface TokenPrices {
  readonly inputPicoUsd: number;
  readonly outputPicoUsd: number;
  readonly cachedInputPicoUsd: number | null;
  readonly cacheWritePicoUsd: number | null;
}

export interface Price extends TokenPrices {
  readonly longContext: (TokenPrices & { readonly overInputTokens: number }) | null;
  /** Pico-USD for one web-search query; null if the model has no search. */
  readonly searchPicoUsd: number | null;
  /** The day of its last comparison with the provider's page, `YYYY-MM-DD`. */
  readonly checked: string;
}

/** One case of `x-wire`. The first case whose condition is true applies. Without a condition, it always does. */
export interface TuningCase {
  readonly equals?: Json;
  readonly below?: number;
  /** Values by pointer into the request body. The string `$value` is replaced by the caller's value. */
  readonly set?: { readonly [pointer: JsonPointer]: Json };
  /** The warning to the caller if this case applies. */
  readonly warn?: string;
  /** The provider refuses temperature and top-p together with this value. */
  readonly dropsSampling?: boolean;
  /** The provider counts the value, a token budget, within the output cap, so the cap is raised by it. */
  readonly raisesMaxTokens?: boolean;
  /** The typical reasoning tokens with this value, instead of the model's `typicalOutputTokens.reasoning`. */
  readonly reasoningTokens?: number;
  /** Other parameters of the model that the provider refuses together with this value. */
  readonly excludes?: readonly string[];
  /** The provider refuses this value together with a caller's functions. */
  readonly besideTools?: false;
}

export interface TuningParameter {
  /** JSON Schema of the caller's value. */
  readonly schema: JsonObject;
  readonly cases: readonly TuningCase[];
}

/** The features of tools that a model supports. */
export interface ModelTools {
  /** The provider can be limited to one call in a reply. */
  readonly parallelSwitch: boolean;
  /** The provider accepts the choices `required` and a named function. */
  readonly forcedChoice: boolean;
  /** The provider accepts the choice `none` together with functions. */
  readonly noneChoice: boolean;
  /** The provider accepts `strict` for a function. */
  readonly strict: boolean;
  /** The provider enforces an output schema together with tools. Otherwise the schema is sent as an instruction. */
  readonly besideSchema: boolean;
  /** The provider requires its reasoning back with the calls that followed it, and returns it on request. */
  readonly returnsReasoning: boolean;
}

export interface Model {
  readonly id: string;
  readonly provider: string;
  /** The provider's name for it. */
  readonly upstream: string;
  /** Other names in replies; only `*` if the name is not compared. */
  readonly names: readonly string[];
  readonly group: 'reasoning' | 'fast' | 'legacy';
  readonly judge: 'primary' | 'alternative' | 'reasoning' | null;
  readonly price: Price;
  readonly limits: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    /** Sent if the caller sends no `maxTokens`, so that the hold is a true bound. */
    readonly defaultOutputTokens: number;
    /** Upper bound of the reasoning that the provider bills beside its output cap; 0 if the cap includes it. */
    readonly uncappedReasoningTokens: number;
    /** Upper bound of the input tokens of one image. */
    readonly imageTokens: number;
    /** Upper bound of the input tokens of one page of a PDF. */
    readonly pdfPageTokens: number;
    /** Absent if every image counts as the bound. */
    readonly imageCounting?: ImageCounting;
    /** The part of `pdfPageTokens` for the text of a full page. */
    readonly pdfPageTextTokens?: number;
  };
  /** Tokens that a call rarely exceeds: of its visible output, by role, and of its reasoning. They are not bounds. */
  readonly typicalOutputTokens: {
    readonly answer: number;
    readonly verdict: number;
    readonly reasoning: number;
  };
  readonly accepts: { readonly images: readonly string[]; readonly pdf: boolean };
  readonly sampling: {
    readonly temperature: readonly [number, number] | null;
    readonly topP: readonly [number, number] | null;
    /** False if the provider refuses both in one request. Top-p is then left out. */
    readonly together: boolean;
    /** The only top-p that the provider accepts with temperature 0; null if it accepts any. */
    readonly greedyTopP: number | null;
  };
  readonly schemaEnforcement: 'native' | 'forcedTool' | 'instruction';
  /** Null if the model supports no tools. */
  readonly tools: ModelTools | null;
  readonly caching: {
    readonly mode: 'automatic' | 'explicit' | 'resource' | 'none';
    readonly minTokens: number | null;
    /** The callers' discount on cached input, in thousandths; null if they pay the provider's price. */
    readonly discountMilli: number | null;
  };
  readonly tuning: { readonly [parameter: string]: TuningParameter };
  /** Constants in every request body, by pointer. */
  readonly send: { readonly [pointer: JsonPointer]: Json };
  /** `YYYY-MM-DD`; null if none is announced. */
  readonly shutdown: string | null;
  /** The day of the shutdown's announcement, `YYYY-MM-DD`; null if it is not known. */
  readonly deprecated: string | null;
  /** ID of a model that is not shut down sooner; null if the manifest names none. */
  readonly successor: string | null;
  /** Whether the successor replaces it from the day of the shutdown. */
  readonly isSucceeded: boolean;
}

/** The facts that codegen generates from all manifests. */
export interface RegistryData {
  /** SHA-256 over every manifest's path and text, in hex. */
  readonly hash: string;
  readonly providers: readonly LinkedProvider[];
  readonly models: readonly Model[];
  /** IDs of models that are in a manifest but that no request may name; absent if there are none. */
  readonly switchedOff?: readonly string[];
}

/** Models with their prices, such as a registry. */
export interface PricedModels {
  readonly models: readonly Pick<Model, 'id' | 'price'>[];
}

/** The rule by which an image's tokens follow from its size: by whole or partial squares, or by area. */
export interface ImageCounting {
  /** The image is first scaled down to fit a square of this side. */
  readonly fitPx?: number;
  /** Then it is scaled down until its shorter side is at most this long. */
  readonly shortSidePx?: number;
  readonly squarePx?: number;
  readonly tokensPerSquare?: number;
  readonly tokensPerRow?: number;
  readonly baseTokens?: number;
  readonly pixelsPerToken?: number;
}
