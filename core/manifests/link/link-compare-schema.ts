import type { JsonObject } from '../../contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../../schema/json-values.ts';
import { withUsedDefinitions } from '../load/schema-walk.ts';

/**
 * The schema of a comparison. A property of prompt requests has their schema, in which the keywords of the comparison's
 * schema override those with the same name.
 * @param promptRequest with or without the registry's models.
 */
export function linkCompareSchema(schema: JsonObject, promptRequest: JsonObject): JsonObject {
  const shared = objectIn(promptRequest, 'properties');
  return withUsedDefinitions({
    ...schema,
    properties: mapMembers(objectIn(schema, 'properties'), (own, name) => {
      const base = shared[name];
      return isJsonObject(base) && isJsonObject(own) ? { ...base, ...own } : own;
    }),
    definitions: { ...objectIn(promptRequest, 'definitions'), ...objectIn(schema, 'definitions') },
  });
}
