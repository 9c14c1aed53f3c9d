import type { JsonObject } from '../../core/contract.ts';
import { isJsonObject, mapMembers, objectIn } from '../../core/manifests/load/json-values.ts';

export interface SharedResponses {
  readonly paths: JsonObject;
  /** For `components.responses`. */
  readonly responses: JsonObject;
}

/**
 * Paths whose operations refer to the responses that they have in common. Such a response is named after the first
 * operation that has it and its status, as `prompt400`.
 */
export function shareResponses(paths: JsonObject): SharedResponses {
  const names = sharedNames(paths);
  const shared = ofOperations(paths, (operation) => ({
    ...operation,
    responses: mapMembers(objectIn(operation, 'responses'), (response) => {
      const name = names.get(JSON.stringify(response));
      return name === undefined ? response : { $ref: `#/components/responses/${name}` };
    }),
  }));
  return {
    paths: shared,
    responses: Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)])),
  };
}

/** Text of each response that stands more than once -> its name. */
function sharedNames(paths: JsonObject): ReadonlyMap<string, string> {
  const uses = new Map<string, { readonly name: string; count: number }>();
  ofOperations(paths, (operation) => {
    for (const [status, response] of Object.entries(objectIn(operation, 'responses'))) {
      const text = JSON.stringify(response);
      const { operationId } = operation;
      const name = typeof operationId === 'string' ? `${operationId}${status}` : status;
      const use = uses.get(text) ?? { name, count: 0 };
      use.count += 1;
      uses.set(text, use);
    }
    return operation;
  });
  const shared = [...uses].filter(([, { count }]) => count > 1);
  return new Map(shared.map(([text, { name }]) => [text, name]));
}

function ofOperations(paths: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  return mapMembers(paths, (path) =>
    isJsonObject(path)
      ? mapMembers(path, (operation) => (isJsonObject(operation) ? change(operation) : operation))
      : path,
  );
}
