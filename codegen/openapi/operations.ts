import type { JsonObject } from '../../core/contract.ts';
import { eventStream } from './events.ts';
import { comparePaths } from './compare.ts';
import { DOORS_TAG, doorPaths } from './doors.ts';
import type { Examples } from './examples.ts';
import { RATE_HEADERS, responseHeaders } from './headers.ts';
import { mcpOperation } from './mcp.ts';
import { answer, component, staticAnswer } from './operation-parts.ts';
import { problemResponses, PROBLEMS_OF } from './problems.ts';
import { promptBody, runOperation } from './run-operation.ts';

export const TAGS = [
  { name: 'Prompts', description: 'Quote a prompt, run it, and read its record.' },
  { name: 'Account', description: 'The credits and settings of the account that the key belongs to.' },
  { name: 'Models', description: 'The models you can ask, and the OpenAPI document.' },
  { name: 'Tools', description: 'The same for clients of the Model Context Protocol.' },
  DOORS_TAG,
] as const satisfies readonly JsonObject[];

/** Every address of the public interface with what it does. */
export function openApiPaths(examples: Examples): JsonObject {
  return {
    '/api/v1/prompt': { post: promptOperation(examples) },
    '/api/v1/prompt/quote': { post: quoteOperation(examples) },
    ...comparePaths(examples),
    '/api/v1/prompts': { get: promptsOperation(examples) },
    '/api/v1/prompts/{promptLogId}': {
      get: promptRecordOperation(examples),
      delete: cancelPromptOperation(examples),
    },
    '/api/v1/balance': { get: balanceOperation(examples) },
    '/api/v1/usage': { get: usageOperation(examples) },
    '/api/v1/models': { get: modelsOperation() },
    '/openapi.json': { get: documentOperation() },
    '/mcp': { post: mcpOperation() },
    ...doorPaths(),
  };
}

function promptOperation(examples: Examples): JsonObject {
  return runOperation(examples, {
    operationId: 'prompt',
    summary: 'Run a prompt on several models',
    description:
      'Answers when every model has ended and every judge has compared; with `Accept: text/event-stream`, while the models write; with `Prefer: respond-async`, at once, and the request runs on without the connection. One model’s failure is a failed result, not an error status.',
    body: promptBody(examples),
    done: 'The prompt was run, even where every model failed.',
    answer: examples.response,
    problems: PROBLEMS_OF.prompt,
  });
}

const LAST_EVENT_ID: JsonObject = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'With `Accept: text/event-stream`: the `id` of the last event you received. You get what comes after it; of a request that has ended, `done` alone. An ID that the gateway does not write is a 400.',
  schema: { type: 'string' },
  example: '3-0.120',
};

const PROMPT_LOG_ID = (example: string): JsonObject => ({
  name: 'promptLogId',
  in: 'path',
  required: true,
  description: 'From the request’s response.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example,
});

function quoteOperation(examples: Examples): JsonObject {
  return {
    operationId: 'quote',
    tags: ['Prompts'],
    summary: 'Quote a prompt',
    description:
      'Takes the body of `POST /api/v1/prompt` and validates it the same way. Nothing is run, charged or stored.',
    requestBody: promptBody(examples),
    responses: {
      '200': answer('The hold and its parts.', {
        schema: component('QuoteResponse'),
        example: examples.quote,
        isCounted: true,
        namesModels: true,
      }),
      ...problemResponses(PROBLEMS_OF.quote),
    },
  };
}

function promptsOperation(examples: Examples): JsonObject {
  return {
    operationId: 'prompts',
    tags: ['Prompts'],
    summary: 'List your requests',
    description:
      'Of the key’s own account, the newest first, a page at a time. Each entry has the state and the figures of a request, and its text only as far as `excerpt` asks for it. A search looks at up to 1,000 requests for each page: a page can be short, or empty, although `nextCursor` leads to more.',
    parameters: [
      queryParameter('limit', 'Upper bound of the page, in requests.', {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 20,
      }),
      queryParameter(
        'cursor',
        'The `nextCursor` of the page before; the newest requests if it is not given.',
        {
          type: 'string',
          maxLength: 128,
          pattern: '^[A-Za-z0-9_-]+$',
        },
      ),
      queryParameter(
        'text',
        'Only requests whose stored prompt holds each of these words, in capitals or not; words in double quotes hold together. At most 8.',
        {
          type: 'string',
          minLength: 1,
          maxLength: 200,
        },
      ),
      queryParameter('model', 'Only requests that asked this model.', {
        type: 'string',
        minLength: 1,
        maxLength: 128,
      }),
      queryParameter(
        'from',
        'Only requests from this day or time on: a day at 00:00 UTC, or a time with its zone.',
        { type: 'string', examples: ['2026-11-02', '2026-11-02T12:00:00Z'] },
      ),
      queryParameter('to', 'Only requests before this day or time.', { type: 'string' }),
      queryParameter('excerpt', 'Whether each entry has the beginning of its prompt, `promptStart`.', {
        type: 'boolean',
        default: false,
      }),
    ],
    responses: {
      '200': answer('A page of requests.', {
        schema: component('PromptsResponse'),
        example: examples.prompts,
        isCounted: true,
      }),
      ...problemResponses(PROBLEMS_OF.prompts),
    },
  };
}

