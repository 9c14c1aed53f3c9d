import standalone from 'ajv/dist/standalone/index.js';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../core/contract.ts';
import { fileAjv } from '../core/manifests/check/compile-shape.ts';
import { isJsonObject, mapMembers, objectIn } from '../core/schema/json-values.ts';
import { TUNING_PREFIX } from '../core/manifests/link/link-request-schema.ts';
import {
  dereference,
  resolveReferences,
  without,
  withoutAnywhere,
} from '../core/manifests/load/schema-walk.ts';
import { mapSubschemas } from '../core/schema/subschemas.ts';

/** Keywords for people and other generators. The validators contain the schema, for messages, without them. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'contentEncoding',
  'x-definition',
  'x-compat',
];

/**
 * Writes validators as a module that runs without `eval`.
 * @param schemas closed JSON Schemas (draft-07) without cycles, by exported name.
 */
export function emitValidators(schemas: Readonly<Record<string, JsonObject>>): string {
  const ajv = new Ajv({
    allErrors: true,
    // Errors contain their schema, so that a message can list the allowed values.
    verbose: true,
    allowUnionTypes: true,
    // Lengths are in UTF-16 code units, because counting the code points of 28 MB would block the event loop.
    unicode: false,
    logger: false,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-wire', 'x-problems', 'x-fields', 'x-unit']);
  for (const [name, schema] of Object.entries(schemas)) {
    ajv.addSchema(boundSchema(withoutAnywhere(flattened(schema), ANNOTATIONS)), name);
  }
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  return asModule(standalone.default(ajv, names));
}

/** Writes the validator of an operator's file, exported as `validate`. It sets the schema's defaults. */
export function emitFileValidator(schema: JsonObject): string {
  const ajv = fileAjv({ source: true, esm: true, lines: true });
  ajv.addSchema(dereference(schema), 'file');
  return asModule(standalone.default(ajv, { validate: 'file' }));
}

function isGroup(name: string): boolean {
  return name.startsWith(TUNING_PREFIX);
}

/** Replaces references, except those to tuning groups, so that all models of a group share one function. */
function flattened(schema: JsonObject): JsonObject {
  const resolved = resolveReferences(schema, (name, definition) => (isGroup(name) ? undefined : definition));
  const groups = Object.entries(objectIn(schema, 'definitions')).filter(([name]) => isGroup(name));
  return { ...without(resolved, ['$id', '$schema']), definitions: Object.fromEntries(groups) };
}

const REQUIRE = /const (\w+) = require\("(ajv\/dist\/runtime\/\w+)"\)\.default;/g;

/** Replaces `require`, which AJV writes into ES modules too, by imports. Its runtime is CommonJS, so exports are in `default`. */
function asModule(code: string): string {
  const imports: string[] = [];
  const rest = code
    .replace(/^"use strict";\n?/, '')
    .replaceAll(REQUIRE, (_match, name: string, module: string) => {
      imports.push(`import ${name}Module from "${module}.js";`);
      return `const ${name} = ${name}Module.default ?? ${name}Module;`;
    });
  if (/\brequire\(/.test(rest)) {
    throw new Error('the validators require a module in a form that is not rewritten; extend asModule');
  }
  return `${[...imports, rest].join('\n').trimEnd()}\n`;
}

const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: true,
  code: { source: true, esm: true, lines: true },
} as const;

/**
 * Writes the validator of a dialect's schemas, exported as `metaSchema`. Each thread that checks callers' schemas would
 * need 25 ms to compile AJV's meta-schema.
 */
export function emitMetaSchema(dialect: keyof typeof META_SCHEMAS): string {
  const metaSchema = META_SCHEMAS[dialect];
  const ajv = dialect === 'draft-07' ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  return asModule(standalone.default(ajv, { metaSchema }));
}

const META_SCHEMAS = {
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** The number of unknown keys of an object up to which each is reported by name. */
const UNKNOWN_KEYS_NAMED = 32;

/**
 * Changes a schema so that hostile values have few errors: an array over `maxItems` and an object with far too many keys
 * get one error, and their content is not checked.
 */
function boundSchema(schema: JsonObject): JsonObject {
  return boundKeys(boundItems(mapSubschemas(schema, boundSchema)));
}

function boundItems(schema: JsonObject): JsonObject {
  const { maxItems, items } = schema;
  if (typeof maxItems !== 'number' || items === undefined) return schema;
  return { ...without(schema, ['items']), if: { minItems: maxItems + 1 }, else: { items } };
}

/** A schema that accepts anything and lists the fields of an object, for suggestions when a field is at the wrong level. */
function fieldNamesOf(property: Json): Json {
  const names = isJsonObject(property) ? Object.keys(objectIn(property, 'properties')) : [];
  return names.length === 0 ? true : { 'x-fields': names };
}

function boundKeys(schema: JsonObject): JsonObject {
  if (schema['additionalProperties'] !== false) return schema;
  // The inner schema has the names too, because the message lists them as allowed.
  const properties = mapMembers(objectIn(schema, 'properties'), fieldNamesOf);
  const maxProperties = Object.keys(properties).length + UNKNOWN_KEYS_NAMED;
  const problem = objectIn(schema, 'x-problems')['additionalProperties'];
  const problems =
    problem === undefined ? {} : { 'x-problems': { additionalProperties: problem, maxProperties: problem } };
  return {
    ...without(schema, ['additionalProperties']),
    ...problems,
    maxProperties,
    if: { minProperties: maxProperties + 1 },
    else: { properties, additionalProperties: false, ...problems },
  };
}
