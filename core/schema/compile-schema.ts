import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../contract.ts';
import { loadValidators } from '../generation/load-validators.ts';
import { nearestName } from '../text/nearest-name.ts';
import { circleIn, isRelativeId, withAbsoluteIds } from './absolute-ids.ts';
import { namesIn, pointerStep, valueUnder } from './json-pointer.ts';
import { compileLinear, type LinearPattern } from './linear-pattern.ts';
import { dialectOf, keywordMistake, type SchemaDialect, UNKNOWN_DIALECT } from './schema-dialect.ts';
import { unescaped } from './schema-shape.ts';
import { allSchemasIn, type Subschema } from './subschemas.ts';

/** Something in a schema that makes it unusable. */
export interface SchemaMistake {
  /** The place in the schema (RFC 6901); empty for the whole schema. */
  readonly pointer: string;
  /** For the author of the schema, without its values. */
  readonly message: string;
}

type CompiledSchema =
  /** May throw a RangeError if the schema refers to itself without end. */
  { readonly validate: ValidateFunction } | { readonly mistakes: readonly SchemaMistake[] };

/** Upper bound of the reported mistakes. */
const MAX_MISTAKES = 20;
/** Longer pointers are cut, because the caller chose the names in them. */
const MAX_POINTER_LENGTH = 1_024;

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const;
const COMPILERS = { '2020-12': Ajv2020, 'draft-07': Ajv } as const;
/** They are generated, because compiling them takes much longer than compiling a typical schema of a caller. */
const META_SCHEMAS = {
  '2020-12': validatorOf(await loadValidators('draft-2020-12.mjs')),
  'draft-07': validatorOf(await loadValidators('draft-07.mjs')),
};

function validatorOf({ metaSchema }: Readonly<Record<string, unknown>>): ValidateFunction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- AJV wrote it
  return metaSchema as ValidateFunction;
}

/**
 * Compiles a caller's schema. It may be hostile, so it gets a new compiler: it cannot refer to other callers' schemas,
 * nothing is kept, and patterns take linear time. The caller of this function must bound the time.
 * @param schema of JSON Schema 2020-12 or draft-07, at most 64 levels deep.
 */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const { $schema, ...rest } = schema;
  const dialect = dialectOf($schema);
  if (dialect === undefined) return { mistakes: [{ pointer: '/$schema', message: UNKNOWN_DIALECT }] };
  const places = allSchemasIn(rest);
  const patterns = new Map<string, LinearPattern>();
  const mistakes: SchemaMistake[] = [];
  for (const place of places) {
    mistakes.push(...mistakesAt(place, { dialect, patterns }));
    if (mistakes.length >= MAX_MISTAKES) break;
  }
  if (mistakes.length < MAX_MISTAKES) mistakes.push(...metaSchemaMistakes(rest, dialect));
  if (mistakes.length === 0) mistakes.push(...inheritedTargets(rest, places), ...circles(rest));
  if (mistakes.length > 0) return { mistakes: mistakes.slice(0, MAX_MISTAKES).map(cut) };
  const compiler = new COMPILERS[dialect]({
    ...OPTIONS,
    meta: false,
    validateSchema: false,
    code: { regExp: linearRegExp(patterns) },
    // Otherwise inherited members, such as `toString`, would count as present.
    ownProperties: true,
    // Otherwise 300 references to a definition of 300 properties, 21 KB in all, become code for a minute.
    inlineRefs: false,
  });
  // `id` is only a name here, but the compiler would refuse it as draft-04's `$id`.
  compiler.removeKeyword('id');
  try {
    const hasRelativeIds = places.some((place) => isRelativeId(place.schema['$id']));
    return { validate: compiler.compile(hasRelativeIds ? withAbsoluteIds(rest) : rest) };
  } catch (error) {
    return { mistakes: [cut(mistakeOf(error, places))] };
  }
}

function cut({ pointer, message }: SchemaMistake): SchemaMistake {
  return { pointer: pointer.slice(0, MAX_POINTER_LENGTH).toWellFormed(), message };
}

interface MistakeContext {
  readonly dialect: SchemaDialect;
  /** The compiled patterns, to which this adds. */
  readonly patterns: Map<string, LinearPattern>;
}

function mistakesAt(
  { pointer, schema }: Subschema,
  { dialect, patterns }: MistakeContext,
): readonly SchemaMistake[] {
  const mistakes: SchemaMistake[] = [];
  const note = (keyword: string, message: string | undefined): void => {
    if (message !== undefined) mistakes.push({ pointer: pointer + pointerStep(keyword), message });
  };
  for (const keyword of Object.keys(schema)) note(keyword, keywordMistake(keyword, dialect));
  const { $schema, pattern, patternProperties, type, nullable, enum: constants } = schema;
  if ($schema !== undefined && dialectOf($schema) !== dialect)
    note('$schema', `must be the dialect of the whole schema, which is ${dialect}`);
  if (typeof pattern === 'string') note('pattern', patternMistake(pattern, patterns));
  if (typeof patternProperties === 'object' && patternProperties !== null)
    for (const name of Object.keys(patternProperties))
      note('patternProperties', patternMistake(name, patterns));
  if (Array.isArray(constants) && constants.length === 0) note('enum', 'must have at least one value');
  if (nullable !== undefined && typeof nullable !== 'boolean') note('nullable', 'must be a boolean');
  if (nullable !== undefined && type === undefined) note('nullable', 'requires type beside it');
  if (nullable === false && [type].flat().includes('null'))
    note('nullable', 'is false, but type allows null: remove one of them');
  return mistakes;
}

