import type { JsonObject } from '../core/contract.ts';
import { asJsonObject, objectIn } from '../core/schema/json-values.ts';
import { dereference, withoutAnywhere } from '../core/manifests/load/schema-walk.ts';
import { readSchema } from './read-schema.ts';

/**
 * The schemas of the MCP tools, as objects with one property per tool, and the definitions that tools share with the HTTP
 * interface.
 */
export function toolSchemas(schemas: ReadonlyMap<string, string>) {
  const schema = (name: string): JsonObject => readSchema(schemas, name);
  const request = schema('prompt-request');
  const fields = Object.fromEntries(
    Object.entries(objectIn(request, 'properties')).map(([name, field]) => [`PromptRequest.${name}`, field]),
  );
  const inputs = withDefinitions(schema('tool-inputs'), {
    ...objectIn(schema('compare-request'), 'definitions'),
    ...objectIn(request, 'definitions'),
    ...fields,
  });
  const results = withDefinitions(schema('tool-results'), objectIn(schema('prompt-response'), 'definitions'));
  return { inputs, results };
}

/** Writes a module that exports `{ input, output }` by tool. Clients cannot read references, and models need no titles. */
export function emitToolSchemas(
  { inputs, results }: ReturnType<typeof toolSchemas>,
  quote: JsonObject,
): string {
  const outputs = { ...membersOf(results), quote: withoutAnywhere(dereference(quote), NOT_PUBLISHED) };
  return Object.entries(membersOf(inputs))
    .map(([name, input]) => {
      const schemas = JSON.stringify({ input, output: objectIn(outputs, name) });
      return `export const ${name} = ${schemas};\n`;
    })
    .join('');
}

/** The schema of each property, such as a tool's arguments, by the exported name of its validator. */
export function validatorsOf(inputs: JsonObject): Readonly<Record<string, JsonObject>> {
  const definitions = objectIn(inputs, 'definitions');
  const schemas = Object.entries(objectIn(inputs, 'properties'));
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name, { ...asJsonObject(schema), definitions }]),
  );
}

function withDefinitions(schema: JsonObject, others: JsonObject): JsonObject {
  return { ...schema, definitions: { ...others, ...objectIn(schema, 'definitions') } };
}

function membersOf(schema: JsonObject): JsonObject {
  return objectIn(withoutAnywhere(dereference(schema), NOT_PUBLISHED), 'properties');
}

const NOT_PUBLISHED = [
  'title',
  'definitions',
  '$id',
  '$schema',
  'x-definition',
  'x-problems',
  'x-compat',
  'x-unit',
];
