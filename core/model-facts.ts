/**
 * The facts of providers and models, as codegen makes them of the manifests. Data only: no room of the core decides by
 * a provider's or a model's name, it decides by these.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** RFC 6901, for example `/usage/input_tokens`. */
export type JsonPointer = string;

/** Where a credential comes from. The names are environment variables; their values never reach a manifest. */
export type Auth =
  | { readonly scheme: 'bearer'; readonly env: string }
  | { readonly scheme: 'header'; readonly header: string; readonly env: string }
  | {
      readonly scheme: 'sigv4';
      readonly service: string;
      /** When set, its value is sent as a bearer key and nothing is signed. */
      readonly bearerEnv: string;
      readonly accessKeyIdEnv: string;
      readonly secretAccessKeyEnv: string;
      readonly sessionTokenEnv: string;
      readonly regionEnv: string;
      readonly defaultRegion: string;
    }
  /** The server asks for no key. */
  | { readonly scheme: 'none' };

/** How many days before its shutdown a model is retiring: callers, operators and alerts are told from then on. */
export const RETIREMENT_NOTICE_DAYS = 60;

/**
 * Where a reply has a token count.
 * A pointer is read as is; a list is added up, and a leading `-` subtracts; `firstOf` takes the first that is present.
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
  /** How the format carries an image: an object holding the URL, or the URL itself. */
  readonly image?: 'object' | 'string';
  readonly pdf?: 'file' | 'documentUrl';
  /** How a stream comes to report its usage: because it is asked to (absent), or always, where asking is an error. */
  readonly streamUsage?: 'asked' | 'always';
  /** IDs of tool calls have nine letters and digits; absent: at most 40 letters, digits, `_` and `-`. */
  readonly callIds?: 'nine';
  /** False where a user's message may not follow a tool's; an empty assistant's is put between. */
  readonly userAfterTool?: boolean;
  /** False where a request with an output schema is answered only whole. */
  readonly streamsSchemas?: boolean;
}

/** The part of JSON Schema a provider enforces. What lies outside it is dropped, or the schema goes as an instruction. */
export interface SchemaSubset {
  /** The keywords it takes; `const` is written as `enum`, and `oneOf` as `anyOf`, where only those are here. */
  readonly keywords: readonly string[];
  /** Every property must be required. */
  readonly allRequired: boolean;
  /** Every object must say `additionalProperties: false`. */
  readonly closedObjects: boolean;
  /** The root must be an object. */
  readonly rootObject: boolean;
  /** Every schema must say a type, an enum, an anyOf or a $ref. */
  readonly typed: boolean;
  readonly maxDepth: number;
}

/** What a provider takes of files in one request; sizes are of the decoded file. Absent: it says nothing. */
export interface AttachmentLimits {
  readonly imageBytes?: number;
  readonly images?: number;
  readonly pdfBytes?: number;
  readonly pdfs?: number;
  /** All files together, as base64. */
  readonly totalBase64Bytes?: number;
}

/** What is done about a fault that may pass. */
export interface RetryRules {
  /** Requests sent for one call, the first included. */
  readonly attempts: number;
  /** Bound of the random pause before the second attempt; it doubles with each further one, up to `maxPauseMs`. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** A provider that asks for a longer pause is not waited for. */
  readonly maxRetryAfterMs: number;
}

/** When a model is not asked for a while. */
export interface BreakerRules {
  /** How many of the last attempts are looked at, */
  readonly calls: number;
  /** and more than which share of them must have failed. */
  readonly failedPercent: number;
  /** How long it stays open before a call is let through, and between such calls. */
  readonly openMs: number;
}

/** The package of the operator's own by which a plugin speaks to a provider. */
export interface BridgePackage {
  readonly package: string;
  /** Read by the plugin alone. */
  readonly options?: JsonObject;
}

