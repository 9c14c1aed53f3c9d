import type { JsonObject } from '../../core/contract.ts';
import { querySchema, type QueryParameters } from '../../core/api/query-parameter.ts';
import type { Operation, RequestHeader } from '../../core/api/operation.ts';

/** Describes the rows of a table by their path and method. @param base comes before each path. */
export function pathItems<Row extends { readonly path: string; readonly method: string }>(
  rows: Readonly<Record<string, Row>>,
  describe: (id: string, row: Row) => JsonObject,
  base = '',
): JsonObject {
  const byPath = Map.groupBy(Object.entries(rows), ([, { path }]) => base + path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(operations.map(([id, row]) => [row.method, describe(id, row)])),
    ]),
  );
}

/** The header that identifies a request, so that a repetition changes nothing. */
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

/** @param segments the descriptions of the names in a path. */
export function pathParameters(segments: NonNullable<Operation['segments']> = {}): readonly JsonObject[] {
  return Object.entries(segments).map(([name, { description, schema, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', minLength: 1, ...schema },
    ...(example !== undefined && { example }),
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

export function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these members and no others. */
export function exactly(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}

/** An event with its parsed data. */
export function namedEvent(name: string, data: JsonObject, others: JsonObject = {}): JsonObject {
  return { title: name, ...exactly({ ...others, event: { type: 'string', const: name }, data }) };
}

/**
 * A stream of server-sent events (WHATWG HTML, 9.2), as a media type of OpenAPI 3.1. OpenAPI cannot describe a stream, but
 * JSON Schema can: the `contentSchema` of the text is the list of its events.
 */
export function eventStream(title: string, description: string, event: JsonObject): JsonObject {
  return {
    schema: {
      title,
      description,
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: { type: 'array', items: event },
    },
  };
}

/** Headers that only some operations read. */
export const REQUEST_HEADERS: Readonly<Record<RequestHeader, JsonObject>> = {
  'Idempotency-Key': idempotencyHeader({
    required: false,
    description:
      'Makes repeating safe: for 24 hours the same key with the same body gives the same answer, runs nothing and charges nothing. Key order and whitespace of the body do not matter.',
    example: '7d2f3f52-7a3b-4c6e-9a51-0a9cf0f3c1de',
  }),
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`respond-async` (RFC 7240): answer 202 once the hold is stored. The request then runs to its end, whoever is connected.',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'With `Accept: text/event-stream`: the `id` of the last event you received. You get what comes after it; of a request that has ended, `done` alone. An ID that the gateway does not write is a 400.',
    schema: { type: 'string' },
    example: '3-0.120',
  },
};
