import type { JsonObject } from '../../contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../load/json-values.ts';

/**
 * The schema of a comparison. A property that a prompt request has too is the very same, but for the keywords the
 * comparison's own schema gives.
 * @param promptRequest with the registry's models in it, or without.
 */
export function linkCompareSchema(schema: JsonObject, promptRequest: JsonObject): JsonObject {
  const shared = objectIn(promptRequest, 'properties');
  return {
    ...schema,
    properties: mapMembers(objectIn(schema, 'properties'), (own, name) => {
      const like = shared[name];
      return isJsonObject(like) && isJsonObject(own) ? { ...like, ...own } : own;
    }),
    definitions: { ...usedDefinitions(promptRequest), ...objectIn(schema, 'definitions') },
  };
}

/** Of models and their tuning only the IDs: a comparison tunes nobody. */
function usedDefinitions(promptRequest: JsonObject): JsonObject {
  const kept = Object.entries(objectIn(promptRequest, 'definitions')).filter(([name]) => USED.has(name));
  return Object.fromEntries(kept);
}

const USED: ReadonlySet<string> = new Set([
  'ModelId',
  'JudgePair',
  'Attachment',
  'CacheControl',
  'SystemPromptBlock',
  'HistoryElement',
]);
