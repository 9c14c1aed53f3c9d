/**
 * The plugin contract: everything a wire-format plugin may see, and all that it must give back.
 *
 * A plugin translates. It opens no socket, reads no clock, no environment and no price, and keeps no state.
 * Money, time and transport belong to the core.
 */

import type { Json, JsonObject, JsonPointer, Model, Provider, UsageRules } from './model-facts.ts';

export type * from './model-facts.ts';

export const CONTRACT_VERSION = 2;

/** Marks a `Base64Slot` whatever copy of this file made it: a plugin from outside may bring its own, or write the object out. */
const BASE64_SLOT = Symbol.for('assay.Base64Slot');

export interface TextBlock {
  readonly text: string;
  /** True asks the provider to cache the prefix that ends here. Only ever set where caching is `explicit`. */
  readonly cacheBreakpoint: boolean;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  /** May be empty beside calls or results. */
  readonly text: string;
  readonly cacheBreakpoint: boolean;
  /** Of the assistant: the functions it called, after its text. Absent or not empty. */
  readonly calls?: readonly ToolCall[];
  /** Of the user: what the calls of the turn before came to, before its text. Absent or not empty. */
  readonly results?: readonly ToolResult[];
}

/** A function that the model may call. The caller runs it; the gateway never does. */
export interface ToolFunction {
  /** Letters, digits, `_` and `-`, at most 64: what every format but one takes. */
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, an object at its root, as the caller wrote it; undefined: it takes none. */
  readonly parameters?: JsonObject | undefined;
  /** The caller wants the provider to enforce the schema. Only ever true where the model's `tools.strict` is. */
  readonly strict: boolean;
}

/** `required`: any function, but one of them. A name is one of `Tools.functions`. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** The functions of a call, and how the model is to use them. */
export interface Tools {
  /** At least one, at most 128, each with a name of its own. */
  readonly functions: readonly ToolFunction[];
  readonly choice: ToolChoice;
  /** False: one call in a reply at most. Only ever false where the model's `tools.parallelSwitch` is true. */
  readonly parallel: boolean;
}

/** A call that the model made in an earlier turn. */
export interface ToolCall {
  /** In a form that the provider takes, the same in every turn. */
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the client sent it, which need not be valid; for formats that write it as a string. */
  readonly arguments: string;
  /**
   * The same as a value, for formats that write an object. Put it into the body as it is: of long arguments it is a
   * placeholder. Text that is no JSON object is `{ "invalid_json": text }`.
   */
  readonly input: Json;
  /** What this plugin gave as `ReplyCall.carried` of the call. Undefined where the call is another model's, or it did not come back. */
  readonly carried?: Json | undefined;
}

/** What a call came to. */
export interface ToolResult {
  /** Of the call, in the same form. */
  readonly id: string;
  /** Of the function. */
  readonly name: string;
  readonly content: string;
  /** Only where the client's API can say so. */
  readonly isError: boolean;
}

/** A call in a reply, as the format has it. */
export interface CallHead {
  /** The provider's; empty where it gives none. */
  readonly id: string;
  readonly name: string;
  /**
   * What the provider wants back unchanged with this call, such as a signature or the reasoning before it. It travels to the
   * client and back inside the call's ID, sealed for this account and model, and comes back as `ToolCall.carried`; above
   * 64 KiB as JSON, or 16 KiB sealed, it does not. Of parallel calls the first has what belongs to all.
   */
  readonly carried?: Json | undefined;
}

export interface ReplyCall extends CallHead {
  /** JSON text as the model wrote it, valid or not; `{}` where it wrote nothing. */
  readonly arguments: string;
}

/** What one event adds to a call of a streamed reply. */
export interface CallDelta {
  /** Place of the call in `ModelReply.calls`. Calls begin in this order. */
  readonly index: number;
  /** With the first of a call's deltas, and none after it: all there will be of it. */
  readonly begins?: CallHead;
  /** A piece of the JSON text; may be empty. All of a call make `ReplyCall.arguments`, except that no piece at all makes `{}`. */
  readonly arguments: string;
}

