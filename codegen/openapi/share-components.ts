import type { Json, JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject, mapMembers, objectIn } from '../../core/schema/json-values.ts';

/** Changes a part of an operation. The name is that of the operation and the part, such as `prompt400`. */
type Change = (part: Json, name: string) => Json;

/** Visits the parts that operations may share, by their section of `components`, inner parts first. */
const SHARED: Readonly<Record<string, (operation: JsonObject, id: string, change: Change) => JsonObject>> = {
  headers: (operation, id, change) =>
    changeResponses(operation, (response, status) => {
      if (!isJsonObject(response) || response['headers'] === undefined) return response;
      const headers = mapMembers(objectIn(response, 'headers'), (header, name) =>
        change(header, `${id}${status}.${name}`),
      );
      return { ...response, headers };
    }),
  responses: (operation, id, change) =>
    changeResponses(operation, (response, status) => change(response, `${id}${status}`)),
  parameters: (operation, id, change) => {
    const { parameters } = operation;
    if (!isJsonArray(parameters)) return operation;
    return {
      ...operation,
      parameters: parameters.map((parameter) => change(parameter, `${id}.${textIn(parameter, 'name')}`)),
    };
  },
};

/**
 * @param operations by `paths` or `webhooks`, path and method.
 * @returns the operations with references to shared parts, and the sections of `components` with these parts. A part is
 * named after the first operation that has it.
 */
export function shareComponents(operations: JsonObject): {
  readonly operations: JsonObject;
  readonly components: JsonObject;
} {
  let shared = operations;
  const components: Record<string, JsonObject> = {};
  for (const [section, changeParts] of Object.entries(SHARED)) {
    const changeAll = (change: Change): JsonObject =>
      mapOperations(shared, (operation) => changeParts(operation, textIn(operation, 'operationId'), change));
    const names = repeatedParts(changeAll);
    shared = changeAll((part) => {
      const name = names.get(JSON.stringify(part));
      return name === undefined ? part : { $ref: `#/components/${section}/${name}` };
    });
    if (names.size > 0)
      components[section] = Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)]));
  }
  return { operations: shared, components };
}

/** The name of each part that several operations have, by its JSON. */
function repeatedParts(changeAll: (change: Change) => JsonObject): ReadonlyMap<string, string> {
  const uses = new Map<string, { readonly name: string; count: number }>();
  changeAll((part, name) => {
    const text = JSON.stringify(part);
    const use = uses.get(text) ?? { name, count: 0 };
    use.count += 1;
    uses.set(text, use);
    return part;
  });
  const repeated = [...uses].filter(([text, { count }]) => count > 1 && !text.startsWith('{"$ref"'));
  return new Map(repeated.map(([text, { name }]) => [text, name]));
}

function changeResponses(operation: JsonObject, change: Change): JsonObject {
  return { ...operation, responses: mapMembers(objectIn(operation, 'responses'), change) };
}

function mapOperations(operations: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  const inEach = (value: JsonObject, changeMember: (member: JsonObject) => JsonObject): JsonObject =>
    mapMembers(value, (member) => (isJsonObject(member) ? changeMember(member) : member));
  return inEach(operations, (paths) => inEach(paths, (path) => inEach(path, change)));
}

/** The member if it is a text; an empty text otherwise. */
export function textIn(part: Json, key: string): string {
  const text = isJsonObject(part) ? part[key] : undefined;
  return typeof text === 'string' ? text : '';
}
