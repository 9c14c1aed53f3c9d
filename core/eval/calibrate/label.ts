import type { Turn } from '../../client/request-parts.ts';
import type { JsonObject } from '../../contract.ts';

/** A pair of answers whose better one is known. */
export interface Label {
  /** The system prompt of the answers. */
  readonly system_prompt?: string;
  /** Earlier turns of the conversation, oldest first. */
  readonly history?: readonly Turn[];
  readonly task: string;
  readonly a: string;
  readonly b: string;
  readonly winner: 'a' | 'b' | 'tie';
  /** The IDs of the models that wrote a and b, if known. */
  readonly models?: readonly [string, string];
}

const ANSWER = { description: 'the text of an answer', type: 'string', pattern: '\\S', maxLength: 2_000_000 };

/** One line of a file of labels. */
export const LABEL_SCHEMA: JsonObject = {
  type: 'object',
  required: ['task', 'a', 'b', 'winner'],
  additionalProperties: false,
  properties: {
    system_prompt: {
      description: 'the system prompt that the answers were given under',
      type: 'string',
      minLength: 1,
      maxLength: 2_000_000,
    },
    history: {
      description: 'earlier turns of the conversation',
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        description: 'one earlier turn',
        type: 'object',
        required: ['role', 'content'],
        additionalProperties: false,
        properties: {
          role: { description: 'who spoke', enum: ['user', 'assistant'] },
          content: { description: 'the text of the turn', type: 'string', maxLength: 2_000_000 },
        },
      },
    },
    task: { ...ANSWER, description: 'what the answers were given to' },
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
