import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from '../core/contract.ts';
import { fileAjv } from '../core/manifests/check/compile-shape.ts';
import { boundSchema } from './bound-schema.ts';
import { objectIn } from '../core/manifests/load/json-values.ts';
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
export function asModule(code: string): string {
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
