import type { ToolFunction } from '../contract.ts';
import type { FieldError } from '../errors.ts';
import type { TranslatedTools } from '../tools/request-tools.ts';
import type { Effort } from './effort.ts';

/** The other dialects of requests, by the names of their wire formats. */
export type Dialect = 'chat-completions' | 'responses' | 'messages';

/** A field of the prompt request, and the field of the body that it comes from; both as RFC 6901 pointers. */
export type Origin = readonly [target: string, source: string];

/** A warning that the gateway does something other than the body asks for. */
export interface CompatWarning {
  readonly code: string;
  /** Points into the body that the client sent. */
  readonly pointer: string;
  readonly message: string;
}

/** The fields of a body of another dialect that are not part of the prompt. Their size is bounded. */
export interface CompatOptions {
  /** The ID of a model or a panel, as the client sent it. */
  readonly model: string;
  readonly effort: Effort | undefined;
  readonly effortPointer: string;
  readonly verbosity: Verbosity | undefined;
  readonly verbosityPointer: string;
  readonly stream: boolean;
  /** Whether a stream ends with the token counts. */
  readonly includeUsage: boolean;
  /** Whether the model may call functions. */
  readonly hasTools: boolean;
  /** The fields of the body that the dialect's answers repeat; empty if there are none. */
  readonly echo: Echo;
  readonly origins: readonly Origin[];
  readonly warnings: readonly CompatWarning[];
}

/** The fields of a body that an answer may repeat. */
export interface Echo {
  readonly maxOutputTokens?: number | null;
  readonly temperature?: number | null;
  readonly topP?: number | null;
  readonly store?: boolean;
  readonly format?: EchoedFormat;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly parallelToolCalls?: boolean;
  readonly toolChoice?: EchoedToolChoice;
  /** The same objects as in the request, not copies. */
  readonly tools?: readonly ToolFunction[];
}

export type EchoedToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | { readonly type: 'function'; readonly name: string };

export type EchoedFormat =
  | { readonly type: 'text' | 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      /** The same object as in the prompt request, not a copy. */
      readonly schema: Readonly<Record<string, unknown>>;
      readonly strict: true;
    };

export type Verbosity = 'low' | 'medium' | 'high';

/** The prompt request of a body, without models and not checked against the contract yet. */
export interface TranslatedPrompt {
  readonly request: Readonly<Record<string, unknown>>;
  /** Its functions, and the calls and results of its conversation; undefined if it has none. */
  readonly tools: TranslatedTools | undefined;
  readonly options: CompatOptions;
}

/** `problems` name the fields of the body that the client sent. */
export type Translation = TranslatedPrompt | { readonly problems: readonly FieldError[] };

/** @returns the field of the body that a field of the prompt request comes from; empty if there is none. */
export function originOf(pointer: string, origins: readonly Origin[]): string {
  let best: Origin | undefined;
  for (const origin of origins) {
    const [target] = origin;
    const isAbove = pointer === target || pointer.startsWith(`${target}/`);
    if (isAbove && target.length >= (best?.[0].length ?? 0)) best = origin;
  }
  if (best === undefined) return '';
  const [target, source] = best;
  // A schema is passed on unchanged. Of other fields only the outermost has a counterpart.
  return target === '/response_schema' ? source + pointer.slice(target.length) : source;
}
