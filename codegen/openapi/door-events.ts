import type { JsonObject } from '../../core/contract.ts';
import { component } from './operation-parts.ts';

/** A stream of the Chat Completions API; see `events.ts` for how OpenAPI is told of it. */
export function chatEvents(): JsonObject {
  return {
    schema: {
      title: 'ChatCompletionEvents',
      description:
        'Chunks as the model writes, then `[DONE]`. Comments between them keep the connection open. A stream that fails after it began ends with an error instead.',
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: {
        type: 'array',
        items: {
          anyOf: [
            unnamed(component('ChatCompletionChunk')),
            unnamed(component('ErrorResponse')),
            unnamed({ type: 'string', const: '[DONE]' }),
          ],
        },
      },
    },
  };
}

/** A stream of the Responses API. Every event has its name in its data too. */
export function responsesEvents(): JsonObject {
  const response = { response: component('ResponsesResponse') };
  const place = { item_id: { type: 'string' }, output_index: { const: 0 }, content_index: { const: 0 } };
  const noLogprobs = { logprobs: { type: 'array', maxItems: 0 } };
  const text = { type: 'string' };
  const item = { output_index: { const: 0 }, item: component('ResponsesMessage') };
  const part = { ...place, part: component('ResponsesText') };
  return {
    schema: {
      title: 'ResponsesEvents',
      description:
        'Events as the model writes; `response.completed` or `response.incomplete` comes last. Comments between them keep the connection open. A stream that fails after it began ends with `error` and `response.failed` instead.',
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: {
        type: 'array',
        items: {
          oneOf: [
            typed('response.created', response),
            typed('response.in_progress', response),
            typed('response.output_item.added', item),
            typed('response.content_part.added', part),
            typed('response.output_text.delta', { ...place, delta: text, ...noLogprobs }),
            typed('response.output_text.done', { ...place, text, ...noLogprobs }),
            typed('response.content_part.done', part),
            typed('response.output_item.done', item),
            typed('response.completed', response),
            typed('response.incomplete', response),
            typed('error', {
              message: text,
              code: { type: ['string', 'null'] },
              param: { type: ['string', 'null'] },
              error: { $ref: '#/components/schemas/ErrorResponse/properties/error' },
            }),
            typed('response.failed', response),
          ],
        },
      },
    },
  };
}

function typed(name: string, fields: JsonObject): JsonObject {
  const data = {
    type: 'object',
    required: ['type', 'sequence_number', ...Object.keys(fields)],
    additionalProperties: false,
    properties: { type: { const: name }, sequence_number: { type: 'integer', minimum: 0 }, ...fields },
  };
  return {
    title: name,
    type: 'object',
    required: ['event', 'data'],
    additionalProperties: false,
    properties: { event: { type: 'string', const: name }, data },
  };
}

function unnamed(data: JsonObject): JsonObject {
  return { type: 'object', required: ['data'], additionalProperties: false, properties: { data } };
}