function promptRecordOperation(examples: Examples): JsonObject {
  return {
    operationId: 'promptRecord',
    tags: ['Prompts'],
    summary: 'Get the record of a request, or follow it',
    description:
      'Of the key’s own account only; any other ID is a 404. With `Accept: text/event-stream` you follow a request while it runs, at whichever gateway that is; one that has ended is told again. A plain request that runs tells everything at its end.',
    parameters: [PROMPT_LOG_ID(idIn(examples.record)), LAST_EVENT_ID],
    responses: {
      '200': {
        description: 'Its state, money, calls and texts; or its events.',
        headers: responseHeaders([], [...RATE_HEADERS, 'X-Prompt-Log-Id']),
        content: {
          'application/json': { schema: component('PromptRecord'), example: examples.record },
          'text/event-stream': eventStream(examples),
        },
      },
      ...problemResponses(PROBLEMS_OF.promptRecord),
    },
  };
}

function cancelPromptOperation(examples: Examples): JsonObject {
  const status = { schema: component('PromptStatus'), isCounted: true };
  return {
    operationId: 'cancelPrompt',
    tags: ['Prompts'],
    summary: 'Cancel a running request, or erase an ended one',
    description:
      'Of a running request, calls that have not begun are not made; their results have the error code `cancelled`. Calls that were sent to a provider go on to their end and are charged. An ended request loses its texts, also what a repetition under its `Idempotency-Key` would be answered with and the answers cached from it; its figures stay. Of the key’s own account only.',
    parameters: [PROMPT_LOG_ID(idIn(examples.record))],
    responses: {
      '200': answer('It ended while it was being cancelled. Nothing was erased.', {
        ...status,
        example: { ...examples.status, state: 'settled' },
      }),
      '202': answer('Nothing new starts. It ends once the calls under way have.', {
        ...status,
        example: examples.status,
      }),
      '204': {
        description: 'It had ended, and has no texts any more. Repeating this changes nothing.',
        headers: responseHeaders([], [...RATE_HEADERS, 'X-Prompt-Log-Id']),
      },
      ...problemResponses(PROBLEMS_OF.cancelPrompt),
    },
  };
}

function idIn({ promptLogId }: JsonObject): string {
  return typeof promptLogId === 'string' ? promptLogId : '';
}

function balanceOperation(examples: Examples): JsonObject {
  return {
    operationId: 'balance',
    tags: ['Account'],
    summary: 'Get the account’s credits and settings',
    responses: {
      '200': answer('Of the key’s account.', {
        schema: component('BalanceResponse'),
        example: examples.balance,
        isCounted: true,
      }),
      ...problemResponses(PROBLEMS_OF.balance),
    },
  };
}

function usageOperation(examples: Examples): JsonObject {
  return {
    operationId: 'usage',
    tags: ['Account'],
    summary: 'Get what the account used',
    description:
      'Of the key’s own account. Only settled requests count, by the time of their charge. Without a period it is the present month in UTC.',
    parameters: [
      queryParameter('by', 'What each row stands for.', {
        type: 'string',
        enum: ['day', 'model', 'key'],
        default: 'day',
      }),
      queryParameter('month', 'A month in UTC, instead of `from` and `to`.', {
        type: 'string',
        pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])$`,
      }),
      queryParameter('from', 'From this day or moment on, as ISO 8601.', { type: 'string' }),
      queryParameter(
        'to',
        'Before this day or moment; now where it is not given. At most 366 days after `from`.',
        {
          type: 'string',
        },
      ),
    ],
    responses: {
      '200': answer('The rows and their sum.', {
        schema: component('UsageResponse'),
        example: examples.usage,
        isCounted: true,
      }),
      ...problemResponses(PROBLEMS_OF.usage),
    },
  };
}

function queryParameter(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', required: false, description, schema };
}

function modelsOperation(): JsonObject {
  return {
    operationId: 'models',
    tags: ['Models'],
    summary: 'List the models',
    description:
      'Every model of the registry with its prices, limits, inputs and tuning parameters, and whether the gateway has a key for it.',
    responses: {
      ...staticAnswer('The registry.', component('ModelsResponse')),
      ...problemResponses(PROBLEMS_OF.models),
    },
  };
}

function documentOperation(): JsonObject {
  return {
    operationId: 'openapi',
    tags: ['Models'],
    summary: 'Get the OpenAPI document',
    description:
      'Needs no key. Generated with the registry that answers, so its models are the ones there are.',
    security: [],
    responses: {
      ...staticAnswer('OpenAPI 3.1.', OPENAPI_DOCUMENT),
      ...problemResponses(PROBLEMS_OF.openapi),
    },
  };
}

const OPENAPI_DOCUMENT: JsonObject = {
  title: 'OpenApiDocument',
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components'],
  additionalProperties: true,
  properties: {
    openapi: { type: 'string', pattern: String.raw`^3\.1\.\d+$` },
    info: { type: 'object', additionalProperties: true },
    paths: { type: 'object', additionalProperties: true },
    components: { type: 'object', additionalProperties: true },
  },
};
