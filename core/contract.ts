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
  readonly text: string;
  readonly cacheBreakpoint: boolean;
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
  /** Set only where the provider enforces it (`native` or `forcedTool`). */
  readonly outputSchema: JsonObject | undefined;
}

export interface WireRequest {
  /** Appended to `provider.baseUrl`; already percent-encoded. */
  readonly path: string;
  readonly body: WireBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can go wrong with one model. `core/errors.ts` holds each code's message. */
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

/** Where `retryable` is absent the code's own default in `core/errors.ts` holds. */
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
  /** What the model wrote in a piece whose `text` is empty: of a call that is cut off, it is counted like a text. */
  readonly untold?: string;
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
   * sequence; undefined for an event that does not add to a text, such as one that has all of it. Only where one event with a longer text comes to the same as several that are alike but for their texts:
   * if nobody reads along, the gateway joins them before it parses them.
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
