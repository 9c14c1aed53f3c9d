import type { Request } from 'express';
import type { FieldError, FieldErrorCode } from '../../errors.ts';

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
  let hasUnknown = false;
  for (const name of parameters.keys()) hasUnknown ||= !allowed.includes(name);
  // A name is the caller's own text: it is not repeated.
  if (hasUnknown)
    errors.push(
      parameterError('', 'unknown_field', `unknown parameter; allowed here: ${allowed.join(', ')}`),
    );
  for (const name of allowed)
    if (parameters.getAll(name).length > 1)
      errors.push(parameterError(name, 'duplicate_key', 'give it once'));
  return parameters;
}

/** @param name of the parameter; empty for the whole query. */
export function parameterError(name: string, code: FieldErrorCode, message: string): FieldError {
  return { pointer: name === '' ? '' : `/${name}`, code, message };
}
