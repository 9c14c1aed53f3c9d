// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { ImageCounting, Json, UsageRule } from '../contract.ts';

/**
 * One provider and every model it serves. The file name is the provider's id.
 */
export interface Manifest {
  readonly provider: Provider;
  /**
   * Named groups of tuning parameters. A model names its group under `tuning`.
   */
  readonly tuning?: {
    readonly [k: string]: {
      readonly [k: string]: TuningParameter;
    };
  };
  /**
   * @minItems 1
   */
  readonly models: readonly Model[];
}
export interface Provider {
  /**
   * Equals the file name.
   */
  readonly id: string;
  /**
   * For people.
   */
  readonly name: string;
  /**
   * The wire format: a file in plugins/ or in the folder of ASSAY_PLUGINS, or npm: and a package's name.
   */
  readonly plugin: string;
  /**
   * Slashes at its end are dropped. ASSAY_BASE_URL_<ID> replaces it whole.
   */
  readonly baseUrl: string;
  readonly auth:
    | {
        readonly scheme: 'bearer';
        readonly env: string;
      }
    | {
        readonly scheme: 'header';
        readonly header: string;
        readonly env: string;
      }
    | {
        readonly scheme: 'sigv4';
        readonly service: string;
        readonly bearerEnv: string;
        readonly accessKeyIdEnv: string;
        readonly secretAccessKeyEnv: string;
        readonly sessionTokenEnv: string;
        readonly regionEnv: string;
        readonly defaultRegion: string;
      }
    | {
        readonly scheme: 'none';
      };
  /**
   * Constant request headers. Credentials belong under auth.
   */
  readonly headers?: {
    readonly [k: string]: string;
  };
  readonly timeouts: {
    /**
     * Until the TLS connection stands.
     */
    readonly connectMs: number;
    /**
     * Until the reply's headers; of a stream, until its first text or reasoning. Absent: totalMs.
     */
    readonly firstByteMs: number;
    /**
     * Of a stream, between two pieces once the first text or reasoning has come. Absent: 60000, or totalMs if that is less.
     */
    readonly idleMs: number;
    /**
     * For one call, every attempt together.
     */
    readonly totalMs: number;
  };
  /**
   * Ask for replies as events, where the plugin can: a reader sees words as they come, and a stalled call ends after idleMs.
   */
  readonly streaming: boolean;
  /**
   * A longer reply fails as malformed_reply.
   */
  readonly maxReplyBytes: number;
  /**
   * How many calls one gateway process has under way with the provider, of all requests together.
   */
  readonly concurrency: {
    /**
     * In flight, each on a connection of its own.
     */
    readonly calls: number;
    /**
     * More wait here, contestants before judges; what finds it full fails as overloaded, unsent.
     */
    readonly queue: number;
  };
  /**
   * What is done about a fault that may pass. The pause is random, from 0 to a bound that doubles with each attempt.
   */
  readonly retries: {
    /**
     * Requests sent for one call, the first included.
     */
    readonly attempts: number;
    /**
     * Bound of the pause before the second attempt.
     */
    readonly firstPauseMs: number;
    /**
     * The bound doubles no further than this.
     */
    readonly maxPauseMs: number;
    /**
     * A provider that asks for a longer pause is not waited for: the call fails at once.
     */
    readonly maxRetryAfterMs: number;
  };
  /**
   * Bounds the retries of all calls to the provider, so that an outage is not multiplied. While several accounts call it, each has a third at most.
   */
  readonly retryBudget: {
    /**
     * Retries of the last minute, as a share of its calls.
     */
    readonly percent: number;
    /**
     * On top of that share, so that few calls may be repeated too.
     */
    readonly perMinute: number;
  };
  /**
   * Each model has one. It opens on what no prompt can bring about: no connection, no first byte in time, a status of 5xx. While several accounts use the model, each counts for a third of the calls at most.
   */
  readonly breaker: {
    /**
     * How many of the last attempts are looked at; it does not open before there were as many.
     */
    readonly calls: number;
    /**
     * It opens where more than this share of them failed.
     */
    readonly failedPercent: number;
    /**
     * Calls fail at once for so long, as unavailable and unsent; then one is let through at a time, for whose end the others wait, until one succeeds.
     */
    readonly openMs: number;
  };
  /**
   * The environment variable may list several keys, separated by commas; calls take them in turn.
   */
  readonly keys: {
    /**
     * A key rests for so long after a 429 that does not say for how long.
     */
    readonly limitedRestMs: number;
    /**
     * A key rests for so long once it was refused, or its account is out of money.
     */
    readonly refusedRestMs: number;
  };
  /**
   * Where a reply reports tokens, and what they mean to us: input includes cached tokens, output includes reasoning. Absent: as the plugin says. It replaces the plugin's whole.
   */
  readonly usage?: {
    /**
     * A pointer, a list of pointers to add up (a leading minus subtracts), or the first of several that is present.
     */
    readonly input: UsageRule;
    /**
     * A pointer, a list of pointers to add up (a leading minus subtracts), or the first of several that is present.
     */
    readonly cachedInput?: UsageRule;
    /**
     * A pointer, a list of pointers to add up (a leading minus subtracts), or the first of several that is present.
     */
    readonly cacheWrite?: UsageRule;
    /**
     * A pointer, a list of pointers to add up (a leading minus subtracts), or the first of several that is present.
     */
    readonly output: UsageRule;
    /**
     * A pointer, a list of pointers to add up (a leading minus subtracts), or the first of several that is present.
     */
    readonly reasoning?: UsageRule;
    /**
     * An array of web-search queries.
     */
    readonly searches?: string;
  };
  /**
   * Names in which providers of one format differ.
   */
  readonly wire?: {
    readonly maxTokens?: 'max_tokens' | 'max_completion_tokens';
    readonly systemRole?: 'system' | 'developer';
    /**
     * An image part holds an object with the URL, or the URL itself.
     */
    readonly image?: 'object' | 'string';
    readonly pdf?: 'file' | 'documentUrl';
    /**
     * A stream reports its usage if asked by stream_options (the default), or always, and stream_options is an error.
     */
    readonly streamUsage?: 'asked' | 'always';
    /**
     * False if a user's message may not follow a tool's; one of the assistant is then put between.
     */
    readonly userAfterTool?: boolean;
    /**
     * `nine`: IDs of tool calls have nine letters and digits; others are replaced. Absent: any of at most 40 letters, digits, `_` and `-`.
     */
    readonly callIds?: 'nine';
    /**
     * False if a request with a JSON Schema cannot be streamed; its reply then comes whole.
     */
    readonly streamsSchemas?: boolean;
  };
  /**
   * Only with a plugin that works by a package: the package that writes and reads the wire.
   */
  readonly bridge?: {
    /**
     * An npm package the operator installs.
     */
    readonly package: string;
    /**
     * What the plugin wants to know; it checks them itself. No credentials.
     */
    readonly options?: {};
  };
  /**
   * The provider's name in public price lists, where that is not the id; read by `assay prices diff` alone.
   */
  readonly priceLists?: {
    readonly modelsDev?: string;
  };
  /**
   * `gen_ai.provider.name` of OpenTelemetry's GenAI conventions; absent: the id.
   */
  readonly telemetryName?: string;
  /**
   * Where a body takes a key that steers requests of one prefix to one cache; absent where there is none.
   */
  readonly promptCacheKey?: string;
  /**
   * What the provider refuses although each value is in range. The gateway corrects it and adds a warning.
   */
  readonly rules?: {
    /**
     * The lowest output cap the provider accepts; a lower one is raised to it.
     */
    readonly minTokens?: number;
    /**
     * A conversation must begin with the user: a short user turn is put before an assistant's.
     */
    readonly userFirst?: true;
    /**
     * Prompt and output cap together must fit the context: a higher cap is lowered.
     */
    readonly capWithinContext?: true;
  };
  /**
   * What the provider takes of files in one request; absent where it says nothing. Sizes are of the decoded file.
   */
  readonly attachments?: {
    /**
     * One image.
     */
    readonly imageBytes?: number;
    /**
     * Images in one request.
     */
    readonly images?: number;
    /**
     * One PDF.
     */
    readonly pdfBytes?: number;
    /**
     * PDFs in one request.
     */
    readonly pdfs?: number;
    /**
     * All files of one request, as base64.
     */
    readonly totalBase64Bytes?: number;
  };
  /**
   * The part of JSON Schema the provider enforces; needed where a model says native or forcedTool. What lies outside is dropped, or the schema goes as an instruction; replies are always checked against the caller's own.
   */
  readonly schemaSubset?: {
    /**
     * The keywords it takes; `const` is written as `enum`, and `oneOf` as `anyOf`, where only those are here.
     *
     * @minItems 1
     */
    readonly keywords: readonly string[];
    /**
     * Every property must be required: optional ones become nullable.
     */
    readonly allRequired?: true;
    /**
     * Every object must say additionalProperties: false.
     */
    readonly closedObjects?: true;
    /**
     * The root must be an object: another value travels as member `value`.
     */
    readonly rootObject?: true;
    /**
     * Every schema must say a type, an enum, an anyOf or a $ref.
     */
    readonly typed?: true;
    readonly maxDepth: number;
  };
}
/**
 * A JSON Schema for the caller's value, with x-wire saying where it goes.
 */
