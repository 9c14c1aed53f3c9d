/**
 * The plugin contract: the input and the output of a wire-format plugin.
 *
 * A plugin only translates. It opens no socket, reads no clock, no environment and no price, and keeps no state. Money,
 * time and transport belong to the core.
 */

import type { Json, JsonObject, JsonPointer, Model, Provider, UsageRules } from './model-facts.ts';

export type * from './model-facts.ts';

export const CONTRACT_VERSION = 2;

/** Marks a `Base64Slot` of any copy of this file, because an external plugin may include one or write the object itself. */
const BASE64_SLOT = Symbol.for('assay.Base64Slot');

export interface TextBlock {
  readonly text: string;
  /** Whether the provider should cache the prefix that ends here. Set only if the model's caching is `explicit`. */
  readonly cacheBreakpoint: boolean;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  /** Empty if the turn has only calls or results. */
  readonly text: string;
  readonly cacheBreakpoint: boolean;
  /** The functions that the assistant called after its text. Absent or not empty. */
  readonly calls?: readonly ToolCall[];
  /** The results of the previous turn's calls, before the user's text. Absent or not empty. */
  readonly results?: readonly ToolResult[];
}

/** A function that the model may call. The caller runs it; the gateway never does. */
export interface ToolFunction {
  /** At most 64 letters, digits, `_` and `-`, which all formats but one accept. */
  readonly name: string;
  readonly description?: string | undefined;
  /** The caller's JSON Schema of the arguments, with an object at its root; undefined if the function has none. */
  readonly parameters?: JsonObject | undefined;
  /** Whether the provider should enforce the schema. True only if the model's `tools.strict` is. */
  readonly strict: boolean;
}

/** `required`: at least one call of any function. A name is one of `Tools.functions`. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** The functions of a call, and how the model may use them. */
export interface Tools {
  /** From 1 to 128 functions with different names. */
  readonly functions: readonly ToolFunction[];
  readonly choice: ToolChoice;
  /** Whether a reply may have several calls. False only if the model's `tools.parallelSwitch` is true. */
  readonly parallel: boolean;
}

/** A call of the model in an earlier turn. */
export interface ToolCall {
  /** In a form that the provider accepts, and the same in every turn. */
  readonly id: string;
  readonly name: string;
  /** The JSON text as the client sent it, for formats that write a string. It may be invalid. */
  readonly arguments: string;
  /**
   * The same as a value, for formats that write an object. Put it into the body unchanged, because it is a placeholder for
   * long arguments. A text that is not a JSON object becomes `{ "invalid_json": text }`.
   */
  readonly input: Json;
  /** This plugin's `ReplyCall.carried` of the call. Undefined if another model made the call, or if it did not come back. */
  readonly carried?: Json | undefined;
}

/** The result of a call. */
export interface ToolResult {
  /** The ID of the call, in the same form. */
  readonly id: string;
  /** The name of the function. */
  readonly name: string;
  readonly content: string;
  /** Set only if the client's API can report errors. */
  readonly isError: boolean;
}

/** A call in a reply. */
export interface CallHead {
  /** The provider's ID; empty if there is none. */
  readonly id: string;
  readonly name: string;
  /**
   * A value that the provider requires back unchanged with this call, such as a signature or the reasoning before it. It
   * travels to the client and back inside the call's ID, sealed for this account and model, and returns as
   * `ToolCall.carried`. Above 64 KiB as JSON, or 16 KiB sealed, it is dropped. The first of parallel calls has the value
   * that belongs to all.
   */
  readonly carried?: Json | undefined;
}

export interface ReplyCall extends CallHead {
  /** The JSON text of the model, which may be invalid; `{}` if the model wrote none. */
  readonly arguments: string;
}

