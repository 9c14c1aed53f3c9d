import type { ErrorObject } from 'ajv';
import type { Json, JsonObject } from '../contract.ts';
import type { FieldError, FieldErrorCode } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import { nameOfStep, pointerStep } from './json-pointer.ts';
import { isSchema, isSchemaList } from './schema-shape.ts';

const MAX_ERRORS = 32;
/** An unknown key is the caller's text: so much of it helps to find it. */
const MAX_KEY_LENGTH = 64;
const MAX_NAMES_LISTED = 24;
/** The search for the nearest of a thousand models takes about a millisecond. */
const MAX_SUGGESTIONS = 20;

/**
 * What the validator (AJV with `allErrors` and `verbose`) found, as at most 32 errors for the caller. No value of the
 * request is repeated; only an unknown key is, cut short, in its pointer.
 */
export function fieldErrors(errors: readonly ErrorObject[]): readonly FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of decisiveErrors(errors)) {
    const fieldError = toFieldError(error, found.size < MAX_SUGGESTIONS);
    found.set(`${fieldError.pointer} ${fieldError.code}`, fieldError);
    if (found.size === MAX_ERRORS) break;
  }
  return [...found.values()];
}

/**
 * Removes redundant errors. Where a value may be one of several things, the validator reports each of
 * them in turn: kept are the errors of the one alternative of the value's type, or a single error for all of them.
 * Linear in the errors: the caller decides how many there are.
 */
export function decisiveErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  // The outermost error of alternatives comes first from the end.
  for (let at = errors.length - 1; at >= 0; at -= 1) {
    const error = errors[at];
    if (error === undefined) continue;
    if (error.keyword === 'if' || error.keyword === 'propertyNames') dropped.add(error);
    if (isAlternatives(error) && !dropped.has(error)) dropInside(error, { errors, at, dropped });
  }
  return withoutRepeated(dropped.size === 0 ? errors : errors.filter((error) => !dropped.has(error)));
}

/**
 * Drops what the alternatives report. It stands right before the error of the whole, and is about the same value or one
 * within it: no further error is looked at, so each is only for the values around its own.
 */
function dropInside(
  error: ErrorObject,
  {
    errors,
    at,
    dropped,
  }: { readonly errors: readonly ErrorObject[]; readonly at: number; readonly dropped: Set<ErrorObject> },
): void {
  const chosen = alternativeOfType(error);
  const kept = chosen === undefined ? undefined : `${error.schemaPath}/${chosen}/`;
  for (let before = at - 1; before >= 0; before -= 1) {
    const other = errors[before];
    if (other === undefined || !isWithin(other.instancePath, error.instancePath)) break;
    const isInside = isWithin(other.schemaPath, error.schemaPath) && other.schemaPath !== error.schemaPath;
    if (isInside && (kept === undefined || !other.schemaPath.startsWith(kept))) dropped.add(other);
  }
  if (kept !== undefined) dropped.add(error);
}

/** Whether a path is another one or below it. */
function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '/');
}

/** A value of the wrong type fails every list of constants too, which only repeats it. */
function withoutRepeated(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (!errors.some(isOfConstants)) return errors;
  const typeErrors = errors.filter(({ keyword }) => keyword === 'type');
  const wronglyTyped = new Set(typeErrors.map(({ instancePath }) => instancePath));
  return errors.filter((error) => !isOfConstants(error) || !wronglyTyped.has(error.instancePath));
}

function isOfConstants({ keyword }: ErrorObject): boolean {
  return keyword === 'enum' || keyword === 'const';
}

export function isAlternatives(error: ErrorObject): boolean {
  return error.keyword === 'oneOf' || error.keyword === 'anyOf';
}

/** The schemas of a `oneOf` or `anyOf` that failed. */
export function alternativesOf(error: ErrorObject): readonly JsonObject[] {
  const alternatives: unknown = error.schema;
  return Array.isArray(alternatives) ? alternatives.filter(isSchema) : [];
}

