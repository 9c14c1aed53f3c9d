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
  readonly hasForcedTool: boolean;
  /** 1 for the first call of this model since the start or `clear()`. */
  readonly attempt: number;
  /** The parsed body; a file's base64 longer than 65,536 characters is replaced by its length and SHA-256. */
  readonly body: unknown;
}

export interface SandboxAnswer {
  readonly content: string;
  /** Shown as the wire shows reasoning. Counted only through `usage`. */
  readonly reasoning?: string;
  readonly finishReason?: 'stop' | 'length' | 'refused';
  /** What is left out is worked out from the texts. */
  readonly usage?: Partial<SandboxUsage>;
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

/** A connection that breaks or falls silent, before the headers or in the middle of the right answer. */
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
  /** `plausible` waits 80 to 900 ms, always the same for one model; the default is `none`. */
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
  /** As the provider would see it, such as `/v1/messages`; still percent-encoded. */
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
