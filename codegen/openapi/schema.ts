import type { JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, mapMembers, objectIn } from '../../core/schema/json-values.ts';
import { mapSubschemas, without } from '../../core/manifests/load/schema-walk.ts';

const NOT_PUBLISHED = ['$id', '$schema', 'definitions', 'x-problems', 'x-definition', 'x-compat', 'x-unit'];

/**
 * Converts a draft-07 schema and its definitions to components of OpenAPI 3.1, whose schemas are JSON Schema 2020-12. It
 * renames `definitions`, the list form of `items`, and `dependencies`.
 * @returns the schemas by component name. The name of the schema itself is its title.
 */
export function toComponents(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const title = schema['title'];
  if (typeof title !== 'string') throw new Error('a published schema needs a title: it names its component');
  const definitions = mapMembers(objectIn(schema, 'definitions'), (definition) =>
    isJsonObject(definition) ? convert(definition) : definition,
  );
  const components = Object.entries({ [title]: convert(schema), ...definitions }).filter(
    (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
  );
  return Object.fromEntries(components);
}

/** The components of several schemas. A schema replaces a definition whose name is its title. */
export function componentsOf(schemas: readonly JsonObject[]): JsonObject {
  const components = schemas.map(toComponents);
  // The schema itself comes first.
  const whole = components.map((each) => Object.fromEntries(Object.entries(each).slice(0, 1)));
  return Object.assign({}, ...components, ...whole);
}

function convert(schema: JsonObject): JsonObject {
  const published = mapSubschemas(without(schema, NOT_PUBLISHED), convert);
  return withDependencies(withPrefixItems(withComponentReference(published)));
}

function withComponentReference(schema: JsonObject): JsonObject {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return { ...schema, $ref: reference.replace(/^#\/definitions\//, '#/components/schemas/') };
}

function withPrefixItems(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema;
  if (!isJsonArray(items)) return without(schema, ['additionalItems']);
  const rest = additionalItems === undefined ? {} : { items: additionalItems };
  return { ...without(schema, ['items', 'additionalItems']), prefixItems: items, ...rest };
}

function withDependencies(schema: JsonObject): JsonObject {
  const dependencies = schema['dependencies'];
  if (!isJsonObject(dependencies)) return schema;
  const names = Object.entries(dependencies).filter(([, value]) => isJsonArray(value));
  const schemas = Object.entries(dependencies).filter(([, value]) => !isJsonArray(value));
  return {
    ...without(schema, ['dependencies']),
    ...(names.length > 0 && { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length > 0 && {
      dependentSchemas: Object.fromEntries(
        schemas.map(([key, value]) => [key, isJsonObject(value) ? convert(value) : value]),
      ),
    }),
  };
}
