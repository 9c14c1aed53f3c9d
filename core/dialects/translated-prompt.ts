import type { ToolFunction } from '../contract.ts';
import type { FieldError } from '../errors.ts';
import type { TranslatedTools } from '../tools/request-tools.ts';
import type { Effort } from './effort.ts';

/** The other dialects that requests may come in, by the names of their wire formats. */
export type Dialect = 'chat-completions' | 'responses' | 'messages';

/** A field of the prompt request, and the field of the body it was made of; both RFC 6901. */
export type Origin = readonly [made: string, from: string];

/** Something that is done otherwise than was asked. */
export interface CompatWarning {
  readonly code: string;
  /** In the body as it was sent. */
  readonly pointer: string;
  readonly message: string;
}

/** What a body of another dialect asks for beside the prompt; small, whatever was sent. */
export interface CompatTerms {
  /** ID of a model or of a panel, as it was sent. */
  readonly model: string;
  readonly effort: Effort | undefined;
  readonly effortFrom: string;
  readonly verbosity: Verbosity | undefined;
  readonly verbosityFrom: string;
  readonly stream: boolean;
  /** Whether a stream ends with the token counts. */
  readonly includeUsage: boolean;
  /** Whether the model may call functions. */
  readonly hasTools: boolean;
  /** What the dialect's answers repeat of the body; empty where they repeat nothing. */
  readonly echo: Echo;
  readonly origins: readonly Origin[];
  readonly warnings: readonly CompatWarning[];
}

/** What an answer may repeat of a body. */
export interface Echo {
  readonly maxOutputTokens?: number | null;
  readonly temperature?: number | null;
  readonly topP?: number | null;
  readonly store?: boolean;
  readonly format?: EchoedFormat;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly parallelToolCalls?: boolean;
  readonly toolChoice?: EchoedToolChoice;
  /** Those of the request, not copies. */
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
      /** The one of the prompt request, not a copy. */
      readonly schema: Readonly<Record<string, unknown>>;
      readonly strict: true;
    };

export type Verbosity = 'low' | 'medium' | 'high';

/** A body as a prompt request without its models, not yet checked against the contract. */
export interface TranslatedPrompt {
  readonly request: Readonly<Record<string, unknown>>;
  /** Its functions, and the calls and results of its conversation; undefined if it has none. */
  readonly tools: TranslatedTools | undefined;
  readonly terms: CompatTerms;
}

/** `problems` are in terms of the body as it was sent. */
export type Translation = TranslatedPrompt | { readonly problems: readonly FieldError[] };

/** @returns the field of the body that a field of the prompt request was made of; empty where it has none. */
export function originOf(pointer: string, origins: readonly Origin[]): string {
  let best: Origin | undefined;
  for (const origin of origins) {
    const [made] = origin;
    const isAbove = pointer === made || pointer.startsWith(`${made}/`);
    if (isAbove && made.length >= (best?.[0].length ?? 0)) best = origin;
  }
  if (best === undefined) return '';
  const [made, from] = best;
  // A schema was handed over as it is; of other fields only the outermost has a counterpart.
  return made === '/response_schema' ? from + pointer.slice(made.length) : from;
}
