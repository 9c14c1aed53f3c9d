import type { ErrorObject } from 'ajv';
import type { Json, JsonObject } from '../contract.ts';
import type { FieldError, FieldErrorCode } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import { nameOfStep, pointerStep } from './json-pointer.ts';
import { asJsonObject, isJsonArray, isJsonObject, objectIn, typeOf } from './json-values.ts';

const MAX_ERRORS = 32;
/** An unknown key is the caller's text, so it is cut to a length that helps to find it. */
const MAX_KEY_LENGTH = 64;
const MAX_NAMES_LISTED = 24;
/** The search for the nearest of a thousand models takes about a millisecond. */
const MAX_SUGGESTIONS = 20;

/**
 * Makes at most 32 errors for the caller from those of a validator (AJV with `allErrors` and `verbose`). They repeat no
 * value of the request, except unknown keys, which are cut.
 */
export function fieldErrors(errors: readonly ErrorObject[]): readonly FieldError[] {
  const fieldErrorsByPlace = new Map<string, FieldError>();
  for (const error of decisiveErrors(errors)) {
    const fieldError = toFieldError(error, fieldErrorsByPlace.size < MAX_SUGGESTIONS);
    fieldErrorsByPlace.set(`${fieldError.pointer} ${fieldError.code}`, fieldError);
    if (fieldErrorsByPlace.size === MAX_ERRORS) break;
  }
  return [...fieldErrorsByPlace.values()];
}

/**
 * Removes redundant errors. For alternatives, the validator reports the errors of each. This keeps only those of the
 * alternative for the value's type, or one error for all alternatives. The time is linear in the errors, whose number the
 * caller must bound.
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
 * Drops the errors of the alternatives. They come right before the error of the whole and have its path or a path below
 * it. The search ends at the first other error, so each error is visited only for the values that contain its own.
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
  const keptPath = chosen === undefined ? undefined : `${error.schemaPath}/${chosen}/`;
  for (let before = at - 1; before >= 0; before -= 1) {
    const other = errors[before];
    if (other === undefined || !isWithin(other.instancePath, error.instancePath)) break;
    const isInside = isWithin(other.schemaPath, error.schemaPath) && other.schemaPath !== error.schemaPath;
    if (isInside && (keptPath === undefined || !other.schemaPath.startsWith(keptPath))) dropped.add(other);
  }
  if (keptPath !== undefined) dropped.add(error);
}

/** Whether a path is equal to another one or below it. */
function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '/');
}

/** Drops errors of constants for values of the wrong type, because they repeat the error of the type. */
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
  return Array.isArray(alternatives) ? alternatives.filter(isJsonObject) : [];
}

/** The index of the only alternative for values of this type. Numbers never decide, because 0 and a range are both numbers. */
function alternativeOfType(error: ErrorObject): number | undefined {
  const type = typeOf(error.data);
  const fitting = [...alternativesOf(error).entries()].filter(([, alternative]) =>
    typesOf(alternative).includes(type),
  );
  return fitting.length === 1 && type !== 'number' ? fitting[0]?.[0] : undefined;
}

function toFieldError(error: ErrorObject, suggests: boolean): FieldError {
  const { code, message } = explainBySchema(error, suggests) ?? explainByKeyword(error, suggests);
  return { pointer: pointerOf(error), code, message };
}

interface Explanation {
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** How a schema's `x-problems` explains a failing keyword. */
interface SchemaProblem extends Explanation {
  /** `{key}` in it is the key of the value. */
  readonly message: string;
  /** Whether the message ends with the most similar name. */
  readonly nearest?: boolean;
  /** Another message for some names. */
  readonly instead?: { readonly names: readonly string[]; readonly message: string };
  /** Another message for all names with a prefix. */
  readonly beginning?: { readonly with: string; readonly message: string };
}

function explainBySchema(error: ErrorObject, suggests: boolean): Explanation | undefined {
  const problems = objectIn(schemaOf(error), 'x-problems');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test checks those of the schemas
  const problem = problems[error.keyword] as SchemaProblem | undefined;
  if (problem === undefined) return undefined;
  const { code, message, nearest, instead, beginning } = problem;
  const name = sentName(error);
  if (name !== undefined && instead?.names.includes(name) === true) return { code, message: instead.message };
  if (beginning !== undefined && name?.startsWith(beginning.with) === true)
    return { code, message: beginning.message };
  const key = nameOfStep(error.instancePath.slice(error.instancePath.lastIndexOf('/') + 1));
  const similar = suggests && nearest === true ? nearestOf(error) : undefined;
  const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
  return { code, message: message.replaceAll('{key}', () => key) + hint };
}

/** The constant or property that is most similar to the name that was sent, with or without the part before its last slash. */
function nearestOf(error: ErrorObject): string | undefined {
  const schema = schemaOf(error);
  const name = sentName(error);
  if (name === undefined) return undefined;
  const names = isJsonArray(schema['enum'])
    ? schema['enum'].map(plainText)
    : Object.keys(objectIn(schema, 'properties'));
  return nearestName(name.slice(name.lastIndexOf('/') + 1), names) ?? nearestName(name, names);
}

/** The constant or the name of the property that was sent. */
function sentName(error: ErrorObject): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const name: unknown = error.keyword === 'enum' ? error.data : params['additionalProperty'];
  return typeof name === 'string' ? name : undefined;
}