/** What a provider refuses although each value is in range. The gateway corrects it and adds a warning. */
export interface ProviderRules {
  /** The lowest output cap it accepts; 1 where it accepts any. */
  readonly minTokens: number;
  /** A conversation must begin with the user. */
  readonly userFirst: boolean;
  /** Prompt and output cap together must fit the context. */
  readonly capWithinContext: boolean;
}

/** Milliseconds. */
export interface Timeouts {
  readonly connectMs: number;
  /** Until the reply's headers; of a stream, until the first text or reasoning. */
  readonly firstByteMs: number;
  /** Of a stream, between two pieces of it once the first text or reasoning has come. */
  readonly idleMs: number;
  /** For one call, every attempt together. */
  readonly totalMs: number;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  /** No trailing slash. May hold `{region}` where `auth.scheme` is `sigv4`. */
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  /** Whether replies are asked for as events, where the format has them. */
  readonly streaming: boolean;
  readonly maxReplyBytes: number;
  /** Calls of one gateway process, of all requests together: in flight, and waiting for a place. */
  readonly concurrency: { readonly calls: number; readonly queue: number };
  readonly retries: RetryRules;
  /** Retries of the last minute: at most this share of its calls, and `perMinute` on top. */
  readonly retryBudget: { readonly percent: number; readonly perMinute: number };
  readonly breaker: BreakerRules;
  /** How long one of several keys rests, after a 429 that does not say and once it was refused, milliseconds. */
  readonly keys: { readonly limitedRestMs: number; readonly refusedRestMs: number };
  readonly usage: UsageRules;
  readonly wire: WireNames;
  readonly bridge?: BridgePackage;
  /** `gen_ai.provider.name` of OpenTelemetry's GenAI conventions. */
  readonly telemetryName: string;
  /** Where a body takes a key that steers requests of one prefix to one cache; null where the provider has none. */
  readonly promptCacheKey: JsonPointer | null;
  readonly rules: ProviderRules;
  readonly attachments: AttachmentLimits;
  /** Null where no model of the provider enforces schemas. */
  readonly schemaSubset: SchemaSubset | null;
}

/** A provider before its plugin is loaded, which may say where replies count tokens. */
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
  /** Pico-USD for one web-search query; null where the model has no search. */
  readonly searchPicoUsd: number | null;
  /** The day somebody last compared it with the provider's page, `YYYY-MM-DD`. */
  readonly checked: string;
}

/** One line of `x-wire`: the first whose condition holds decides. No condition always holds. */
export interface TuningCase {
  readonly equals?: Json;
  readonly below?: number;
  /** Pointer into the request body -> value; the string `$value` stands for the caller's value. */
  readonly set?: { readonly [pointer: JsonPointer]: Json };
  /** Told to the caller in `warnings` when this case applies. */
  readonly warn?: string;
  /** The provider refuses temperature and top-p beside this value. */
  readonly dropsSampling?: boolean;
  /** The value is a token budget the provider counts inside the output cap: raise the cap by it. */
  readonly raisesMaxTokens?: boolean;
  /** What the model typically thinks at this value, in place of the model's own `typicalOutputTokens.reasoning`. */
  readonly reasoningTokens?: number;
  /** Other parameters of the model that the provider refuses beside this value. */
  readonly excludes?: readonly string[];
  /** The provider refuses this value beside a caller's functions. */
  readonly besideTools?: false;
}

export interface TuningParameter {
  /** JSON Schema of the caller's value. */
  readonly schema: JsonObject;
  readonly cases: readonly TuningCase[];
}

/** What a model takes of tools. */
export interface ModelTools {
  /** The provider can be asked for one call at a time. */
  readonly parallelSwitch: boolean;
  /** The provider takes the choices `required` and a named function. */
  readonly forcedChoice: boolean;
  /** The provider takes the choice `none` beside functions. */
  readonly noneChoice: boolean;
  /** The provider takes `strict` of a function. */
  readonly strict: boolean;
  /** The provider enforces an output schema beside tools; else the schema goes as an instruction. */
  readonly besideSchema: boolean;
  /** The provider wants its reasoning back with the calls that followed it, and gives it if it is asked. */
  readonly returnsReasoning: boolean;
}