export interface TuningParameter {
  readonly description: string;
  readonly type?: 'integer' | 'number' | 'boolean' | 'string';
  /**
   * @minItems 1
   */
  readonly enum?: readonly string[];
  /**
   * A whole number from 0 on with type integer.
   */
  readonly minimum?: number;
  /**
   * A whole number from 0 on with type integer.
   */
  readonly maximum?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  /**
   * @minItems 2
   * @maxItems 8
   */
  readonly oneOf?: readonly IntegerSet[];
  readonly 'x-wire': string | readonly TuningCase[];
}
/**
 * One integer (`const`), or all from `minimum` to `maximum`.
 */
export interface IntegerSet {
  readonly type?: 'integer';
  readonly const?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}
/**
 * The first case whose condition holds decides; the last must have none.
 */
export interface TuningCase {
  readonly equals?: string | number | boolean;
  readonly below?: number;
  /**
   * Cases that differ in little: each is this case with a condition and figures of its own.
   *
   * @minItems 2
   * @maxItems 16
   */
  readonly steps?: readonly TuningStep[];
  /**
   * JSON Pointer into the request body -> the constant to set there.
   */
  readonly set?: Readonly<Record<string, Json>>;
  /**
   * Told to the caller when this case applies.
   */
  readonly warn?: string;
  /**
   * The provider refuses temperature and top-p beside this value.
   */
  readonly dropsSampling?: true;
  /**
   * The provider counts this budget inside the output cap.
   */
  readonly raisesMaxTokens?: true;
  /**
   * Thinking tokens that hardly a call exceeds at this value; it enters the hold. Absent: with raisesMaxTokens the value itself, otherwise the model's typicalOutputTokens.reasoning.
   */
  readonly reasoningTokens?: number;
  /**
   * Parameters of the same group that the provider refuses beside this value. A request with both is a 400.
   *
   * @minItems 1
   */
  readonly excludes?: readonly string[];
  /**
   * The provider refuses this value beside a caller's functions. A request with both is a 400.
   */
  readonly besideTools?: false;
}
export interface TuningStep {
  readonly equals?: string | number | boolean;
  readonly below?: number;
  /**
   * Stands for `$step` in the case's `set`, and in small letters in its `warn`.
   */
  readonly value?: string;
  /**
   * Thinking tokens that hardly a call exceeds at this value; it enters the hold. Absent: with raisesMaxTokens the value itself, otherwise the model's typicalOutputTokens.reasoning.
   */
  readonly reasoningTokens?: number;
}
export interface Model {
  /**
   * Public and globally unique.
   */
  readonly id: string;
  /**
   * What the provider calls it. Absent: the id.
   */
  readonly upstream: string;
  /**
   * What replies call the model besides `upstream`; a date or `-latest` at its end, and a path or region in front, need no entry. `*` alone: replies name what they like, and are not compared.
   *
   * @minItems 1
   * @maxItems 16
   */
  readonly names?: readonly string[];
  readonly group: 'reasoning' | 'fast' | 'legacy';
  /**
   * Recommended as a judge; absent otherwise.
   */
  readonly judge?: 'primary' | 'alternative' | 'reasoning';
  readonly price: {
    /**
     * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
     */
    readonly input: string;
    /**
     * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
     */
    readonly output: string;
    /**
     * What the provider bills for a cached token; absent: the full price.
     */
    readonly cachedInput?: string;
    /**
     * What the provider bills for writing a token to its cache; absent: the full price.
     */
    readonly cacheWrite?: string;
    /**
     * Prices of the whole call once its input is longer than this.
     */
    readonly longContext?: {
      readonly overInputTokens: number;
      /**
       * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
       */
      readonly input: string;
      /**
       * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
       */
      readonly output: string;
      /**
       * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
       */
      readonly cachedInput?: string;
      /**
       * US dollars per million tokens as a decimal string of at most six places, such as "0.15".
       */
      readonly cacheWrite?: string;
    };
    /**
     * US dollars for a thousand web-search queries.
     */
    readonly searchPerThousand?: string;
    /**
     * The day somebody last compared the prices with the provider's page.
     */
    readonly checked: string;
    /**
     * Prices that were not found in the provider's own list on the day `checked`.
     */
    readonly unlisted?: {
      /**
       * @minItems 1
       */
      readonly prices: readonly ('input' | 'output' | 'cachedInput' | 'cacheWrite' | 'searchPerThousand')[];
      /**
       * Where the prices come from instead.
       */
      readonly source?: string;
    };
  };
  readonly limits: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    /**
     * Sent where the caller gives no maxTokens. Absent: 8192, or outputTokens if that is less.
     */
    readonly defaultOutputTokens: number;
    /**
     * Bound on reasoning billed outside the output cap; absent: the cap counts it.
     */
    readonly uncappedReasoningTokens?: number;
    /**
     * Bound on one image; needed where images are accepted.
     */
    readonly imageTokens?: number;
    /**
     * How an image of known size is counted, up to imageTokens. Absent: as imageTokens.
     */
    readonly imageCounting?: ImageCounting;
    /**
     * Bound on one PDF page; needed where PDFs are accepted.
     */
    readonly pdfPageTokens?: number;
    /**
     * How much of pdfPageTokens is the text of a full page; the rest is its picture. A small file is held to have less text.
     */
    readonly pdfPageTextTokens?: number;
  };
  readonly typicalOutputTokens?: TypicalOutputTokens;
  readonly accepts: Accepts;
  readonly sampling: Sampling;
  readonly schemaEnforcement: 'native' | 'forcedTool' | 'instruction';
  readonly tools?: Tools;
  readonly caching: Caching;
  /**
   * A group under `tuning` at the top of this file.
   */
  readonly tuning?: string;
  /**
   * JSON Pointer into the request body -> the constant to set there.
   */
  readonly send?: Readonly<Record<string, Json>>;
  /**
   * `false` switches the model off: it is listed nowhere, and naming it is an error.
   */
  readonly enabled?: boolean;
  /**
   * The day the provider ends the model: from 00:00 UTC on nothing is sent to it. Absent where none is announced.
   */
  readonly shutdown?: string;
  /**
   * The day the provider announced the shutdown, where it is known.
   */
  readonly deprecated?: string;
  /**
   * ID of the model to name instead, of any provider. It must not shut down before, or on the same day.
   */
  readonly successor?: string;
  /**
   * `successor` runs the successor in the model's place from the day of its shutdown. `fail`, the default: runs fail as `model_retired`.
   */
  readonly onShutdown?: 'fail' | 'successor';
}
/**
 * Output tokens that hardly a call exceeds; they decide how large a hold is, and limit nothing. From 200 calls on, the gateway uses its own ledger's figures instead. Absent: 1000, 500, and 1000 or, for the groups fast and legacy, 0.
 */
