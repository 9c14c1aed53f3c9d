import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';

/** A generated validator of the type. */
export interface Validator<T> {
  (value: unknown): value is T;
  /** The errors of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** A valid request, or 1 to 32 errors, none of which repeats a value. */
export type CheckOf<T> = { readonly request: T } | { readonly problems: readonly FieldError[] };

/** @param validator a generated validator of the type. It is plain JavaScript, which has no types. */
export function checkBy<T>(validator: unknown): (value: unknown) => CheckOf<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const validate = validator as Validator<T>;
  return (value) => (validate(value) ? { request: value } : { problems: fieldErrors(validate.errors ?? []) });
}