/** A file as the client sent it; `base64` is the canonical base64 text as ASCII bytes and is never decoded. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: Uint8Array;
  readonly sizeBytes: number;
  /** By the image's header. */
  readonly pixels?: { readonly width: number; readonly height: number };
  /** By the PDF's page tree; undefined where it cannot be read for certain. */
  readonly pages?: number | undefined;
}

/** Stands in a request body where a file's base64 belongs; the core splices the bytes in when it sends. */
export class Base64Slot {
  readonly [BASE64_SLOT] = true;
  readonly attachment: Attachment;
  readonly prefix: string;

  /** @param prefix ASCII text directly before the base64, such as `data:image/png;base64,`. */
  constructor(attachment: Attachment, prefix = '') {
    this.attachment = attachment;
    this.prefix = prefix;
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BASE64_SLOT in value;
  }
}

/** JSON that may hold files. */
export type WireJson =
  | string
  | number
  | boolean
  | null
  | Base64Slot
  | readonly WireJson[]
  | { readonly [key: string]: WireJson | undefined };
export type WireBody = { readonly [key: string]: WireJson | undefined };

/** Already reduced to what the model takes. */
export interface Settings {
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topP?: number;
}

export interface ModelCall {
  readonly model: Model;
  readonly provider: Provider;
  readonly system: readonly TextBlock[];
  /** History, then the prompt: never empty, and the last is the user's. */
  readonly turns: readonly Turn[];
  /** They belong to the last turn. */
  readonly attachments: readonly Attachment[];
  readonly settings: Settings;
  /** Fields to set in the body, by pointer: the manifest's `send` and the caller's tuning, resolved. */
  readonly fields: ReadonlyMap<JsonPointer, Json>;
  /** Set only where the provider enforces it (`native` or `forcedTool`). Never `forcedTool` beside `tools`. */
  readonly outputSchema: JsonObject | undefined;
  /** Undefined: the model may call nothing. The turns may have calls of earlier requests all the same. */
  readonly tools?: Tools | undefined;
}

