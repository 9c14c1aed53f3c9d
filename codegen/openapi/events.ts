import type { Json, JsonObject } from '../../core/contract.ts';
import { isJsonArray, isJsonObject } from '../../core/manifests/load/json-values.ts';

/**
 * The answer as server-sent events (WHATWG HTML, 9.2), as a media type of OpenAPI 3.1. That has no words for a stream,
 * but JSON Schema has: the text's `contentSchema` is the list of its events, each with its data parsed.
 * @param response an example of the whole answer, and the record of the same request.
 */
export function eventStream({
  response,
  record,
}: {
  readonly response: JsonObject;
  readonly record: JsonObject;
}): JsonObject {
  return {
    schema: {
      title: 'PromptEvents',
      description:
        'Events as things happen. `started` comes first, before any model is asked. `delta` adds to an entry’s output and `reasoning` to what its provider shows of its reasoning, each at most 20 times a second and entry; `replaced` takes the place of all deltas of the entry so far. `result` and `evaluation` come as each model ends and each pair is judged; with `fuse`, `fusing` comes once all have answered, and then the fused answer; with `judge_until`, `best_so_far` follows each round of judging; `done` comes last, once, with the body the plain call answers with. A slow reader may miss the last deltas of an entry, never its result. A repeated answer is its `done` alone. Comments between them keep the connection open; a stream that fails after it began ends with `error`, and one that ends without either was cut.',
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: {
        type: 'array',
        items: { $ref: '#/components/schemas/PromptEvent' },
      },
    },
    example: exampleEvents(response, record),
  };
}

/** One event of such a stream, with its data parsed: a component, so that clients have its type. */
export function promptEvent(): JsonObject {
  return {
    title: 'PromptEvent',
    description: 'An event of a stream, with its data parsed.',
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
      event('delta', ofEntry('text', { description: 'What the output goes on with.', ...WORDS })),
      event('reasoning', ofEntry('text', { description: 'What the reasoning goes on with.', ...WORDS })),
      event(
        'replaced',
        ofEntry('text', {
          description:
            'What the deltas so far are replaced with: empty where another answer begins, such as one that is asked for because the first did not satisfy your schema; else the whole output.',
          type: 'string',
        }),
      ),
      event('fusing', {
        type: 'object',
        required: ['index', 'modelId'],
        additionalProperties: false,
        properties: {
          index: {
            description: 'Place of the fused answer, behind the others.',
            type: 'integer',
            minimum: 0,
          },
          modelId: { description: 'The model that writes it.', type: 'string' },
        },
      }),
      event('result', ofEntry('result', { $ref: '#/components/schemas/Result' })),
      event('evaluation', { $ref: '#/components/schemas/Evaluation' }),
      event('best_so_far', {
        type: 'object',
        required: [...SO_FAR],
        additionalProperties: false,
        properties: Object.fromEntries(
          SO_FAR.map((name) => [name, { $ref: `#/components/schemas/Judging/properties/${name}` }]),
        ),
      }),
      event('done', { $ref: '#/components/schemas/PromptResponse' }),
      event('error', { $ref: '#/components/schemas/Problem' }),
    ],
  };
}

const SO_FAR = ['asked', 'of', 'leader', 'probability'] as const;
const WORDS = { type: 'string', minLength: 1 } as const;

/** The data of an event about one entry of `models`. */
function ofEntry(name: string, schema: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['index', name],
    additionalProperties: false,
    properties: {
      index: {
        description: 'Place in the request’s `models`; a fused answer stands behind them.',
        type: 'integer',
        minimum: 0,
      },
      [name]: schema,
    },
  };
}

function event(name: string, data: JsonObject): JsonObject {
  return {
    title: name,
    type: 'object',
    required: ['id', 'event', 'data'],
    additionalProperties: false,
    properties: { id: ID, event: { type: 'string', const: name }, data },
  };
}

const ID: JsonObject = {
  description: 'How far you have come: opaque, and different after every event.',
  type: 'string',
  pattern: '^[0-9][0-9.rv-]*$',
};

function exampleEvents(response: JsonObject, record: JsonObject): string {
  const { creditsHeld = 0 } = record;
  const { promptLogId = '', results, evaluations } = response;
  const written = new Map<number, number>();
  let ended = 0;
  const text = (name: string, data: Json): string => {
    const id = [ended, ...Array.from(written, ([index, length]) => `${index}.${length}`)].join('-');
    return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const whole = (name: string, data: Json): string => {
    ended += 1;
    return text(name, data);
  };
  const delta = (index: number, output: string): string => {
    written.set(index, output.length);
    return text('delta', { index, text: output });
  };
  const result = (index: number, data: Json): string => {
    written.delete(index);
    return whole('result', { index, result: data });
  };
  return [
    whole('started', { promptLogId, creditsHeld }),
    ...listed(results).map((one, index) => delta(index, outputOf(one))),
    ...listed(results).map((one, index) => result(index, one)),
    ...listed(evaluations).map((evaluation) => whole('evaluation', evaluation)),
    whole('done', response),
  ].join('');
}

function outputOf(result: Json): string {
  const output = isJsonObject(result) ? result['output'] : undefined;
  return typeof output === 'string' ? output : '';
}

function listed(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
