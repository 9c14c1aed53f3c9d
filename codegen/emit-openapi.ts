import type { Json, JsonObject, Model } from '../core/contract.ts';
import { PROBLEMS } from '../core/errors.ts';
import { exampleRequest, exampleResponse } from './openapi-examples.ts';
import { toComponents } from './openapi-schema.ts';

export interface OpenApiInput {
  /** With the registry's models linked in. */
  readonly promptRequest: JsonObject;
  readonly promptResponse: JsonObject;
  readonly modelsResponse: JsonObject;
  readonly problem: JsonObject;
  readonly models: readonly Model[];
}

/** Problems no call of a known address with the right method can meet. */
const OF_OTHER_ADDRESSES: ReadonlySet<string> = new Set(['not-found', 'method-not-allowed']);
/** Problems of a body, which a GET has not. */
const OF_BODIES: ReadonlySet<string> = new Set([
  'validation-failed',
  'malformed-json',
  'insufficient-balance',
  'request-timeout',
  'payload-too-large',
  'unsupported-media-type',
]);

/** The OpenAPI 3.1 description of the HTTP interface. */
export function emitOpenApi({
  promptRequest,
  promptResponse,
  modelsResponse,
  problem,
  models,
}: OpenApiInput): string {
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'One prompt to many language models, judged pairwise.',
      description:
        'Generated from manifests/ and codegen/schemas/; run `npm run codegen` after changing them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: {
      '/api/v1/prompt': { post: promptOperation(models) },
      '/api/v1/models': { get: modelsOperation() },
      '/openapi.json': { get: documentOperation() },
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made with `assay key create`.' },
      },
      headers: HEADERS,
      schemas: {
        ...toComponents(promptRequest),
        ...toComponents(promptResponse),
        ...toComponents(modelsResponse),
        ...toComponents(problem),
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const HEADERS: JsonObject = {
  'Retry-After': {
    description: 'Whole seconds to wait, at least 1.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: { description: 'What is left of the limit (IETF draft).', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limit and its window (IETF draft).', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
};

function promptOperation(models: readonly Model[]): JsonObject {
  return {
    operationId: 'prompt',
    summary: 'Run a prompt on several models',
    description:
      'Answers when every model has ended and every judge has compared. One model’s failure is a failed result, not an error status.',
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: component('PromptRequest'), example: exampleRequest(models) },
      },
    },
    responses: {
      '200': {
        description:
          'The prompt was run, even where every model failed. With `Accept: text/event-stream`: an event `result` as each model ends, `evaluation` as each pair is judged, and `done` with the whole response.',
        content: {
          'application/json': { schema: component('PromptResponse'), example: exampleResponse(models) },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
      ...problemResponses(OF_OTHER_ADDRESSES),
    },
  };
}

function modelsOperation(): JsonObject {
  return {
    operationId: 'models',
    summary: 'List the models',
    description: 'Every model of the registry with its prices, limits, inputs and tuning parameters.',
    responses: {
      '200': {
        description: 'The registry.',
        content: { 'application/json': { schema: component('ModelsResponse') } },
      },
      ...problemResponses(OF_OTHER_ADDRESSES.union(OF_BODIES)),
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

/** One response per status; a status that several problems share lists them all. */
function problemResponses(excluded: ReadonlySet<string>): JsonObject {
  const titles = new Map<number, string[]>();
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    if (!excluded.has(code)) titles.set(status, [...(titles.get(status) ?? []), `\`${code}\`: ${title}.`]);
  }
  const responses = [...titles].map(([status, lines]): [string, Json] => [
    String(status),
    problemResponse(status, lines.join('\n')),
  ]);
  return Object.fromEntries(responses);
}

function problemResponse(status: number, description: string): JsonObject {
  const headers = HEADERS_BY_STATUS.get(status) ?? [];
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: { 'application/problem+json': { schema: component('Problem') } },
  };
}

const HEADERS_BY_STATUS: ReadonlyMap<number, readonly string[]> = new Map([
  [401, ['WWW-Authenticate']],
  [429, ['Retry-After', 'RateLimit', 'RateLimit-Policy']],
]);

function component(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
