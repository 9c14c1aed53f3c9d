import type { JsonObject } from '../../contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../../schema/json-values.ts';

/**
 * The schema of a comparison. A property of prompt requests has their schema, in which the keywords of the comparison's
 * schema override those with the same name.
 * @param promptRequest with or without the registry's models.
 */
export function linkCompareSchema(schema: JsonObject, promptRequest: JsonObject): JsonObject {
  const shared = objectIn(promptRequest, 'properties');
  return {
    ...schema,
    properties: mapMembers(objectIn(schema, 'properties'), (own, name) => {
      const base = shared[name];
      return isJsonObject(base) && isJsonObject(own) ? { ...base, ...own } : own;
    }),
    definitions: { ...usedDefinitions(promptRequest), ...objectIn(schema, 'definitions') },
  };
}

/** Leaves out the definitions of tuning, because comparisons have none. */
function usedDefinitions(promptRequest: JsonObject): JsonObject {
  const definitions = Object.entries(objectIn(promptRequest, 'definitions'));
  return Object.fromEntries(definitions.filter(([name]) => USED_DEFINITIONS.has(name)));
}

const USED_DEFINITIONS: ReadonlySet<string> = new Set([
  'ModelId',
  'JudgePair',
  'Attachment',
  'CacheControl',
  'SystemPromptBlock',
  'HistoryElement',
]);
