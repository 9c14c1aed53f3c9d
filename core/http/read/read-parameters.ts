import type { Request } from 'express';
import type { FieldError, FieldErrorCode } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';

/** Of a request that makes up names, so many are named. */
const MAX_UNKNOWN = 8;
/** As of an unknown field in a body: so much of the caller's own text helps to find it. */
const MAX_NAME_LENGTH = 64;

/**
 * The parameters of a query, of which each may be given once.
 * @param errors takes one where any parameter is unknown, and one for each that is given twice.
 */
export function readParameters(
  { url }: Request,
  allowed: readonly string[],
  errors: FieldError[],
): URLSearchParams {
  const parameters = new URL(url, 'http://gateway').searchParams;
  // A name is the caller's own text: it is not repeated.
  if (unknownIn(parameters, allowed).length > 0) errors.push(unknownParameter('', allowed));
  return readOnce(parameters, allowed, errors);
}

/**
 * The same for operators, who are told the names that are unknown.
 * @param errors takes one for each parameter that is unknown or is given twice.
 */
export function readNamedParameters(
  { url }: Request,
  allowed: readonly string[],
  errors: FieldError[],
): URLSearchParams {
  const parameters = new URL(url, 'http://gateway').searchParams;
  for (const name of unknownIn(parameters, allowed).slice(0, MAX_UNKNOWN))
    errors.push(unknownParameter(name, allowed));
  return readOnce(parameters, allowed, errors);
}

function readOnce(
  parameters: URLSearchParams,
  allowed: readonly string[],
  errors: FieldError[],
): URLSearchParams {
  for (const name of allowed)
    if (parameters.getAll(name).length > 1)
      errors.push(parameterError(name, 'duplicate_key', 'give it once'));
  return parameters;
}

function unknownIn(parameters: URLSearchParams, allowed: readonly string[]): readonly string[] {
  return [...new Set(parameters.keys())].filter((name) => !allowed.includes(name));
}

/** @param name empty where it is not repeated. */
function unknownParameter(name: string, allowed: readonly string[]): FieldError {
  const nearest = name === '' ? undefined : nearestName(name, allowed);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `unknown parameter; allowed here: ${allowed.join(', ')}${hint}`;
  return parameterError(stepOf(name), 'unknown_field', message);
}

/** A name as a step of a pointer. */
function stepOf(name: string): string {
  const cut = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return cut.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param name of the parameter; empty for the whole query. */
export function parameterError(name: string, code: FieldErrorCode, message: string): FieldError {
  return { pointer: name === '' ? '' : `/${name}`, code, message };
}
