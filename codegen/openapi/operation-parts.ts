import type { JsonObject } from '../../core/contract.ts';
import { querySchema, type QueryParameters } from '../../core/api/query-parameter.ts';
import { RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders } from './headers.ts';

export const IDEMPOTENCY_KEY = idempotencyHeader({
  required: false,
  description:
    'Makes repeating safe: for 24 hours the same key with the same body gives the same answer, runs nothing and charges nothing. Key order and whitespace of the body do not matter.',
  example: '7d2f3f52-7a3b-4c6e-9a51-0a9cf0f3c1de',
});

/** A header that names what is asked for, so that a repetition changes nothing. */
export function idempotencyHeader(terms: {
  readonly required: boolean;
  readonly description: string;
  readonly example: string;
}): JsonObject {
  const { required, description, example } = terms;
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    example,
  };
}

/** @param segments description of each name in a path. */
export function pathParameters(segments: Readonly<Record<string, string>> = {}): readonly JsonObject[] {
  return Object.entries(segments).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', minLength: 1 },
  }));
}

export function queryParameters(query: QueryParameters = {}): readonly JsonObject[] {
  return Object.entries(query).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: parameter.required !== undefined,
    description: parameter.description,
    schema: querySchema(parameter),
  }));
}

interface Answer {
  readonly schema: JsonObject;
  readonly example?: JsonObject;
  /** Of a request that counts against the rate. */
  readonly isCounted?: boolean;
  /** Of a request that names models. */
  readonly namesModels?: boolean;
}

export function answer(
  description: string,
  { schema, example, isCounted = false, namesModels = false }: Answer,
): JsonObject {
  return {
    description,
    headers: responseHeaders(
      [],
      [...(isCounted ? RATE_HEADERS : []), ...(namesModels ? RETIREMENT_HEADERS : [])],
    ),
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** One that is the same for all callers, until the registry changes. */
export function staticAnswer(description: string, schema: JsonObject): JsonObject {
  const headers = responseHeaders(['ETag', 'Vary'], []);
  return {
    '200': { description, headers, content: { 'application/json': { schema } } },
    '304': { description: 'What `If-None-Match` names is current.', headers },
  };
}

export function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
