import type { Request } from 'express';
import type { FieldError, FieldErrorCode } from '../../errors.ts';

/**
 * The parameters of a query, of which each may be given once.
 * @param errors takes one for each parameter that is unknown or given twice.
 */
export function readParameters(
  { url }: Request,
  allowed: readonly string[],
  errors: FieldError[],
): URLSearchParams {
  const parameters = new URL(url, 'http://gateway').searchParams;
  for (const name of new Set(parameters.keys())) {
    // A name is the caller's own text: it is not repeated.
    if (!allowed.includes(name))
      errors.push(
        parameterError('', 'unknown_field', `unknown parameter; allowed here: ${allowed.join(', ')}`),
      );
    else if (parameters.getAll(name).length > 1)
      errors.push(parameterError(name, 'duplicate_key', 'give it once'));
  }
  return parameters;
}

/** @param name of the parameter; empty for the whole query. */
export function parameterError(name: string, code: FieldErrorCode, message: string): FieldError {
  return { pointer: name === '' ? '' : `/${name}`, code, message };
}
