import type { JsonObject } from '../core/contract.ts';
import { objectIn } from '../core/schema/json-values.ts';
import { readSchema } from './read-schema.ts';

/** The bodies of other dialects, with all their definitions. Definitions that several share are in the file of the first. */
export function dialectSchemas(schemas: ReadonlyMap<string, string>) {
  const schema = (name: string): JsonObject => readSchema(schemas, name);
  const chatCompletionRequest = schema('chat-completion-request');
  const chatCompletion = schema('chat-completion');
  return {
    chatCompletionRequest,
    chatCompletion,
    chatCompletionChunk: withDefinitionsOf(schema('chat-completion-chunk'), chatCompletion),
    responsesRequest: withDefinitionsOf(schema('responses-request'), chatCompletionRequest),
    responsesResponse: withDefinitionsOf(schema('responses-response'), chatCompletion),
    messagesRequest: schema('messages-request'),
    messagesResponse: withDefinitionsOf(schema('messages-response'), chatCompletion),
  };
}

function withDefinitionsOf(schema: JsonObject, other: JsonObject): JsonObject {
  const definitions = { ...objectIn(other, 'definitions'), ...objectIn(schema, 'definitions') };
  return withUsedDefinitions({ ...schema, definitions });
}

/** A schema without the definitions that it does not refer to. */
function withUsedDefinitions(schema: JsonObject): JsonObject {
  const definitions = objectIn(schema, 'definitions');
  const usedNames = new Set<string>();
  const addReferences = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/definitions\/(\w+)"/g)) {
      if (usedNames.has(name)) continue;
      usedNames.add(name);
      addReferences(definitions[name]);
    }
  };
  addReferences({ ...schema, definitions: {} });
  return {
    ...schema,
    definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => usedNames.has(name))),
  };
}