export interface Model {
  readonly id: string;
  readonly provider: string;
  /** What the provider calls it. */
  readonly upstream: string;
  /** What replies may call it besides; `*` alone where their name is not compared. */
  readonly names: readonly string[];
  readonly group: 'reasoning' | 'fast' | 'legacy';
  readonly judge: 'primary' | 'alternative' | 'reasoning' | null;
  readonly price: Price;
  readonly limits: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    /** Sent where the caller gives no `maxTokens`, so that the hold is a true bound. */
    readonly defaultOutputTokens: number;
    /** Bound on reasoning the provider bills outside its own output cap; 0 where the cap counts it. */
    readonly uncappedReasoningTokens: number;
    /** Bound on what one image, and one page of a PDF, costs in input tokens. */
    readonly imageTokens: number;
    readonly pdfPageTokens: number;
    /** Absent where every image counts as the bound. */
    readonly imageCounting?: ImageCounting;
    /** The part of `pdfPageTokens` that is text, of a full page. */
    readonly pdfPageTextTokens?: number;
  };
  /** What a call rarely exceeds, in tokens: its visible part by role, and what it thinks beside it. It bounds nothing. */
  readonly typicalOutputTokens: {
    readonly answer: number;
    readonly verdict: number;
    readonly reasoning: number;
  };
  readonly accepts: { readonly images: readonly string[]; readonly pdf: boolean };
  readonly sampling: {
    readonly temperature: readonly [number, number] | null;
    readonly topP: readonly [number, number] | null;
    /** False where the provider refuses both in one request: top-p is left out. */
    readonly together: boolean;
    /** The only top-p the provider accepts beside temperature 0; null where it accepts any. */
    readonly greedyTopP: number | null;
  };
  readonly schemaEnforcement: 'native' | 'forcedTool' | 'instruction';
  /** Null where the model takes no tools. */
  readonly tools: ModelTools | null;
  readonly caching: {
    readonly mode: 'automatic' | 'explicit' | 'resource' | 'none';
    readonly minTokens: number | null;
    /** Discount on cached input promised to callers, in thousandths; null passes the provider's own price on. */
    readonly discountMilli: number | null;
  };
  readonly tuning: { readonly [parameter: string]: TuningParameter };
  /** Constants set in every request body, by pointer. */
  readonly send: { readonly [pointer: JsonPointer]: Json };
  /** `YYYY-MM-DD`; null where none is announced. */
  readonly shutdown: string | null;
  /** The day the shutdown was announced, `YYYY-MM-DD`; null where it is not known. */
  readonly deprecated: string | null;
  /** ID of a model that is not shut down sooner; null where the manifest names none. */
  readonly successor: string | null;
  /** Whether the successor runs in its place from the day of the shutdown. */
  readonly isSucceeded: boolean;
}

/** What codegen makes of all manifests. */
export interface RegistryData {
  /** SHA-256 over every manifest's path and text, in hex. */
  readonly hash: string;
  readonly providers: readonly LinkedProvider[];
  readonly models: readonly Model[];
  /** IDs of models that are written down and that no request may name; absent if there are none. */
  readonly switchedOff?: readonly string[];
}

/** Models with their prices; a registry is such. */
export interface PricedModels {
  readonly models: readonly Pick<Model, 'id' | 'price'>[];
}

/** How an image's tokens follow from its size: by squares, begun ones included, or by area. */
export interface ImageCounting {
  /** It is scaled down into a square of this side first. */
  readonly fitPx?: number;
  /** And then until its shorter side is no longer than this. */
  readonly shortSidePx?: number;
  readonly squarePx?: number;
  readonly tokensPerSquare?: number;
  readonly tokensPerRow?: number;
  readonly baseTokens?: number;
  readonly pixelsPerToken?: number;
}