/** The part of a call that one event of a streamed reply adds. */
export interface CallDelta {
  /** The index of the call in `ModelReply.calls`. Calls begin in this order. */
  readonly index: number;
  /** The complete head, in the first delta of a call only. */
  readonly begins?: CallHead;
  /**
   * A piece of the JSON text; may be empty. The pieces of a call add up to `ReplyCall.arguments`; no text at all
   * becomes `{}`.
   */
  readonly arguments: string;
}

/** A file of the client. `base64` is the canonical base64 text as ASCII bytes, and is never decoded. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: Uint8Array;
  readonly sizeBytes: number;
  /** From the image's header. */
  readonly pixels?: { readonly width: number; readonly height: number };
  /** From the PDF's page tree; undefined if it cannot be read reliably. */
  readonly pages?: number | undefined;
}

/** A placeholder for a file's base64 in a request body. The core inserts the bytes when it sends the body. */
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

/** JSON that may contain files. */
export type WireJson =
  | string
  | number
  | boolean
  | null
  | Base64Slot
  | readonly WireJson[]
  | { readonly [key: string]: WireJson | undefined };
export type WireBody = { readonly [key: string]: WireJson | undefined };

/** Only the settings that the model accepts. */
export interface Settings {
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topP?: number;
}

export interface ModelCall {
  readonly model: Model;
  readonly provider: Provider;
  readonly system: readonly TextBlock[];
  /** The history and then the prompt. It is never empty, and the last turn is the user's. */
  readonly turns: readonly Turn[];
  /** The files of the last turn. */
  readonly attachments: readonly Attachment[];
  readonly settings: Settings;
  /** Fields to set in the body, by pointer. They come from the manifest's `send` and from the caller's tuning. */
  readonly fields: ReadonlyMap<JsonPointer, Json>;
  /** Set only if the provider enforces it (`native` or `forcedTool`). Never `forcedTool` together with `tools`. */
  readonly outputSchema: JsonObject | undefined;
  /** Undefined if the model may call nothing. The turns may still have calls of earlier requests. */
  readonly tools?: Tools | undefined;
}

export interface WireRequest {
  /** Appended to `provider.baseUrl`; already percent-encoded. */
  readonly path: string;
  readonly body: WireBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The faults of a model. `core/faults.ts` has the meaning of each code. */
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
  /** The pause that the provider requests. The core bounds it. */
  readonly retryAfterMs?: number;
}

export type FinishReason = 'stop' | 'length' | 'refused';

export type ModelReply =
  | {
      readonly text: string;
      readonly finishReason: FinishReason;
      /** Whether the reply shows reasoning. If the usage has no count of it, the count is then unknown, not 0. */
      readonly thought: boolean;
      /** In the reply's order; absent if there are none. With complete calls, `finishReason` is `stop`. */
      readonly calls?: readonly ReplyCall[];
    }
  | { readonly fault: WireFault };

/** A reply with an HTTP status other than 2xx. `body` is undefined if it was not JSON. Header names are in lower case. */
export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The error of a reply in the provider's words. The core bounds and masks them. */
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

/** Imports an npm package of the operator. @throws Error that names the package if it is not installed. */
export type ImportPackage = (name: string) => Promise<Readonly<Record<string, unknown>>>;

/** One event of a streamed reply. */
export interface StreamEvent {
  /**
   * Its type: `event:` of server-sent events; `:event-type`, `:exception-type` or `:error-code` of binary ones. Empty if it
   * has none.
   */
  readonly name: string;
  /** Its parsed data. Anything may be missing or have another type. */
  readonly data: unknown;
}

