import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';

interface Validator<T> {
  (value: unknown): value is T;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** A request of its schema, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type CheckOf<T> = { readonly request: T } | { readonly problems: readonly FieldError[] };

/** @param validator a generated one for values of the type: it is plain JavaScript, which has no types. */
export function checkBy<T>(validator: unknown): (value: unknown) => CheckOf<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const validate = validator as Validator<T>;
  return (value) => (validate(value) ? { request: value } : { problems: fieldErrors(validate.errors ?? []) });
}
