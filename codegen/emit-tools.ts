import { GENERATED_BANNER } from './generated-banner.ts';

/** The typed door to the validators of the MCP tools' arguments. They name no model, so a reload does not change them. */
export function emitTools(tools: readonly string[]): string {
  return `${GENERATED_BANNER}
import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { ToolInputs } from './tool-inputs.ts';
import * as validators from './tool-validators.ts';

interface Validator<Input> {
  (value: unknown): value is Input;
  /** Of the last call. */
  readonly errors?: readonly ErrorObject[] | null;
}

/** Arguments of a tool, or everything that is wrong: from 1 to 32 errors, none of which repeats a value. */
export type ToolCheck<Input> = { readonly input: Input } | { readonly problems: readonly FieldError[] };

// The validators are plain JavaScript; these are their types.
const checks = validators as unknown as { readonly [name in keyof ToolInputs]: Validator<ToolInputs[name]> };

export const TOOL_NAMES = [${tools.map((name) => `'${name}'`).join(', ')}] as const;

export function checkToolInput<Name extends keyof ToolInputs>(name: Name, value: unknown): ToolCheck<ToolInputs[Name]> {
  const validate: Validator<ToolInputs[Name]> = checks[name];
  return validate(value) ? { input: value } : { problems: fieldErrors(validate.errors ?? []) };
}
`;
}
