import type { Json, JsonObject } from '../../core/contract.ts';
import type { Examples } from './examples.ts';
import { isJsonArray } from '../../core/manifests/load/json-values.ts';

/**
 * The answer as server-sent events (WHATWG HTML, 9.2), as a media type of OpenAPI 3.1. That has no words for a stream,
 * but JSON Schema has: the text's `contentSchema` is the list of its events, each with its data parsed.
 * @param response an example of the whole answer, and the record of the same request.
 */
export function eventStream({ response, record }: Pick<Examples, 'response' | 'record'>): JsonObject {
  return {
    schema: {
      title: 'PromptEvents',
      description:
        'Events in the order things end. `started` comes first, before any model is asked. `result` and `evaluation` come as each model ends and each pair is judged; `done` comes last, once, with the body the plain call answers with. A repeated answer is its `done` alone. Comments between them keep the connection open; a stream that fails after it began ends with `error`, and one that ends without either was cut.',
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: {
        type: 'array',
        items: {
          oneOf: [
            event('started', {
              type: 'object',
              required: ['promptLogId', 'creditsHeld'],
              additionalProperties: false,
              properties: {
                promptLogId: { $ref: '#/components/schemas/PromptResponse/properties/promptLogId' },
                creditsHeld: { description: 'The hold, in credits.', type: 'number', minimum: 0 },
              },
            }),
            event('result', {
              type: 'object',
              required: ['index', 'result'],
              additionalProperties: false,
              properties: {
                index: { description: 'Place in the request’s `models`.', type: 'integer', minimum: 0 },
                result: { $ref: '#/components/schemas/Result' },
              },
            }),
            event('evaluation', { $ref: '#/components/schemas/Evaluation' }),
            event('done', { $ref: '#/components/schemas/PromptResponse' }),
            event('error', { $ref: '#/components/schemas/Problem' }),
          ],
        },
      },
    },
    example: exampleEvents(response, record),
  };
}

function event(name: string, data: JsonObject): JsonObject {
  return {
    title: name,
    type: 'object',
    required: ['event', 'data'],
    additionalProperties: false,
    properties: { event: { type: 'string', const: name }, data },
  };
}

function exampleEvents(response: JsonObject, record: JsonObject): string {
  const { creditsHeld = 0 } = record;
  const { promptLogId = '', results, evaluations } = response;
  return [
    eventText('started', { promptLogId, creditsHeld }),
    ...listed(results).map((result, index) => eventText('result', { index, result })),
    ...listed(evaluations).map((evaluation) => eventText('evaluation', evaluation)),
    eventText('done', response),
  ].join('');
}

function listed(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function eventText(name: string, data: Json): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
