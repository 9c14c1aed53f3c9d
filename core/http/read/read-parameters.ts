import type { Request } from 'express';
import { type FieldError, type FieldErrorCode, GatewayError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { hasNul, WITHOUT_NUL } from './nul-characters.ts';

/** Upper bound of the unknown parameters that a refusal names. */
const MAX_UNKNOWN = 8;
/** Upper bound of the caller's text in an error, as for an unknown field in a body. */
const MAX_NAME_LENGTH = 64;

/**
 * Reads the parameters of a query, each of which may occur once.
 * @param errors gets one error for each parameter that is unknown or occurs twice.
 * @throws GatewayError 400 with all of these errors if a parameter contains a NUL character.
 */
export function readParameters(
  { url }: Request,
  allowed: readonly string[],
  errors: FieldError[],
): URLSearchParams {
  const parameters = new URL(url, 'http://gateway').searchParams;
  for (const name of unknownIn(parameters, allowed).slice(0, MAX_UNKNOWN))
    errors.push(unknownParameter(name, allowed));
  for (const name of allowed) {
    const values = parameters.getAll(name);
    if (values.length > 1) errors.push(parameterError(name, 'duplicate_key', 'give it once'));
    if (values.some(hasNul)) errors.push(parameterError(name, 'pattern', WITHOUT_NUL));
  }
  if (allowed.some((name) => parameters.getAll(name).some(hasNul)))
    throw new GatewayError('validation-failed', { errors });
  return parameters;
}

function unknownIn(parameters: URLSearchParams, allowed: readonly string[]): readonly string[] {
  return [...new Set(parameters.keys())].filter((name) => !allowed.includes(name));
}

function unknownParameter(name: string, allowed: readonly string[]): FieldError {
  const nearest = nearestName(name, allowed);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `unknown parameter; allowed here: ${allowed.join(', ') || 'none'}${hint}`;
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
