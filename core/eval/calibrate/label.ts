import type { JsonObject } from '../../contract.ts';

/** A pair of answers whose better one is known. */
export interface Label {
  readonly task: string;
  readonly a: string;
  readonly b: string;
  readonly winner: 'a' | 'b' | 'tie';
  /** Who gave a and b: IDs of models, where known. */
  readonly models?: readonly [string, string];
}

const ANSWER = { description: 'the text of an answer', type: 'string', pattern: '\\S', maxLength: 2_000_000 };

/** One line of a file of labels. */
export const LABEL_SCHEMA: JsonObject = {
  type: 'object',
  required: ['task', 'a', 'b', 'winner'],
  additionalProperties: false,
  properties: {
    task: {
      description: 'what the answers were given to',
      type: 'string',
      pattern: '\\S',
      maxLength: 2_000_000,
    },
    a: ANSWER,
    b: ANSWER,
    winner: { description: 'the better answer', enum: ['a', 'b', 'tie'] },
    models: {
      description: 'the IDs of the models that gave a and b',
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: { description: 'the ID of a model', type: 'string', minLength: 1, maxLength: 128 },
    },
  },
};
