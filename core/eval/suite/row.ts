import type { JsonObject } from '../../contract.ts';
import { isJsonArray } from '../../manifests/load/json-values.ts';
import type { Row } from './suite.ts';

export const REPEATED_ID = 'another row has this id; give each row its own';

/** A row out of fields that have the right shape. */
export function rowOf(fields: JsonObject, defaultId: string): Row {
  const { id, prompt, system_prompt: system, tags } = fields;
  return {
    id: typeof id === 'string' ? id : defaultId,
    prompt: typeof prompt === 'string' ? prompt : '',
    ...(typeof system === 'string' && { system_prompt: system }),
    tags: isJsonArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}
