import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../contract.ts';
import type { Result } from '../../generated/prompt-response.ts';
import { isJsonArray } from '../../schema/json-values.ts';
import type { SuiteProblem } from './suite-problem.ts';

/** One prompt of a suite. */
export interface Row {
  readonly id: string;
  readonly prompt: string;
  readonly system_prompt?: string;
  readonly tags: readonly string[];
  /** Further fields of the request, which only a logged request has. */
  readonly more?: JsonObject;
  /** The logged answer of the baseline, if it is not asked again. */
  readonly logged?: Result;
}

/** A text of prompts that is to become rows. */
export interface RowsText {
  readonly file: string;
  readonly text: string;
  /** The prompt of rows that have only values. */
  readonly template: string | undefined;
  readonly isRow: ValidateFunction<JsonObject>;
}

export interface ReadRows {
  readonly rows: readonly Row[];
  readonly problems: readonly SuiteProblem[];
}

export const MAX_ROWS = 20_000;
/** The limit of a file of prompts, in bytes. */
export const MAX_PROMPTS_BYTES = 67_108_864;
export const REPEATED_ID = 'another row has this id; give each row its own';

/** Makes a row of valid fields. */
export function rowOf(fields: JsonObject, defaultId: string): Row {
  const { id, prompt, system_prompt: system, tags } = fields;
  return {
    id: typeof id === 'string' ? id : defaultId,
    prompt: typeof prompt === 'string' ? prompt : '',
    ...(typeof system === 'string' && { system_prompt: system }),
    tags: isJsonArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}
