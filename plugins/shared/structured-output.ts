import type { JsonObject } from '../../core/contract.ts';
import { mapSchema } from './map-schema.ts';
import { isObject, member } from './read-json.ts';

/** Name of the schema, or of the one tool a model must call; every format allows letters, digits, `_` and `-`. */
export const OUTPUT_NAME = 'structured_output';

export const OUTPUT_TOOL_DESCRIPTION = 'Records the whole answer. Call it exactly once.';

const WRAPPED_ROOT = '#/properties/value';

/** A tool takes an object, so any other root travels as the member `value`. */
export function toolSchema(schema: JsonObject): JsonObject {
  if (!isWrapped(schema)) return schema;
  return {
    type: 'object',
    properties: { value: mapSchema(schema, moveReference) },
    required: ['value'],
    additionalProperties: false,
  };
}

/** The JSON text of a tool call's input, taken out of its wrapping; undefined where there is no usable input. */
export function readToolInput(input: unknown, schema: JsonObject): string | undefined {
  if (!isObject(input)) return undefined;
  const value = isWrapped(schema) && Object.hasOwn(input, 'value') ? member(input, 'value') : input;
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse takes nesting that overflows JSON.stringify's stack.
    return undefined;
  }
}

function isWrapped(schema: JsonObject): boolean {
  return schema['type'] !== 'object';
}

/** References count from the document's root, which is one level further out once the schema is wrapped. */
function moveReference(schema: JsonObject): JsonObject {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return schema;
  return { ...schema, $ref: `${WRAPPED_ROOT}${reference.slice(1)}` };
}
