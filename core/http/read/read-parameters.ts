import type { Request } from 'express';
import { type FieldError, type FieldErrorCode, GatewayError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { holdsNul, WITHOUT_NUL } from './nul-characters.ts';

/** At most so many unknown parameters are named in a refusal. */
const MAX_UNKNOWN = 8;
/** As of an unknown field in a body: so much of the caller's own text helps to find it. */
const MAX_NAME_LENGTH = 64;

/**
 * The parameters of a query, of which each may be given once.
 * @param errors takes one for each parameter that is unknown or is given twice.
 * @throws GatewayError 400 if a parameter holds a NUL character, naming each of those and of these.
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
    const given = parameters.getAll(name);
    if (given.length > 1) errors.push(parameterError(name, 'duplicate_key', 'give it once'));
    if (given.some(holdsNul)) errors.push(parameterError(name, 'pattern', WITHOUT_NUL));
  }
  if (allowed.some((name) => parameters.getAll(name).some(holdsNul)))
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
