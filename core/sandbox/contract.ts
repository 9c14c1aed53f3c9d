/** What tests and the demo say to the sandbox upstream, and what it tells them. */

export const SANDBOX_PROVIDERS = [
  'anthropic',
  'openai',
  'google',
  'xai',
  'deepseek',
  'mistral',
  'groq',
  'cerebras',
  'bedrock',
] as const;

export type SandboxProvider = (typeof SANDBOX_PROVIDERS)[number];

/** Tokens in one meaning for all providers; each wire reports them in its own fields and its own arithmetic. */
export interface SandboxUsage {
  /** Cached, cache-written and tool-use tokens included. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly searchQueries: readonly string[];
}

export interface SandboxTurn {
  readonly role: string;
  readonly text: string;
}

/** One request, in words that fit every provider. The texts are aimock's own reading of the wire, not the gateway's. */
export interface SandboxCall {
  readonly provider: SandboxProvider;
  /** The provider's name for the model, decoded. */
  readonly model: string;
  readonly system: string;
  /** The last user turn. */
  readonly user: string;
  /** All turns but the system's. */
  readonly turns: readonly SandboxTurn[];
  readonly files: number;
  readonly maxTokens: number | undefined;
  /** The output schema the wire carries natively or as a tool's input; undefined where it carries none. */
  readonly schema: unknown;
  /** What a model without a script calls now, each once; none where it answers in text. */
  readonly functions: readonly SandboxFunction[];
  /** Whether the wire names the one of `functions` that the model must call. */
  readonly hasForcedTool: boolean;
  /** Whether the call asks for a stream, as its provider's wire says it. */
  readonly isStream: boolean;
  /** 1 for the first call of this model since the start or `clear()`. */
  readonly attempt: number;
  /** The parsed body; a file's base64 longer than 65,536 characters is replaced by its length and SHA-256. */
  readonly body: unknown;
}

/** A function of the request. */
export interface SandboxFunction {
  readonly name: string;
  /** Of its arguments; undefined where it takes none. */
  readonly schema: unknown;
}

export interface SandboxToolCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  /** Left out, aimock makes one. */
  readonly id?: string;
}

export interface SandboxAnswer {
  readonly content: string;
  /** Shown as the wire shows reasoning. Counted only through `usage`. */
  readonly reasoning?: string;
  readonly finishReason?: 'stop' | 'length' | 'refused';
  /** Of functions that the call names, after the content; a wire without IDs of its own leaves them out. */
  readonly calls?: readonly SandboxToolCall[];
  /** What is left out is worked out from the texts. */
  readonly usage?: Partial<SandboxUsage>;
  /** What the reply calls its model; left out, as it was asked for, which Bedrock's replies do not name. */
  readonly servedBy?: string;
  /** How the answer comes to a call that asks for a stream; `ignored` gives the whole reply as one JSON all the same. */
  readonly stream?: SandboxStream | 'ignored';
}

/** Left out, every event comes at once, undamaged. A `[DONE]` is not counted as an event. */
export interface SandboxStream {
  /** Pause between two events, in milliseconds. */
  readonly eventEveryMs?: number;
  /** How much text an event brings, in tokens, which here are words; left out, as much as makes about 32 events. */
  readonly tokensPerEvent?: number;
  /** Cuts the bytes into writes of this length wherever that falls, also inside a character or a line's end. */
  readonly bytesPerWrite?: number;
  /** How lines end in server-sent events; a line feed is the default. */
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Sends the first event twice. */
  readonly repeatsStart?: boolean;
  /** After so many events, begins again with the first one and sends them all. */
  readonly restartAfterEvents?: number;
  readonly fault?: SandboxStreamFault;
}

/**
 * `stall` says no more, `reset` breaks the connection, `end` ends the reply cleanly, `error` sends the provider's own
 * error event and ends.
 */
export interface SandboxStreamFault {
  readonly kind: 'stall' | 'reset' | 'end' | 'error';
  /** How many events come before it; -1 is all but the last. */
  readonly afterEvents: number;
  /** Of a `stall`: sends a comment that often all the same. Only in server-sent events. */
  readonly commentEveryMs?: number;
  /** Of an `error`: the HTTP status that would say the same; 529 by default for overload. */
  readonly status?: number;
  readonly message?: string;
}

/** An error status with the provider's own error body and headers. */
export interface SandboxError {
  readonly status: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Any bytes at all, such as truncated JSON or HTML. */
export interface SandboxRaw {
  readonly raw: string;
  readonly rawStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends one byte at a time with this pause between. */
  readonly byteEveryMs?: number;
}

/** A connection that breaks or falls silent, before the headers or in the middle of the right answer, streamed or whole. */
export interface SandboxBreak {
  readonly connection: 'reset' | 'resetMidBody' | 'hang' | 'hangMidBody';
}

export type SandboxReply = { readonly delayMs?: number } & (
  | SandboxAnswer
  | SandboxError
  | SandboxRaw
  | SandboxBreak
);

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** `plausible` waits 80 to 900 ms and then streams word by word, always the same for one model; the default is `none`. */
  readonly latency?: 'none' | 'plausible';
  /** Undefined leaves the call to the default answer. */
  readonly reply?: (call: SandboxCall) => SandboxReply | undefined | Promise<SandboxReply | undefined>;
}

/** One request as it came over the wire. */
export interface SandboxRequest {
  readonly provider: SandboxProvider;
  /** Undefined where neither path nor body names one. */
  readonly model: string | undefined;
  readonly method: string;
  /** As the provider would see it, such as `/v1/messages`, without the query; still percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As `SandboxCall.body`; undefined where it was not JSON. */
  readonly body: unknown;
  readonly bodyBytes: number;
}

export interface SandboxUpstream {
  readonly url: string;
  readonly port: number;
  /** What `ASSAY_BASE_URL_<PROVIDER>` must be. */
  readonly baseUrls: Readonly<Record<SandboxProvider, string>>;
  /** The last 5,000 requests, oldest first, refused ones included. */
  requests(): readonly SandboxRequest[];
  /** How often each upstream model was called. */
  callCounts(): ReadonlyMap<string, number>;
  /** Forgets requests and counts. */
  clear(): void;
  /** Breaks every open connection and frees the port. */
  stop(): Promise<void>;
}
