import type { JsonObject } from '../core/contract.ts';
import { objectIn } from '../core/schema/json-values.ts';
import { withUsedDefinitions } from '../core/manifests/load/schema-walk.ts';
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
