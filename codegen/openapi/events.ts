import type { Json, JsonObject } from '../../core/contract.ts';
import { component, eventStream, exactly, namedEvent } from './operation-parts.ts';
import { asJsonArray } from '../../core/schema/json-values.ts';
import { textIn } from './share-components.ts';

/** The answer as events. @param response an example of the whole answer. @param record the record of the same request. */
export function promptEvents({
  response,
  record,
}: {
  readonly response: JsonObject;
  readonly record: JsonObject;
}): JsonObject {
  return {
    ...eventStream('PromptEvents', PROMPT_EVENTS, component('PromptEvent')),
    example: exampleEvents(response, record),
  };
}

const PROMPT_EVENTS =
  'Events as things happen. `started` comes first, before any model is asked. `delta` adds to an entry’s output and `reasoning` to what its provider shows of its reasoning, each at most 20 times a second and entry; `replaced` takes the place of all deltas of the entry so far. `result` and `evaluation` come as each model ends and each pair is judged; with `fuse`, `fusing` comes once all have answered, and then the fused answer; with `judge_until`, `best_so_far` follows each round of judging; `done` comes last, once, with the body the plain call answers with. A slow reader may miss the last deltas of an entry, never its result. A repeated answer is its `done` alone. Comments between them keep the connection open; a stream that fails after it began ends with `error`, and one that ends without either was cut.';

/** An event of the stream, with its data parsed. It is a component, so that clients have its type. */
export function promptEvent(): JsonObject {
  return {
    title: 'PromptEvent',
    description: 'An event of a stream, with its data parsed.',
    oneOf: [
      event(
        'started',
        exactly({
          promptLogId: { $ref: '#/components/schemas/PromptResponse/properties/promptLogId' },
          creditsHeld: { description: 'The hold, in credits.', type: 'number', minimum: 0 },
        }),
      ),
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
      event(
        'fusing',
        exactly({
          index: {
            description: 'Place of the fused answer, behind the others.',
            type: 'integer',
            minimum: 0,
          },
          modelId: { description: 'The model that writes it.', type: 'string' },
        }),
      ),
      event('result', ofEntry('result', component('Result'))),
      event('evaluation', component('Evaluation')),
      event(
        'best_so_far',
        exactly(
          Object.fromEntries(
            SO_FAR.map((name) => [name, { $ref: `#/components/schemas/Judging/properties/${name}` }]),
          ),
        ),
      ),
      event('done', component('PromptResponse')),
      event('error', component('Problem')),
    ],
  };
}

const SO_FAR = ['asked', 'of', 'leader', 'probability'] as const;
const WORDS = { type: 'string', minLength: 1 } as const;

/** The data of an event about one entry of `models`. */
function ofEntry(name: string, schema: JsonObject): JsonObject {
  return exactly({
    index: {
      description: 'Place in the request’s `models`; a fused answer stands behind them.',
      type: 'integer',
      minimum: 0,
    },
    [name]: schema,
  });
}

function event(name: string, data: JsonObject): JsonObject {
  return namedEvent(name, data, { id: ID });
}

const ID: JsonObject = {
  description: 'How far you have come: opaque, and different after every event.',
  type: 'string',
  pattern: '^[0-9][0-9.rv-]*$',
};

function exampleEvents(response: JsonObject, record: JsonObject): string {
  const { creditsHeld = 0 } = record;
  const { promptLogId = '', results, evaluations } = response;
  const outputLengths = new Map<number, number>();
  let wholeEvents = 0;
  const text = (name: string, data: Json): string => {
    const id = [wholeEvents, ...Array.from(outputLengths, ([index, length]) => `${index}.${length}`)].join(
      '-',
    );
    return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const whole = (name: string, data: Json): string => {
    wholeEvents += 1;
    return text(name, data);
  };
  const delta = (index: number, output: string): string => {
    outputLengths.set(index, output.length);
    return text('delta', { index, text: output });
  };
  const result = (index: number, data: Json): string => {
    outputLengths.delete(index);
    return whole('result', { index, result: data });
  };
  return [
    whole('started', { promptLogId, creditsHeld }),
    ...asJsonArray(results).map((one, index) => delta(index, textIn(one, 'output'))),
    ...asJsonArray(results).map((one, index) => result(index, one)),
    ...asJsonArray(evaluations).map((evaluation) => whole('evaluation', evaluation)),
    whole('done', response),
  ].join('');
}