/** The index of the only alternative that takes values of this type. Numbers never decide: 0 and a range are both numbers. */
function alternativeOfType(error: ErrorObject): number | undefined {
  const type = typeOf(error.data);
  const fitting = [...alternativesOf(error).entries()].filter(([, alternative]) =>
    typesOf(alternative).includes(type),
  );
  return fitting.length === 1 && type !== 'number' ? fitting[0]?.[0] : undefined;
}

function toFieldError(error: ErrorObject, suggests: boolean): FieldError {
  const { code, message } = stated(error, suggests) ?? explained(error, suggests);
  return { pointer: pointerOf(error), code, message };
}

interface Explanation {
  readonly code: FieldErrorCode;
  readonly message: string;
}

/**
 * The schema's own words for a failing keyword, under `x-problems`; `{key}` is the key the value stands under. `instead`
 * has other words for some names, `beginning` for all with a prefix.
 */
function stated(error: ErrorObject, suggests: boolean): Explanation | undefined {
  const problems = schemaOf(error)['x-problems'];
  const own = isSchema(problems) ? problems[error.keyword] : undefined;
  if (!isSchema(own) || typeof own['code'] !== 'string' || typeof own['message'] !== 'string') {
    return undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test holds those of the schemas to the list
  const code = own['code'] as FieldErrorCode;
  const instead = own['instead'];
  if (isSchema(instead) && isSchemaList(instead['names']) && typeof instead['message'] === 'string') {
    const given = givenName(error);
    if (given !== undefined && instead['names'].includes(given)) return { code, message: instead['message'] };
  }
  const beginning = own['beginning'];
  if (
    isSchema(beginning) &&
    typeof beginning['with'] === 'string' &&
    typeof beginning['message'] === 'string'
  ) {
    if (givenName(error)?.startsWith(beginning['with']) === true)
      return { code, message: beginning['message'] };
  }
  const key = nameOfStep(error.instancePath.slice(error.instancePath.lastIndexOf('/') + 1));
  const nearest = suggests && own['nearest'] === true ? nearestOf(error) : undefined;
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return { code, message: own['message'].replaceAll('{key}', () => key) + hint };
}

/** The constant or property most like what was sent, with or without what stands before its last slash. */
function nearestOf(error: ErrorObject): string | undefined {
  const schema = schemaOf(error);
  const given = givenName(error);
  if (given === undefined) return undefined;
  const names = isSchemaList(schema['enum'])
    ? schema['enum'].map(shown)
    : Object.keys(objectOf(schema['properties']));
  return nearestName(given.slice(given.lastIndexOf('/') + 1), names) ?? nearestName(given, names);
}

/** A constant or the name of a property, as it was sent. */
function givenName(error: ErrorObject): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const given: unknown = error.keyword === 'enum' ? error.data : params['additionalProperty'];
  return typeof given === 'string' ? given : undefined;
}