export interface TypicalOutputTokens {
  /**
   * Of an answer to a prompt, without thinking.
   */
  readonly answer?: number;
  /**
   * Of a judge's verdict, without thinking.
   */
  readonly verdict?: number;
  /**
   * Thinking that is billed as output, where the caller tunes nothing.
   */
  readonly reasoning?: number;
}
export interface Accepts {
  /**
   * Image media types; an empty list for none.
   */
  readonly images: readonly ('image/png' | 'image/jpeg' | 'image/gif' | 'image/webp')[];
  readonly pdf: boolean;
}
/**
 * Ranges the provider takes; false where it refuses the parameter.
 */
export interface Sampling {
  readonly temperature: false | readonly [number, number];
  readonly topP: false | readonly [number, number];
  /**
   * false where the provider refuses both in one request: top-p is left out.
   */
  readonly together?: false;
  /**
   * The only top-p the provider accepts beside temperature 0; another is replaced by it.
   */
  readonly greedyTopP?: number;
}
/**
 * What the model takes of tools; `{}` for the defaults. Absent: it takes none.
 */
export interface Tools {
  /**
   * False if the provider cannot be asked for one call at a time; such a wish is left out with a warning. Absent: true.
   */
  readonly parallelSwitch?: boolean;
  /**
   * False if the provider refuses to have a function forced; such a choice is then an error. Absent: true.
   */
  readonly forcedChoice?: boolean;
  /**
   * False if the provider cannot be told to call no function while it is shown some; such a wish is left out with a warning. Absent: true.
   */
  readonly noneChoice?: boolean;
  /**
   * True if the provider takes `strict` of a function; else it is left out with a warning.
   */
  readonly strict?: boolean;
  /**
   * False if the provider takes no output schema beside tools; the schema then goes as an instruction. Absent: true.
   */
  readonly besideSchema?: boolean;
  /**
   * True if the provider wants its reasoning back with the calls that followed it, and gives it if it is asked.
   */
  readonly returnsReasoning?: boolean;
}
export interface Caching {
  readonly mode: 'automatic' | 'explicit' | 'resource' | 'none';
  readonly minTokens?: number;
  /**
   * Discount on cached input promised to callers, such as "0.5"; absent: the provider's own cached price is passed on.
   */
  readonly discount?: string;
}