function explainByKeyword(error: ErrorObject, suggests: boolean): Explanation {
  const schema = schemaOf(error);
  switch (error.keyword) {
    case 'required':
      return { code: 'missing', message: 'is required' };
    case 'minProperties':
      return {
        code: 'missing',
        message: `nothing is named; name at least one of: ${joinNames(Object.keys(objectIn(schema, 'properties')))}`,
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
      return explainAlternatives(error);
    default:
      return { code: 'invalid', message: 'does not match the contract' };
  }
}

function unknownField(error: ErrorObject, suggests: boolean): string {
  const properties = objectIn(schemaOf(error), 'properties');
  const name = suggests ? sentName(error) : undefined;
  const suggestion = name === undefined ? undefined : suggestField(name, properties);
  const allowed = `llowed here: ${joinNames(Object.keys(properties))}`;
  return suggestion === undefined
    ? `unknown field; a${allowed}`
    : `unknown field; did you mean ${suggestion}? A${allowed}`;
}

/** The field that differs only in case, here or in an object of these fields; otherwise the most similar one. */
function suggestField(sent: string, properties: JsonObject): string | undefined {
  const uncasedSent = uncased(sent);
  const isSame = (name: string): boolean => uncased(name) === uncasedSent;
  const names = Object.keys(properties);
  const same = names.find(isSame);
  if (same !== undefined) return same;
  for (const outer of names) {
    const fields = objectIn(properties, outer)['x-fields'];
    const inner = isJsonArray(fields) ? fields.map(plainText).find(isSame) : undefined;
    if (inner !== undefined) return `${outer}.${inner}`;
  }
  return nearestName(sent, names);
}

/** Makes `judgeWeights` and `judge_weights` equal. */
function uncased(name: string): string {
  return name
    .slice(0, MAX_KEY_LENGTH + 1)
    .replaceAll(/[_-]/g, '')
    .toLowerCase();
}

function explainAlternatives(error: ErrorObject): Explanation {
  const alternatives = alternativesOf(error);
  const isOfType = alternatives.some((alternative) => typesOf(alternative).includes(typeOf(error.data)));
  const message = `must be ${alternatives.map(describeSchema).join(' or ')}`;
  return { code: isOfType ? (typeOf(error.data) === 'number' ? 'range' : 'not_allowed') : 'type', message };
}

/** Describes the values of a schema, to complete "must be". */
export function describeSchema(schema: JsonObject): string {
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (isJsonArray(schema['enum'])) return `one of: ${joinNames(schema['enum'].map(plainText))}`;
  const names = namedTypes(schema).map((type) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`));
  const limits = [schema['minimum'], schema['exclusiveMinimum'], schema['maximum']];
  const isLimited = limits.some((limit) => limit !== undefined);
  return `${names.join(' or ')}${isLimited ? ` ${numberBounds(schema)}` : ''}`;
}

function numberBounds({ minimum, exclusiveMinimum: above, maximum }: JsonObject): string {
  if (above === undefined) return bounds(minimum, maximum);
  return `more than ${plainText(above)}${maximum === undefined ? '' : ` and at most ${plainText(maximum)}`}`;
}

function bounds(min: Json | undefined, max: Json | undefined): string {
  if (min === undefined) return `at most ${plainText(max)}`;
  return max === undefined ? `at least ${plainText(min)}` : `from ${plainText(min)} to ${plainText(max)}`;
}

/** A constant of a schema as people write it: text without quotes. */
export function plainText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function joinNames(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const first = names.slice(0, MAX_NAMES_LISTED).join(', ');
  return names.length > MAX_NAMES_LISTED ? `${first} and ${names.length - MAX_NAMES_LISTED} more` : first;
}

/** The pointer of the wrong field, also of a missing or an unknown one. */
function pointerOf(error: ErrorObject): string {
  const params: Readonly<Record<string, unknown>> = error.params;
  const key = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof key !== 'string') return error.instancePath;
  const cut = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
  return error.instancePath + pointerStep(cut.toWellFormed());
}

/** The JSON types of a schema, or of its constants if it names no type. Integers count as numbers. */
function typesOf(schema: JsonObject): readonly string[] {
  const types = namedTypes(schema);
  if (types.length > 0) return types.map((type) => (type === 'integer' ? 'number' : type));
  if (schema['const'] !== undefined) return [typeOf(schema['const'])];
  return isJsonArray(schema['enum']) ? schema['enum'].map(typeOf) : [];
}

function namedTypes(schema: JsonObject): readonly string[] {
  const type = schema['type'];
  const types = isJsonArray(type) ? type : [type];
  return types.filter((name) => typeof name === 'string');
}

function schemaOf(error: ErrorObject): JsonObject {
  return asJsonObject(error.parentSchema);
}
