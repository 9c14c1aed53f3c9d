import type { JsonObject } from '../contract.ts';
import type { ProblemCode } from '../errors.ts';
import type { QueryParameters } from './query-parameter.ts';

/** An address of the public interface with a method. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Names in braces match one segment. */
  readonly path: string;
  readonly tag: 'Prompts' | 'Account' | 'Models' | 'Tools' | 'Compatible';
  readonly summary: string;
  readonly description?: string;
  /** The checks before the handler runs: none, the key, or the key and its rate. */
  readonly admission: 'open' | 'key' | 'rate';
  /** The kind of requests in flight that its requests count as; `run` by default. */
  readonly lane?: 'run' | 'look' | 'cancel';
  /** A header in which clients may send their key instead of `Authorization`, in lower case. */
  readonly keyHeader?: string;
  /** Describes each name in the path. Its schema has the keywords beside the type. */
  readonly segments?: Readonly<
    Record<string, { readonly description: string; readonly schema?: JsonObject; readonly example?: string }>
  >;
  readonly query?: QueryParameters;
  readonly headers?: readonly RequestHeader[];
  /** Name of the schema of its body. */
  readonly body?: string;
  /** Whether the request names models. Its answer then has headers about their shutdown. */
  readonly namesModels?: boolean;
  /** Whether the request holds credits and runs. */
  readonly runs?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Problems beside those that follow from the rest of the row. */
  readonly problems?: readonly ProblemCode[];
}

/** A header that only some operations read. */
export type RequestHeader = 'Idempotency-Key' | 'Prefer' | 'Last-Event-ID';

/** Bodies of `codegen/examples/answers/`. */
export type ExampleName =
  | 'response'
  | 'comparison'
  | 'quote'
  | 'status'
  | 'settledStatus'
  | 'prompts'
  | 'record'
  | 'votes'
  | 'balance'
  | 'usage';

export interface Answer {
  readonly description: string;
  /** Name of the schema of its JSON; without it, there is no body. */
  readonly schema?: string;
  /** An example body. */
  readonly example?: ExampleName;
  /** The events that may come instead. */
  readonly events?: 'prompt' | 'chat' | 'responses' | 'messages' | 'mcp';
  /**
   * Whether the answer is the same for all callers until the registry changes. It then has an `ETag`, and there is a
   * 304.
   */
  readonly isStatic?: boolean;
  /** Headers of some of these answers, beside those that follow from the row. */
  readonly headers?: readonly ('X-Prompt-Log-Id' | 'Idempotency-Replayed' | 'Mcp-Session-Id')[];
  /** Headers of all of these answers. */
  readonly always?: readonly ('Location' | 'Preference-Applied')[];
}

/** Problems of any request. Most of them occur before the address is known. */
const OF_ANY_REQUEST: readonly ProblemCode[] = [
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
  'internal',
];
const OF_A_KEY: readonly ProblemCode[] = ['unauthorized', 'account-suspended', 'unavailable'];
const OF_A_BODY: readonly ProblemCode[] = [
  'validation-failed',
  'malformed-json',
  'payload-too-large',
  'unsupported-media-type',
  'model-not-allowed',
];
const OF_A_HOLD: readonly ProblemCode[] = [
  'insufficient-balance',
  'budget-exhausted',
  'request-in-flight',
  'result-not-retained',
  'idempotency-mismatch',
];

/** The problems of an operation. 405 is not among them, because it is the answer to other methods. */
export function problemsOf({
  admission,
  query,
  body,
  runs,
  problems = [],
}: Operation): readonly ProblemCode[] {
  return [
    ...OF_ANY_REQUEST,
    ...(admission === 'open' ? [] : OF_A_KEY),
    ...(admission === 'rate' ? (['rate-limited'] as const) : []),
    ...(query === undefined ? [] : (['validation-failed'] as const)),
    ...(body === undefined ? [] : OF_A_BODY),
    ...(runs === true ? OF_A_HOLD : []),
    ...problems,
  ];
}

/** The IDs of a table's rows, in its order. */
export function idsOf<Table extends object>(table: Table): readonly (string & keyof Table)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table is a constant with these keys alone
  return Object.keys(table) as (string & keyof Table)[];
}
