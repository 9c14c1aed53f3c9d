import { compile } from 'json-schema-to-typescript';
import type { JsonObject } from '../core/contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../core/schema/json-values.ts';
import { resolveReferences, without, withoutAnywhere } from '../core/manifests/load/schema-walk.ts';

/** First line of every generated TypeScript file. */
export const GENERATED_BANNER =
  '// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.';

export interface TypesInput {
  readonly schema: JsonObject;
  /** The TypeScript types of definitions whose type is declared elsewhere. */
  readonly externalTypes?: Readonly<Record<string, string>>;
  /** Import lines for the external types. */
  readonly imports?: string;
}

/** TypeScript types of one schema, all readonly. The schema's title names the outermost type. */
export async function emitTypes({ schema, externalTypes = {}, imports = '' }: TypesInput): Promise<string> {
  const name = schema['title'];
  if (typeof name !== 'string') throw new Error('a schema needs a title: it names its type');
  const text = await compile(withChosenNames(withExternalTypes(schema, externalTypes), name), name, {
    bannerComment: `${GENERATED_BANNER}\n${imports}`,
    // Only the schema itself may be read, whatever the working directory is.
    cwd: '/',
    $refOptions: { resolve: { external: false } },
    additionalProperties: false,
    // `minItems: 1` would otherwise become a tuple type no caller can build from a list.
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110, singleQuote: true, bracketSpacing: true },
  });
  return asReadonly(text);
}

/** Replaces references to external types, and to definitions that are not objects, because the compiler would name each use. */
function withExternalTypes(schema: JsonObject, externalTypes: Readonly<Record<string, string>>): JsonObject {
  return resolveReferences(schema, (name, definition) => {
    const tsType = externalTypes[name];
    const { description } = definition;
    if (tsType !== undefined) return { tsType, ...(description !== undefined && { description }) };
    return definition['properties'] === undefined ? without(definition, ['title']) : undefined;
  });
}

/** Removes titles, each of which would become a type alias, except those of the schema and of remaining definitions. */
function withChosenNames(schema: JsonObject, title: string): JsonObject {
  const stripped = withoutAnywhere(schema, ['title']);
  const definitions = mapMembers(objectIn(stripped, 'definitions'), (definition, name) => {
    const original = objectIn(objectIn(schema, 'definitions'), name)['title'];
    return isJsonObject(definition) && original !== undefined
      ? { ...definition, title: original }
      : definition;
  });
  return { ...stripped, title, definitions };
}

const PROPERTY = /^(\s*)((?:\w+|'[^']+'|\[k: string\])\??:(?: |$))/;
const LIST = /((?:\b\w+|\([^()]*\))\[\])/g;

/** Adds `readonly`, which the compiler cannot write. Its output is formatted with one property per line. */
function asReadonly(text: string): string {
  const lines = text.split('\n').map((line) => {
    const isComment = /^\s*(\/\*\*|\*)/.test(line);
    return isComment ? line : line.replace(PROPERTY, '$1readonly $2').replace(LIST, 'readonly $1');
  });
  return lines.join('\n');
}