export interface WireRequest {
  /** Appended to `provider.baseUrl`; already percent-encoded. */
  readonly path: string;
  readonly body: WireBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can go wrong with one model. `core/faults.ts` holds each code's meaning. */
export type FaultCode =
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
  /** The gateway's own: the model is shut down. */
  | 'model_retired'
  /** The gateway's own: fewer than two answers. */
  | 'nothing_to_fuse';

/** If `retryable` is absent, the default of the code in `core/faults.ts` applies. */
export interface WireFault {
  readonly code: FaultCode;
  readonly retryable?: boolean;
  /** The provider's own wish; the core bounds it. */
  readonly retryAfterMs?: number;
}

export type FinishReason = 'stop' | 'length' | 'refused';

export type ModelReply =
  | {
      readonly text: string;
      readonly finishReason: FinishReason;
      /** True where the reply shows reasoning; without a count in the usage, the count is then unknown, not 0. */
      readonly thought: boolean;
      /** In the reply's order; absent where it has none. `finishReason` is `stop` beside calls that are whole. */
      readonly calls?: readonly ReplyCall[];
    }
  | { readonly fault: WireFault };

/** A reply with an HTTP status other than 2xx. `body` is undefined where it was not JSON. Header names are lower case. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How a reply names its own error, in the provider's words. The core bounds and masks them. */
export interface WireError {
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly message?: string | undefined;
}

export interface SignableRequest {
  readonly method: 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  readonly service: string;
}

/** Imports an npm package of the operator's own. @throws Error that names it where it is not installed. */
export type ImportPackage = (name: string) => Promise<Readonly<Record<string, unknown>>>;

/** One event of a streamed reply. */
export interface StreamEvent {
  /**
   * Its type as the framing names it: `event:` of server-sent events; `:event-type`, `:exception-type` or `:error-code`
   * of binary ones. Empty where it has none.
   */
  readonly name: string;
  /** Its data, parsed: anything may be missing or of another type. */
  readonly data: unknown;
}

/** What one event makes of a reply. */
export interface StreamStep {
  /** The reply so far, in the very form of a whole one: `readReply` and the manifest's `usage` pointers read it. */
  readonly reply: unknown;
  /**
   * What it adds to the text that `readReply` will find. Empty for a piece whose text only a later step can tell, such
   * as half a JSON value: it still shows that the model is writing.
   */
  readonly text?: string;
  /** What it adds to the reasoning that the provider shows. */
  readonly reasoning?: string;
  /** What it adds to the calls that `readReply` will find. Only of a call with `tools`. */
  readonly calls?: readonly CallDelta[];
  /** What the model wrote in a piece whose `text` is empty: of a call that is cut off, it is counted like a text. */
  readonly withheld?: string;
  /** True where the provider begins its reply again: the text and reasoning of earlier steps are void. */
  readonly restarts?: boolean;
  /**
   * True from the event on after which the stream may end: the text is whole, and only figures such as the usage may
   * still come. For formats whose last event does not say that it is the last. A stream that ends before was cut,
   * unless a `[DONE]` followed a usage.
   */
  readonly mayEnd?: boolean;
  /** True for the event that completes the reply, also where it tells of a failure: nothing after it need be read. */
  readonly isLast?: boolean;
}

/** How replies of a format come as events. */
export interface StreamReader {
  /**
   * `sse`: server-sent events whose data is JSON; a `[DONE]` is left out. `binary`: messages of JSON with a length, headers
   * and two checksums, as Smithy defines them. A reply that is not of its media type is read whole.
   */
  readonly framing: 'sse' | 'binary';
  /** The format shows all the reasoning that is billed, where it shows any. Else what it shows may be a summary. */
  readonly showsAllReasoning?: boolean;
  /** The same request, asking for a stream; unchanged for a call that the provider answers only whole. */
  request(request: WireRequest, call: ModelCall): WireRequest | Promise<WireRequest>;
  /**
   * @param reply what the step before gave; undefined at first. It belongs to this stream alone, as does the event, so
   * both may be changed and kept: a step must take time in proportion to its event, not to the reply. Never throws for
   * an odd event.
   */
  fold(reply: unknown, event: StreamEvent, call: ModelCall): StreamStep;
  /**
   * An event's JSON, with a constant in place of what differs from event to event and tells nothing, such as a number in
   * sequence; undefined for an event that does not add to a text, such as one that has all of it. The gateway joins events
   * that are alike but for their texts before it parses them, so leave it out if one event with a longer text means
   * anything else.
   */
  readonly comparable?: (json: string) => string | undefined;
}

export interface WirePlugin {
  readonly contractVersion: typeof CONTRACT_VERSION;
  buildRequest(call: ModelCall): WireRequest | Promise<WireRequest>;
  /** @param reply the parsed body of a 2xx reply; anything may be missing or of another type. Never throws for it. */
  readReply(reply: unknown, call: ModelCall): ModelReply | Promise<ModelReply>;
  /**
   * The reply's own name of the model that gave it, as the provider writes it; undefined where this reply has none. Only
   * where the format has such a name. It gets what `readReply` gets, and of a stream that broke off what was folded.
   */
  readModel?(reply: unknown): string | undefined;
  /** Where replies of the format count tokens. A manifest's `usage` replaces it, and is needed without it. */
  readonly usage?: UsageRules;
  /** Only where the format has streams. */
  readonly stream?: StreamReader;
  /** What this format's error bodies and headers say beyond the HTTP status; undefined where they add nothing. */
  readFault?(reply: ErrorReply): WireFault | undefined;
  /**
   * The error's own code, type and message, for the operator's log and the caller's `providerCode`. Only where a format
   * does not write `code`, `type` and `message` into an `error` object or into the body itself.
   */
  describeError?(reply: ErrorReply): WireError;
  /** All headers to send, the given ones included. Only where the provider's auth scheme is `sigv4`. */
  sign?(request: SignableRequest, key: AccessKey, now: Date): Promise<Readonly<Record<string, string>>>;
  /**
   * Only for a plugin that is not the same for every provider: the one for this provider, asked for once when the
   * manifests are loaded. @throws Error telling what the provider's manifest must say, or what must be installed. Its
   * `path`, a list of keys below `provider`, makes `assay check` point at the place.
   */
  forProvider?(provider: Provider, importPackage: ImportPackage): Promise<WirePlugin>;
}
