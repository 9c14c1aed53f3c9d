import type { JsonObject } from '../../core/contract.ts';
import { component, eventStream, exactly, namedEvent } from './operation-parts.ts';

/** A stream of the Chat Completions API. */
export function chatEvents(): JsonObject {
  const data: readonly JsonObject[] = [
    component('ChatCompletionChunk'),
    component('ErrorResponse'),
    { type: 'string', const: '[DONE]' },
  ];
  return eventStream(
    'ChatCompletionEvents',
    'Chunks as the model writes, then `[DONE]`. Comments between them keep the connection open. A stream that fails after it began ends with an error instead.',
    { anyOf: data.map((one) => exactly({ data: one })) },
  );
}

/** A stream of the Responses API. The data of every event repeats its name. */
export function responsesEvents(): JsonObject {
  const response = { response: component('ResponsesResponse') };
  const index = { output_index: { type: 'integer', minimum: 0 } };
  const place = { item_id: { type: 'string' }, ...index };
  const content = { ...place, content_index: { const: 0 } };
  const noLogprobs = { logprobs: { type: 'array', maxItems: 0 } };
  const text = { type: 'string' };
  const item = {
    ...index,
    item: { oneOf: [component('ResponsesMessage'), component('ResponsesFunctionCall')] },
  };
  const part = { ...content, part: component('ResponsesText') };
  return eventStream(
    'ResponsesEvents',
    'Events as the model writes; `response.completed` or `response.incomplete` comes last. Comments between them keep the connection open. A stream that fails after it began ends with `error` and `response.failed` instead.',
    {
      oneOf: [
        responsesEvent('response.created', response),
        responsesEvent('response.in_progress', response),
        responsesEvent('response.output_item.added', item),
        responsesEvent('response.content_part.added', part),
        responsesEvent('response.output_text.delta', { ...content, delta: text, ...noLogprobs }),
        responsesEvent('response.output_text.done', { ...content, text, ...noLogprobs }),
        responsesEvent('response.content_part.done', part),
        responsesEvent('response.function_call_arguments.delta', { ...place, delta: text }),
        responsesEvent('response.function_call_arguments.done', { ...place, name: text, arguments: text }),
        responsesEvent('response.output_item.done', item),
        responsesEvent('response.completed', response),
        responsesEvent('response.incomplete', response),
        responsesEvent('error', {
          message: text,
          code: { type: ['string', 'null'] },
          param: { type: ['string', 'null'] },
          error: { $ref: '#/components/schemas/ErrorResponse/properties/error' },
        }),
        responsesEvent('response.failed', response),
      ],
    },
  );
}

/** A stream of the Messages API. The data of every event repeats its name. */
export function messagesEvents(): JsonObject {
  const index = { index: { type: 'integer', minimum: 0 } };
  const text = { type: 'string' };
  return eventStream(
    'MessagesEvents',
    'Events as the model writes; `message_stop` comes last. Comments between them keep the connection open. A stream that fails after it began ends with `error` instead.',
    {
      oneOf: [
        selfNamedEvent('message_start', { message: component('MessagesResponse') }),
        selfNamedEvent('content_block_start', {
          ...index,
          content_block: { oneOf: [component('MessagesText'), component('MessagesToolUse')] },
        }),
        selfNamedEvent('content_block_delta', {
          ...index,
          delta: {
            oneOf: [
              exactly({ type: { const: 'text_delta' }, text }),
              exactly({ type: { const: 'input_json_delta' }, partial_json: text }),
            ],
          },
        }),
        selfNamedEvent('content_block_stop', index),
        selfNamedEvent('message_delta', {
          delta: exactly({
            stop_reason: { $ref: '#/components/schemas/MessagesResponse/properties/stop_reason' },
            stop_sequence: { type: 'null' },
          }),
          usage: component('MessagesUsage'),
          assay: component('AnswerExtension'),
        }),
        selfNamedEvent('message_stop', {}),
        selfNamedEvent('error', {
          error: { $ref: '#/components/schemas/MessagesErrorResponse/properties/error' },
        }),
      ],
    },
  );
}

/** An event of the Responses API, which numbers them. */
function responsesEvent(name: string, fields: JsonObject): JsonObject {
  return selfNamedEvent(name, { sequence_number: { type: 'integer', minimum: 0 }, ...fields });
}

/** An event whose data repeats its name. */
function selfNamedEvent(name: string, fields: JsonObject): JsonObject {
  return namedEvent(name, exactly({ type: { const: name }, ...fields }));
}
