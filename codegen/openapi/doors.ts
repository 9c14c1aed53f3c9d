import type { JsonObject } from '../../core/contract.ts';
import { doorResponses } from './door-responses.ts';
import { DOOR_RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders } from './headers.ts';
import { answer, component, IDEMPOTENCY_KEY, staticAnswer } from './operation-parts.ts';
import { chatEvents, responsesEvents } from './door-events.ts';
import { DOOR_PROBLEMS_OF } from './problems.ts';

export const DOORS_TAG = {
  name: 'OpenAI clients',
  description: 'The same models for clients of the OpenAI API. Errors have its form here.',
} as const satisfies JsonObject;

const MODELS = { fail: false, lackModel: false };
const ONE_MODEL = { fail: false, lackModel: true };
const RUN = { fail: true, lackModel: true };

/** The addresses that speak another dialect. */
export function doorPaths(): JsonObject {
  return {
    '/v1/models': { get: modelsOperation() },
    '/v1/models/{model}': { get: modelOperation('getModel', 'Get one of these models', 'Its ID.') },
    '/v1/models/panel/{model}': {
      get: modelOperation('getPanel', 'Get one of the panels', 'Its ID without `panel/`.'),
    },
    '/v1/chat/completions': { post: chatOperation() },
    '/v1/chat/completions/quote': {
      post: quoteOperation('quoteChatCompletion', 'ChatCompletionRequest', '/v1/chat/completions'),
    },
    '/v1/responses': { post: responsesOperation() },
    '/v1/responses/quote': {
      post: quoteOperation('quoteResponse', 'ResponsesRequest', '/v1/responses'),
    },
  };
}

function modelsOperation(): JsonObject {
  return {
    operationId: 'listModels',
    tags: [DOORS_TAG.name],
    summary: 'List the models that can be asked',
    description: 'Models whose provider has no key are left out; panels are models too.',
    responses: {
      ...staticAnswer('The models.', component('ModelList')),
      ...doorResponses(DOOR_PROBLEMS_OF.models, MODELS),
    },
  };
}

function modelOperation(operationId: string, summary: string, description: string): JsonObject {
  return {
    operationId,
    tags: [DOORS_TAG.name],
    summary,
    parameters: [
      {
        name: 'model',
        in: 'path',
        required: true,
        description,
        schema: { type: 'string', minLength: 1 },
      },
    ],
    responses: {
      '200': answer('The model.', { schema: component('ListedModel'), namesModels: true }),
      ...doorResponses(DOOR_PROBLEMS_OF.models, ONE_MODEL),
    },
  };
}

function chatOperation(): JsonObject {
  return runOperation({
    operationId: 'createChatCompletion',
    summary: 'Answer a chat',
    api: 'Chat Completions API',
    request: 'ChatCompletionRequest',
    answer: 'ChatCompletion',
    events: chatEvents(),
  });
}

function responsesOperation(): JsonObject {
  return runOperation({
    operationId: 'createResponse',
    summary: 'Answer a request of the Responses API',
    api: 'Responses API',
    request: 'ResponsesRequest',
    answer: 'ResponsesResponse',
    events: responsesEvents(),
  });
}

interface RunOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly api: string;
  /** Names of components. */
  readonly request: string;
  readonly answer: string;
  readonly events: JsonObject;
}

function runOperation({
  operationId,
  summary,
  api,
  request,
  answer: body,
  events,
}: RunOperation): JsonObject {
  return {
    operationId,
    tags: [DOORS_TAG.name],
    summary,
    description: `Takes a request of OpenAI’s ${api}. It runs as \`POST /api/v1/prompt\` with one model, and counts, costs and is stored the same.`,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: component(request) } },
    },
    responses: {
      '200': {
        description: 'The answer; with `stream`, as events.',
        headers: responseHeaders(
          [],
          [...DOOR_RATE_HEADERS, ...RETIREMENT_HEADERS, 'X-Prompt-Log-Id', 'Idempotency-Replayed'],
        ),
        content: { 'application/json': { schema: component(body) }, 'text/event-stream': events },
      },
      ...doorResponses(DOOR_PROBLEMS_OF.run, RUN),
    },
  };
}

function quoteOperation(operationId: string, request: string, path: string): JsonObject {
  return {
    operationId,
    tags: [DOORS_TAG.name],
    summary: `Quote a request to \`POST ${path}\``,
    description:
      'Answers as `POST /api/v1/prompt/quote`, for a panel with all its models and judges. Nothing is run, charged or stored.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: component(request) } },
    },
    responses: {
      '200': {
        ...answer('The hold and its parts.', { schema: component('QuoteResponse') }),
        headers: responseHeaders([], [...DOOR_RATE_HEADERS, ...RETIREMENT_HEADERS]),
      },
      ...doorResponses(DOOR_PROBLEMS_OF.quote, ONE_MODEL),
    },
  };
}