function explained(error: ErrorObject, suggests: boolean): Explanation {
  const schema = schemaOf(error);
  switch (error.keyword) {
    case 'required':
      return { code: 'missing', message: 'is required' };
    case 'minProperties':
      return {
        code: 'missing',
        message: `nothing is named; name at least one of: ${listed(Object.keys(objectOf(schema['properties'])))}`,
      };
    case 'additionalProperties':
    case 'maxProperties':
      return { code: 'unknown_field', message: unknownField(error, suggests) };
    case 'type':
      return { code: 'type', message: `must be ${describeSchema({ type: schema['type'] ?? null })}` };
    case 'enum':
    case 'const':
      return { code: 'not_allowed', message: `must be ${describeSchema(schema)}` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return { code: 'range', message: `must be ${numberBounds(schema)}` };
    case 'minLength':
    case 'maxLength':
      return {
        code: 'length',
        message: `must have ${bounds(schema['minLength'], schema['maxLength'])} characters`,
      };
    case 'minItems':
    case 'maxItems':
      return {
        code: 'length',
        message: `must have ${bounds(schema['minItems'], schema['maxItems'])} entries`,
      };
    case 'pattern':
      return { code: 'pattern', message: 'has a form that is not allowed here' };
    case 'oneOf':
    case 'anyOf':
      return explainedAlternatives(error);
    default:
      return { code: 'invalid', message: 'does not match the contract' };
  }
}

function unknownField(error: ErrorObject, suggests: boolean): string {
  const properties = objectOf(schemaOf(error)['properties']);
  const given = suggests ? givenName(error) : undefined;
  const meant = given === undefined ? undefined : meantField(given, properties);
  const allowed = `llowed here: ${listed(Object.keys(properties))}`;
  return meant === undefined
    ? `unknown field; a${allowed}`
    : `unknown field; did you mean ${meant}? A${allowed}`;
}

/** The field written in another case, here or in an object of these fields; else the one most like it. */
function meantField(given: string, properties: JsonObject): string | undefined {
  const wanted = uncased(given);
  const isWanted = (name: string): boolean => uncased(name) === wanted;
  const names = Object.keys(properties);
  const same = names.find(isWanted);
  if (same !== undefined) return same;
  for (const outer of names) {
    const fields = objectOf(properties[outer])['x-fields'];
    const inner = isSchemaList(fields) ? fields.map(shown).find(isWanted) : undefined;
    if (inner !== undefined) return `${outer}.${inner}`;
  }
  return nearestName(given, names);
}

/** `judgeWeights` and `judge_weights` alike. */
function uncased(name: string): string {
  return name
    .slice(0, MAX_KEY_LENGTH + 1)
    .replaceAll(/[_-]/g, '')
    .toLowerCase();
}

function explainedAlternatives(error: ErrorObject): Explanation {
  const alternatives = alternativesOf(error);
  const isOfType = alternatives.some((alternative) => typesOf(alternative).includes(typeOf(error.data)));
  const message = `must be ${alternatives.map(describeSchema).join(' or ')}`;
  return { code: isOfType ? (typeOf(error.data) === 'number' ? 'range' : 'not_allowed') : 'type', message };
}

/** What a schema takes, in words that follow "must be". */
export function describeSchema(schema: JsonObject): string {
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (isSchemaList(schema['enum'])) return `one of: ${listed(schema['enum'].map(shown))}`;
  const names = typesNamed(schema).map((type) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`));
  const limits = [schema['minimum'], schema['exclusiveMinimum'], schema['maximum']];
  const isLimited = limits.some((limit) => limit !== undefined);
  return `${names.join(' or ')}${isLimited ? ` ${numberBounds(schema)}` : ''}`;
}

function numberBounds({ minimum, exclusiveMinimum: above, maximum }: JsonObject): string {
  if (above === undefined) return bounds(minimum, maximum);
  return `more than ${shown(above)}${maximum === undefined ? '' : ` and at most ${shown(maximum)}`}`;
}

function bounds(min: Json | undefined, max: Json | undefined): string {
  if (min === undefined) return `at most ${shown(max)}`;
  return max === undefined ? `at least ${shown(min)}` : `from ${shown(min)} to ${shown(max)}`;
}

/** A constant of a schema as people write it: text without quotes. */
export function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const first = names.slice(0, MAX_NAMES_LISTED).join(', ');
  return names.length > MAX_NAMES_LISTED ? `${first} and ${names.length - MAX_NAMES_LISTED} more` : first;
}

/** The offending field: of a missing one where it belongs, of an unknown one its own key. */
function pointerOf(error: ErrorObject): string {
  const params: Readonly<Record<string, unknown>> = error.params;
  const key = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof key !== 'string') return error.instancePath;
  const cut = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
  return error.instancePath + pointerStep(cut.toWellFormed());
}

/** JSON types a schema takes; integers count as numbers. Where it names none, the types of its constants. */
function typesOf(schema: JsonObject): readonly string[] {
  const named = typesNamed(schema);
  if (named.length > 0) return named.map((type) => (type === 'integer' ? 'number' : type));
  if (schema['const'] !== undefined) return [typeOf(schema['const'])];
  return isSchemaList(schema['enum']) ? schema['enum'].map(typeOf) : [];
}

function typesNamed(schema: JsonObject): readonly string[] {
  const type = schema['type'];
  const types = isSchemaList(type) ? type : [type];
  return types.filter((name) => typeof name === 'string');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function schemaOf(error: ErrorObject): JsonObject {
  return objectOf(error.parentSchema);
}

function objectOf(value: unknown): JsonObject {
  return isSchema(value) ? value : {};
}