/** The result of folding one event into a reply. */
export interface StreamStep {
  /** The reply so far, in the form of a whole one, for `readReply` and the manifest's `usage` pointers. */
  readonly reply: unknown;
  /**
   * The added part of the text that `readReply` will find. Empty if only a later step can determine the text, as after half
   * a JSON value. It still shows that the model is writing.
   */
  readonly text?: string;
  /** The added part of the reasoning that the provider shows. */
  readonly reasoning?: string;
  /** The added parts of the calls that `readReply` will find. Only for a call with `tools`. */
  readonly calls?: readonly CallDelta[];
  /** The model's output in a step whose `text` is empty. If the call is cut off, it is counted like a text. */
  readonly withheld?: string;
  /** Whether the provider begins its reply again, which voids the text and reasoning of earlier steps. */
  readonly restarts?: boolean;
  /**
   * True from the event after which the stream may end, because the text is complete and only figures such as the usage may
   * follow. For formats whose last event is not marked. A stream that ends earlier was cut, unless a `[DONE]` followed a
   * usage.
   */
  readonly mayEnd?: boolean;
  /** True for the event that completes the reply, even with a failure. Later events need not be read. */
  readonly isLast?: boolean;
}

/** Reads replies that come as events. */
export interface StreamReader {
  /**
   * `sse`: server-sent events with JSON as data; `[DONE]` is skipped. `binary`: JSON messages with a length, headers and two
   * checksums, as Smithy defines them. A reply with another media type is read as a whole.
   */
  readonly framing: 'sse' | 'binary';
  /** Whether shown reasoning is always complete. Otherwise it may be a summary of the billed reasoning. */
  readonly showsAllReasoning?: boolean;
  /** Returns the request for a stream. It is unchanged if the provider answers the call only as a whole. */
  request(request: WireRequest, call: ModelCall): WireRequest | Promise<WireRequest>;
  /**
   * Adds an event to the reply. Never throws for an unexpected event. It must take time in proportion to the event, not to
   * the reply.
   * @param reply the previous step's reply; undefined at first. Only this stream has it and the event, so both may be
   * changed and kept.
   */
  fold(reply: unknown, event: StreamEvent, call: ModelCall): StreamStep;
  /**
   * An event's JSON with a constant instead of varying values without meaning, such as a sequence number; undefined for an
   * event that does not add to a text, such as one with the whole text. Before parsing, the gateway joins events that differ
   * only in their texts. It does not call this for an event that differs only in its text from an earlier result. Leave it
   * out if one event with a longer text has another meaning.
   */
  readonly comparable?: (json: string) => string | undefined;
}

export interface WirePlugin {
  readonly contractVersion: typeof CONTRACT_VERSION;
  buildRequest(call: ModelCall): WireRequest | Promise<WireRequest>;
  /**
   * Never throws for an unexpected reply. @param reply the parsed body of a 2xx reply; anything may be missing or have
   * another type.
   */
  readReply(reply: unknown, call: ModelCall): ModelReply | Promise<ModelReply>;
  /**
   * The reply's name of the model that wrote it; undefined if this reply has none. Leave it out if the format has no such
   * name. It gets the same value as `readReply`, or the folded part of a stream that broke off.
   */
  readModel?(reply: unknown): string | undefined;
  /** The places of token counts in replies. A manifest's `usage` replaces them, and is required without them. */
  readonly usage?: UsageRules;
  /** Absent if the format has no streams. */
  readonly stream?: StreamReader;
  /** Reads the fault from error bodies and headers; undefined if they add nothing to the HTTP status. */
  readFault?(reply: ErrorReply): WireFault | undefined;
  /**
   * The error's own code, type and message, for the operator's log and the caller's `providerCode`. Needed only if the
   * format does not write `code`, `type` and `message` into the body or an `error` object in it.
   */
  describeError?(reply: ErrorReply): WireError;
  /** Returns all headers to send, including those of the request. Called only for the auth scheme `sigv4`. */
  sign?(request: SignableRequest, key: AccessKey, now: Date): Promise<Readonly<Record<string, string>>>;
  /**
   * For a plugin that differs by provider: returns the one for this provider. Called once when the manifests are loaded.
   * @throws Error that names the required entry of the provider's manifest, or a package to install. Its `path`, a list of
   * keys below `provider`, makes `assay check` point at the place.
   */
  forProvider?(provider: Provider, importPackage: ImportPackage): Promise<WirePlugin>;
}
