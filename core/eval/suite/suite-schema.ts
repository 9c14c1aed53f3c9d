import type { JsonObject } from '../../contract.ts';

/** Schema of a row in a file of prompts. */
export const ROW_SCHEMA: JsonObject = {
  type: 'object',
  required: ['prompt'],
  additionalProperties: false,
  properties: {
    id: { description: 'a name of its own', type: 'string', minLength: 1, maxLength: 200 },
    prompt: { description: 'the text to send', type: 'string', minLength: 1, maxLength: 2_000_000 },
    system_prompt: { description: 'instructions for the models', type: 'string', maxLength: 2_000_000 },
    tags: {
      description: 'a list of texts, such as [maths, short]',
      type: 'array',
      maxItems: 20,
      uniqueItems: true,
      items: { description: 'a text', type: 'string', minLength: 1, maxLength: 100 },
    },
  },
};

/** A prompt in the suite itself, with or without more than its text. */
const INLINE_ROW: JsonObject = {
  description: 'a text, or an object with `prompt`',
  anyOf: [{ description: 'a text', type: 'string', minLength: 1, maxLength: 2_000_000 }, ROW_SCHEMA],
};

const WEIGHT: JsonObject = { description: 'a number from 0 to 1', type: 'number', minimum: 0, maximum: 1 };

const MODEL: JsonObject = { description: 'the ID of a model', type: 'string', minLength: 1, maxLength: 200 };

const MODELS: JsonObject = {
  description: 'a list of model IDs',
  type: 'array',
  uniqueItems: true,
  items: MODEL,
};

/** Schema of a suite's YAML. */
export const SUITE_SCHEMA: JsonObject = {
  type: 'object',
  required: ['name', 'prompts', 'models'],
  additionalProperties: false,
  properties: {
    name: {
      description: 'lower-case letters, digits, dots and dashes; the run’s file is named after it',
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
    },
    prompts: {
      description: 'the path of a file of prompts, or the prompts themselves',
      anyOf: [
        { description: 'the path of a file of prompts', type: 'string', minLength: 1, maxLength: 4_096 },
        { description: 'a list of prompts', type: 'array', minItems: 1, maxItems: 20_000, items: INLINE_ROW },
      ],
    },
    template: {
      description: 'the prompt for rows that only have values, with {{name}} for each',
      type: 'string',
      minLength: 1,
      maxLength: 2_000_000,
    },
    models: { ...MODELS, minItems: 1, maxItems: 64 },
    judges: { ...MODELS, maxItems: 6 },
    judge_prompt: { description: 'a text', type: 'string', maxLength: 100_000 },
    judge_until: {
      description: 'a number from 0.5 to 0.999: how sure it is to be which answer is best',
      type: 'number',
      minimum: 0.5,
      maximum: 0.999,
    },
    fuse: { ...MODEL, description: 'the ID of a model that writes one more answer from all others' },
    judge_weights: {
      description: 'what counts, such as { accuracy: 1, cost: 0.2 }',
      type: 'object',
      additionalProperties: false,
      properties: { accuracy: WEIGHT, speed: WEIGHT, cost: WEIGHT },
    },
    calibration: {
      description: 'the name of one of the gateway’s calibrations, or none',
      type: 'string',
      maxLength: 64,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    },
    settings: {
      description: 'generation settings, such as { maxTokens: 500 }',
      type: 'object',
      additionalProperties: false,
      properties: {
        temperature: { description: 'a number from 0 to 2', type: 'number', minimum: 0, maximum: 2 },
        topP: { description: 'a number from 0 to 1', type: 'number', minimum: 0, maximum: 1 },
        maxTokens: { description: 'a whole number of tokens', type: 'integer', minimum: 1 },
      },
    },
    response_schema: { description: 'a JSON Schema that every answer must follow', type: 'object' },
    concurrency: { description: 'a whole number from 1 to 64', type: 'integer', minimum: 1, maximum: 64 },
    baseline: {
      description: 'one of the models; then only it is compared with each of the others',
      type: 'string',
      minLength: 1,
    },
  },
};
