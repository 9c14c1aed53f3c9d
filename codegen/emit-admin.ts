import { GENERATED_BANNER } from './generated-banner.ts';

/** The typed door to the validators of the administration API's bodies. They name no model, so a reload does not change them. */
export function emitAdmin(): string {
  return `${GENERATED_BANNER}
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { AdminRequests } from './admin-requests.ts';
import * as validators from './admin-validators.ts';

interface Validator<Body> {
  (value: unknown): value is Body;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** A body, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type AdminCheck<Body> = { readonly body: Body } | { readonly problems: readonly FieldError[] };

// The validators are plain JavaScript; these are their types.
const checks = validators as unknown as {
  readonly [name in keyof AdminRequests]: Validator<AdminRequests[name]>;
};

export function checkAdminRequest<Name extends keyof AdminRequests>(
  name: Name,
  value: unknown,
): AdminCheck<AdminRequests[Name]> {
  const validate: Validator<AdminRequests[Name]> = checks[name];
  return validate(value) ? { body: value } : { problems: fieldErrors(validate.errors ?? []) };
}
`;
}
