import * as fc from 'fast-check';
import { byteEdit, editedBytes } from './broken-bytes.ts';
import { editedText, valueEdit } from './broken-values.ts';
import {
  anyBytes,
  anyJson,
  deepNest,
  hostileFile,
  hostileSchema,
  longBody,
  twiceNamed,
} from './hostile-body.ts';
import { validRequest } from './valid-request.ts';

export interface FuzzCase {
  readonly kind: string;
  readonly path: '/api/v1/prompt' | '/api/v1/prompt/quote';
  readonly body: Buffer;
}

const valid = validRequest.map((request) => Buffer.from(JSON.stringify(request)));
/** The same request in other letters: any character of a string may be written as an escape. */
const escaped = validRequest.map((request) =>
  Buffer.from(JSON.stringify(request).replaceAll(/"(?:[^"\\]|\\.)*"/g, inEscapes)),
);

function inEscapes(string: string): string {
  return string.replaceAll(/\\u[\da-f]{4}|\\.|[^\u0020-\u007e]|[aeiou]/g, (found) =>
    found.startsWith('\\') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const editedValue = fc
  .tuple(validRequest, fc.array(valueEdit, { minLength: 1, maxLength: 3 }))
  .map(([request, edits]) => Buffer.from(editedText(request, edits)));
const editedBody = fc
  .tuple(valid, fc.array(byteEdit, { minLength: 1, maxLength: 3 }))
  .map(([body, edits]) => editedBytes(body, edits));

interface Kind {
  readonly weight: number;
  readonly body: fc.Arbitrary<Buffer>;
  /** Undefined where it depends. */
  readonly due?: 'taken' | 'refused';
}

/** Weights are per thousand. */
const KINDS: Readonly<Record<string, Kind>> = {
  'a valid request': { weight: 40, body: valid, due: 'taken' },
  'a valid request in escapes': { weight: 10, body: escaped, due: 'taken' },
  'a request with values changed': { weight: 370, body: editedValue },
  'a request with bytes changed': { weight: 310, body: editedBody },
  'any JSON': { weight: 80, body: anyJson, due: 'refused' },
  'any bytes': { weight: 80, body: anyBytes, due: 'refused' },
  'a deep nest': { weight: 25, body: deepNest, due: 'refused' },
  'a key twice': { weight: 25, body: twiceNamed, due: 'refused' },
  'a hostile file': { weight: 40, body: hostileFile },
  'a hostile schema': { weight: 15, body: hostileSchema },
  'a long body': { weight: 5, body: longBody },
};

/** A fifth may run; a quote goes the same way up to the hold, for a tenth of the work. */
const path = fc.constantFrom(
  '/api/v1/prompt/quote' as const,
  '/api/v1/prompt/quote' as const,
  '/api/v1/prompt/quote' as const,
  '/api/v1/prompt/quote' as const,
  '/api/v1/prompt' as const,
);

export const fuzzCase: fc.Arbitrary<FuzzCase> = fc.oneof(
  ...Object.entries(KINDS).map(([kind, { weight, body }]) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), path, body }),
  })),
);

/** What must become of every body of a kind. */
export function dueOf(kind: string): Kind['due'] {
  return KINDS[kind]?.due;
}

export const KIND_NAMES: readonly string[] = Object.keys(KINDS);
