import standalone from 'ajv/dist/standalone/index.js';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../core/contract.ts';
import { fileAjv } from '../core/manifests/check/compile-shape.ts';
import { isJsonObject, mapMembers, objectIn } from '../core/schema/json-values.ts';
import { TUNING_PREFIX } from '../core/manifests/link/link-request-schema.ts';
import {
  dereference,
  mapSubschemas,
  resolveReferences,
  without,
} from '../core/manifests/load/schema-walk.ts';

/** What only people and other generators read; the code carries the schema, for the messages, without them. */
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
 * Validators as a module that runs without `eval`.
 * @param schemas exported name -> closed JSON Schema (draft-07), without cycles.
 */
export function emitValidators(schemas: Readonly<Record<string, JsonObject>>): string {
  const ajv = new Ajv({
    allErrors: true,
    // Errors carry the schema they come from, so that a message can say what is allowed.
    verbose: true,
    allowUnionTypes: true,
    // Lengths in UTF-16 code units: counting the code points of 28 MB would hold up the event loop.
    unicode: false,
    logger: false,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-wire', 'x-problems', 'x-fields', 'x-unit']);
  for (const [name, schema] of Object.entries(schemas)) {
    ajv.addSchema(boundSchema(withoutAnnotations(flattened(schema))), name);
  }
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  return asModule(standalone.default(ajv, names));
}

/** The validator of an operator's file, exported as `validate`; it fills the schema's defaults in. */
export function emitFileValidator(schema: JsonObject): string {
  const ajv = fileAjv({ source: true, esm: true, lines: true });
  ajv.addSchema(dereference(schema), 'file');
  return asModule(standalone.default(ajv, { validate: 'file' }));
}

function isGroup(name: string): boolean {
  return name.startsWith(TUNING_PREFIX);
}

/** Without references but those to tuning groups: one function for each group is shared by all its models. */
function flattened(schema: JsonObject): JsonObject {
  const resolved = resolveReferences(schema, (name, definition) => (isGroup(name) ? undefined : definition));
  const groups = Object.entries(objectIn(schema, 'definitions')).filter(([name]) => isGroup(name));
  return { ...without(resolved, ['$id', '$schema']), definitions: Object.fromEntries(groups) };
}

function withoutAnnotations(schema: JsonObject): JsonObject {
  return mapSubschemas(without(schema, ANNOTATIONS), withoutAnnotations);
}

const REQUIRE = /const (\w+) = require\("(ajv\/dist\/runtime\/\w+)"\)\.default;/g;

/** AJV writes `require` into ES modules too. Its runtime is CommonJS, so what is wanted stands under `default`. */
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
 * The validator of a dialect's schemas, exported as `metaSchema`: AJV has the meta-schema, and each
 * thread that checks callers' schemas would take 25 ms to compile it.
 */
export function emitMetaSchema(dialect: '2020-12' | 'draft-07'): string {
  const code =
    dialect === 'draft-07'
      ? standalone.default(new Ajv(OPTIONS), { metaSchema: 'http://json-schema.org/draft-07/schema' })
      : standalone.default(new Ajv2020(OPTIONS), {
          metaSchema: 'https://json-schema.org/draft/2020-12/schema',
        });
  return asModule(code);
}

/** An object may hold so many unknown keys and still have each of them named. */
const UNKNOWN_KEYS_NAMED = 32;

/**
 * The same schema, made to give few errors for a hostile value: an array over `maxItems` and an object with far too many
 * keys get one error, and what is too much in them is not looked at.
 */
function boundSchema(schema: JsonObject): JsonObject {
  return boundKeys(boundItems(mapSubschemas(schema, boundSchema)));
}

function boundItems(schema: JsonObject): JsonObject {
  const { maxItems, items } = schema;
  if (typeof maxItems !== 'number' || items === undefined) return schema;
  return { ...without(schema, ['items']), if: { minItems: maxItems + 1 }, else: { items } };
}

/** Takes anything, and names the fields of an object for those who look for one in the wrong place. */
function namesWithin(property: Json): Json {
  const names = isJsonObject(property) ? Object.keys(objectIn(property, 'properties')) : [];
  return names.length === 0 ? true : { 'x-fields': names };
}

function boundKeys(schema: JsonObject): JsonObject {
  if (schema['additionalProperties'] !== false) return schema;
  // The names stand in the inner schema too: they are what is allowed, and the message lists them.
  const properties = mapMembers(objectIn(schema, 'properties'), namesWithin);
  const maxProperties = Object.keys(properties).length + UNKNOWN_KEYS_NAMED;
  const words = objectIn(schema, 'x-problems')['additionalProperties'];
  const problems =
    words === undefined ? {} : { 'x-problems': { additionalProperties: words, maxProperties: words } };
  return {
    ...without(schema, ['additionalProperties']),
    ...problems,
    maxProperties,
    if: { minProperties: maxProperties + 1 },
    else: { properties, additionalProperties: false, ...problems },
  };
}