function patternMistake(pattern: string, patterns: Map<string, LinearPattern>): string | undefined {
  try {
    compilePattern(pattern, patterns);
    return undefined;
  } catch {
    return isRegularExpression(pattern)
      ? 'is not a pattern of a linear-time engine: use no back-references, no repeats over 1,000, and look-ahead only at the beginning, after ^'
      : 'is not a regular expression: close every bracket, and write a backslash before signs that stand for themselves';
  }
}

function isRegularExpression(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function compilePattern(pattern: string, patterns: Map<string, LinearPattern>): LinearPattern {
  const compiled = patterns.get(pattern) ?? compileLinear(pattern);
  patterns.set(pattern, compiled);
  return compiled;
}

function linearRegExp(patterns: Map<string, LinearPattern>) {
  const regExp = (pattern: string) => {
    const compiled = compilePattern(pattern, patterns);
    // AJV distinguishes patterns by their text. Otherwise it would use the first for all.
    return { test: compiled.test, toString: () => pattern };
  };
  return Object.assign(regExp, { code: 'not used: nothing is generated ahead' });
}

/** One mistake for each value that the meta-schema refuses. */
function metaSchemaMistakes(schema: JsonObject, dialect: SchemaDialect): readonly SchemaMistake[] {
  const isValid = META_SCHEMAS[dialect];
  if (isValid(schema)) return [];
  const byPlace = Map.groupBy(isValid.errors ?? [], ({ instancePath }) => instancePath);
  // A wrong entry makes the whole list wrong, which is the same mistake.
  const outer = new Set([...byPlace.keys()].map((pointer) => pointer.slice(0, pointer.lastIndexOf('/'))));
  return [...byPlace]
    .filter(([pointer, errors]) => !outer.has(pointer) || !errors.some(({ keyword }) => keyword === 'anyOf'))
    .map(([pointer, errors]) => ({ pointer, message: valueMistake(pointer, errors, schema) }));
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function valueMistake(pointer: string, errors: readonly ErrorObject[], schema: JsonObject): string {
  // The errors of an alternative come before the error of the whole.
  const error = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
  const value = valueUnder(schema, namesIn(pointer));
  if (/\/type(\/\d+)?$/.test(pointer) && error?.keyword !== 'minItems' && error?.keyword !== 'uniqueItems') {
    const nearest = typeof value === 'string' ? nearestName(value, TYPES) : undefined;
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    return `must be one of ${TYPES.join(', ')}, or a list of them without repetition${hint}`;
  }
  if (pointer.endsWith('/items') && Array.isArray(value))
    return 'must be one schema in JSON Schema 2020-12: write a list of schemas as prefixItems, or set $schema to http://json-schema.org/draft-07/schema#';
  if (error?.keyword === 'type' && error.params['type'] !== undefined)
    return `must be ${[error.params['type']].flat().join(' or ').replace('object or boolean', 'a schema: an object or a boolean')}`;
  return error?.message ?? 'is not a value for this keyword';
}

/** Replaces AJV's messages, which quote the schema. */
function mistakeOf(error: unknown, places: readonly Subschema[]): SchemaMistake {
  const whole = (message: string): SchemaMistake => ({ pointer: '', message });
  if (error instanceof RangeError) return whole('the schema is nested or referred to too deeply');
  if (!(error instanceof Error)) return whole('the schema cannot be used');
  if (error.message.startsWith("can't resolve reference")) return referenceMistake(error.message, places);
  if (error.message.includes('resolves to more than one schema'))
    return whole('two parts of the schema have the same $id or anchor');
  return whole('the schema is not a valid JSON Schema');
}

const REFERENCES = ['$ref', '$dynamicRef'];
const NO_TARGET =
  'points at nothing in this schema: put what it needs under $defs and refer to it as #/$defs/NAME';

/**
 * Finds references to inherited members: the compiler would take `#/toString`, which every object inherits, for a schema.
 */
function inheritedTargets(root: JsonObject, places: readonly Subschema[]): readonly SchemaMistake[] {
  const resources = [root, ...places.map(({ schema }) => schema).filter(({ $id }) => $id !== undefined)];
  return places.flatMap(({ pointer, schema }) =>
    REFERENCES.filter((keyword) => {
      const path = stepsOfFragment(schema[keyword]);
      return path !== undefined && !resources.some((resource) => valueUnder(resource, path) !== undefined);
    }).map((keyword) => ({ pointer: pointer + pointerStep(keyword), message: NO_TARGET })),
  );
}

/** @returns the steps of a reference that ends in a pointer; undefined for other references. */
function stepsOfFragment(reference: unknown): readonly string[] | undefined {
  const at = typeof reference === 'string' ? reference.indexOf('#/') : -1;
  if (typeof reference !== 'string' || at === -1) return undefined;
  return reference
    .slice(at + 2)
    .split('/')
    .map((step) => unescaped(step));
}

/** Returns at most one mistake, because one circle prevents compiling. */
function circles(schema: JsonObject): readonly SchemaMistake[] {
  try {
    const circle = circleIn(schema);
    const message = 'leads back to itself: refer to a schema that says more';
    return circle === undefined ? [] : [{ pointer: `${circle}/$ref`, message }];
  } catch {
    return [{ pointer: '', message: 'an $id is no URI, or is relative to one without a path: write it out' }];
  }
}

function referenceMistake(message: string, places: readonly Subschema[]): SchemaMistake {
  const pointers = places.flatMap((place) =>
    REFERENCES.filter((keyword) => {
      const reference = place.schema[keyword];
      return typeof reference === 'string' && message.startsWith(`can't resolve reference ${reference} from`);
    }).map((keyword) => place.pointer + pointerStep(keyword)),
  );
  return { pointer: pointers[0] ?? '', message: NO_TARGET };
}
