import type { JsonObject } from '../../core/contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../../core/schema/json-values.ts';
import { without } from '../../core/manifests/load/schema-walk.ts';
import { mapSubschemas } from '../../core/schema/subschemas.ts';

const NOT_PUBLISHED = ['$id', '$schema', 'definitions', 'x-problems', 'x-definition', 'x-compat', 'x-unit'];

/**
 * Converts draft-07 schemas and their definitions to components of OpenAPI 3.1, whose schemas are JSON Schema 2020-12. They
 * must mean the same in both: without lists in `items`, and without `dependencies`. The component of a schema has its title
 * as its name, and replaces a definition with that name.
 */
export function componentsOf(schemas: readonly JsonObject[]): JsonObject {
  const whole = schemas.map((schema) => ({ [titleOf(schema)]: schema }));
  const components = schemas.map((schema, index) => ({
    ...whole[index],
    ...objectIn(schema, 'definitions'),
  }));
  return mapMembers(Object.assign({}, ...components, ...whole), (component) =>
    isJsonObject(component) ? convert(component) : component,
  );
}

function titleOf({ title }: JsonObject): string {
  if (typeof title !== 'string') throw new Error('a published schema needs a title: it names its component');
  return title;
}

function convert(schema: JsonObject): JsonObject {
  const published = mapSubschemas(without(schema, NOT_PUBLISHED), convert);
  const { $ref } = published;
  if (typeof $ref !== 'string') return published;
  return { ...published, $ref: $ref.replace(/^#\/definitions\//, '#/components/schemas/') };
}
