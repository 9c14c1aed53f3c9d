import type { JsonObject, Model } from '../core/contract.ts';
import {
  exampleBalance,
  exampleQuote,
  exampleRecord,
  exampleRequest,
  exampleResponse,
} from './openapi-examples.ts';
import { problemResponses, PROBLEMS_OF } from './openapi-problems.ts';

/** Every address of the public interface with what it does. */
export function openApiPaths(models: readonly Model[]): JsonObject {
  return {
    '/api/v1/prompt': { post: promptOperation(models) },
    '/api/v1/prompt/quote': { post: quoteOperation(models) },
    '/api/v1/prompts/{promptLogId}': { get: promptRecordOperation(models) },
    '/api/v1/balance': { get: balanceOperation() },
    '/api/v1/models': { get: modelsOperation() },
    '/openapi.json': { get: documentOperation() },
  };
}

function promptOperation(models: readonly Model[]): JsonObject {
  return {
    operationId: 'prompt',
    summary: 'Run a prompt on several models',
    description:
      'Answers when every model has ended and every judge has compared. One model’s failure is a failed result, not an error status.',
    parameters: [IDEMPOTENCY_KEY],
    requestBody: requestBody(models),
    responses: {
      '200': {
        description:
          'The prompt was run, even where every model failed. With `Accept: text/event-stream`: an event `result` as each model ends, `evaluation` as each pair is judged, and `done` with the whole response; of a repeated answer only `done`.',
        headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } },
        content: {
          'application/json': { schema: component('PromptResponse'), example: exampleResponse(models) },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
      ...problemResponses(PROBLEMS_OF.prompt),
    },
  };
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes repeating safe: for 24 hours the same key with the same body gives the same answer, runs nothing and charges nothing. Key order and whitespace of the body do not matter.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '7d2f3f52-7a3b-4c6e-9a51-0a9cf0f3c1de',
};

function quoteOperation(models: readonly Model[]): JsonObject {
  return {
    operationId: 'quote',
    summary: 'What a prompt would hold',
    description:
      'Takes the body of `POST /api/v1/prompt` and checks it alike. Runs nothing, charges nothing, keeps nothing.',
    requestBody: requestBody(models),
    responses: {
      '200': answer('The hold and its parts.', 'QuoteResponse', exampleQuote(models)),
      ...problemResponses(PROBLEMS_OF.quote),
    },
  };
}

function promptRecordOperation(models: readonly Model[]): JsonObject {
  return {
    operationId: 'promptRecord',
    summary: 'One request afterwards',
    description: 'Of the key’s own account only; any other ID is a 404.',
    parameters: [
      {
        name: 'promptLogId',
        in: 'path',
        required: true,
        description: 'From the request’s response.',
        schema: { type: 'string', minLength: 1, maxLength: 64 },
      },
    ],
    responses: {
      '200': answer('Its state, money, calls and texts.', 'PromptRecord', exampleRecord(models)),
      ...problemResponses(PROBLEMS_OF.promptRecord),
    },
  };
}

function balanceOperation(): JsonObject {
  return {
    operationId: 'balance',
    summary: 'The account’s credits and settings',
    responses: {
      '200': answer('Of the key’s account.', 'BalanceResponse', exampleBalance()),
      ...problemResponses(PROBLEMS_OF.balance),
    },
  };
}

function modelsOperation(): JsonObject {
  return {
    operationId: 'models',
    summary: 'List the models',
    description: 'Every model of the registry with its prices, limits, inputs and tuning parameters.',
    responses: {
      '200': answer('The registry.', 'ModelsResponse'),
      ...problemResponses(PROBLEMS_OF.models),
    },
  };
}

function documentOperation(): JsonObject {
  return {
    operationId: 'openapi',
    summary: 'This description',
    security: [],
    responses: {
      '200': { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
  };
}

function requestBody(models: readonly Model[]): JsonObject {
  return {
    required: true,
    content: {
      'application/json': { schema: component('PromptRequest'), example: exampleRequest(models) },
    },
  };
}

function answer(description: string, name: string, example?: JsonObject): JsonObject {
  return {
    description,
    content: {
      'application/json': { schema: component(name), ...(example !== undefined && { example }) },
    },
  };
}

function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
