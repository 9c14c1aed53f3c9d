import type { JsonObject } from '../../contract.ts';
import { isJsonObject, objectIn } from '../../schema/json-values.ts';
import { mapSubschemas } from '../../schema/subschemas.ts';

const REFERENCE = /^#\/definitions\/([^/]+)$/;
const MAX_REFERENCE_DEPTH = 32;

type Replacement = (name: string, definition: JsonObject) => JsonObject | undefined;

/**
 * Replaces references by their definitions. Keywords beside a `$ref` override those of the definition.
 * @param replace makes the replacement; undefined keeps the reference.
 * @throws Error for a reference to a missing definition, or to itself.
 */
export function resolveReferences(root: JsonObject, replace: Replacement): JsonObject {
  const definitions = objectIn(root, 'definitions');
  const resolve = (schema: JsonObject, depth: number): JsonObject => {
    if (depth > MAX_REFERENCE_DEPTH) throw new Error('a schema refers to itself; write it without the cycle');
    const { $ref: reference, ...beside } = schema;
    if (typeof reference !== 'string') return mapSubschemas(schema, (subschema) => resolve(subschema, depth));
    const name = REFERENCE.exec(reference)?.[1] ?? '';
    const definition = definitions[name];
    if (!isJsonObject(definition)) {
      throw new Error(`${reference} points at no definition; add it or correct the name`);
    }
    const replacement = replace(name, definition);
    return replacement === undefined ? schema : resolve({ ...replacement, ...beside }, depth + 1);
  };
  return resolve(root, 0);
}

/** Replaces all references. `x-definition` keeps the name of the definition that a part came from. */
export function dereference(root: JsonObject): JsonObject {
  const resolved = resolveReferences(root, (name, definition) => ({ ...definition, 'x-definition': name }));
  return without(resolved, ['definitions', '$id', '$schema']);
}

/** A copy without the given keywords at the outermost level. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** A copy without the given keywords at any level. */
export function withoutAnywhere(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return mapSubschemas(without(schema, keywords), (inner) => withoutAnywhere(inner, keywords));
}

/** A schema without the definitions that it does not refer to. */
export function withUsedDefinitions(schema: JsonObject): JsonObject {
  const definitions = objectIn(schema, 'definitions');
  const usedNames = new Set<string>();
  const addReferences = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/definitions\/(\w+)"/g)) {
      if (usedNames.has(name)) continue;
      usedNames.add(name);
      addReferences(definitions[name]);
    }
  };
  addReferences({ ...schema, definitions: {} });
  return {
    ...schema,
    definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => usedNames.has(name))),
  };
}
