import type { JsonObject } from '../../core/contract.ts';
import { type Answer, type Operation, problemsOf } from '../../core/api/operation.ts';
import { OPERATIONS } from '../../core/api/operations.ts';
import { chatEvents, messagesEvents, responsesEvents } from './compat-events.ts';
import { compatResponses } from './compat-responses.ts';
import { promptEvents } from './events.ts';
import type { Examples } from './examples.ts';
import { COMPAT_RATE_HEADERS, RATE_HEADERS, RETIREMENT_HEADERS, responseHeaders } from './headers.ts';
import { MCP_ANSWER, MCP_EXAMPLE, MCP_MESSAGE, mcpEvents } from './mcp.ts';
import { component, pathItems, pathParameters, queryParameters, REQUEST_HEADERS } from './operation-parts.ts';
import { problemResponses } from './problems.ts';

const COMPATIBLE = 'OpenAI clients';

export const TAGS: readonly JsonObject[] = [
  { name: 'Prompts', description: 'Quote a prompt, run it, and read its record.' },
  { name: 'Account', description: 'The credits and settings of the account that the key belongs to.' },
  { name: 'Models', description: 'The models you can ask, and the OpenAPI document.' },
  { name: 'Tools', description: 'The same for clients of the Model Context Protocol.' },
  {
    name: COMPATIBLE,
    description: 'The same models for clients of the OpenAI API. Errors have its form here.',
  },
];

/** The operations of the public interface, by their addresses. */
export function openApiPaths(examples: Examples): JsonObject {
  return pathItems<Operation>(OPERATIONS, (id, row) => describe(id, row, examples));
}

function describe(id: string, row: Operation, examples: Examples): JsonObject {
  const { tag, summary, description = descriptionOf(row), segments, query, headers = [], body } = row;
  const parameters = [
    ...pathParameters(segments),
    ...headers.map((name) => REQUEST_HEADERS[name]),
    ...queryParameters(query),
  ];
  const problems = problemsOf(row);
  return {
    operationId: id,
    tags: [tag === 'Compatible' ? COMPATIBLE : tag],
    summary,
    ...(description !== undefined && { description }),
    ...(row.admission === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: bodyOf(body, examples) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(row.answers).flatMap(([status, answer]) =>
          describeAnswer(status, answer, row, examples),
        ),
      ),
      ...(tag === 'Compatible'
        ? compatResponses(problems, {
            runs: row.runs === true,
            namesModel: row.namesModels === true,
            error: row.body === 'MessagesRequest' ? 'MessagesErrorResponse' : 'ErrorResponse',
          })
        : problemResponses(problems)),
    },
  };
}

const APIS: Readonly<Record<string, string>> = {
  chat: 'OpenAI’s Chat Completions API',
  responses: 'OpenAI’s Responses API',
  messages: 'Anthropic’s Messages API',
};

/** The description of an address that translates another dialect. */
function descriptionOf({ answers }: Operation): string | undefined {
  const api = APIS[answers[200]?.events ?? ''];
  if (api === undefined) return undefined;
  return `Takes a request of ${api}. It runs as \`POST /api/v1/prompt\` with one model, and counts, costs and is stored the same.`;
}

/** The examples of bodies that are not prompt requests or comparisons. */
const SMALL_EXAMPLES: Readonly<Record<string, JsonObject>> = {
  LabelRequest: { example: { label: 'Release notes' } },
  VoteRequest: { example: { a: 0, b: 1, winner: 'a' } },
  McpMessage: { example: MCP_EXAMPLE },
};

function bodyOf(schema: string, { requests, comparisonRequest }: Examples): JsonObject {
  const references = Object.keys(requests).map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  const example: JsonObject =
    schema === 'PromptRequest'
      ? { examples: Object.fromEntries(references) }
      : schema === 'CompareRequest'
        ? { example: comparisonRequest }
        : (SMALL_EXAMPLES[schema] ?? {});
  return { required: true, content: { 'application/json': { schema: schemaOf(schema), ...example } } };
}

function describeAnswer(
  status: string,
  answer: Answer,
  row: Operation,
  examples: Examples,
): readonly (readonly [string, JsonObject])[] {
  const { description, schema, isStatic = false, always = [] } = answer;
  const rateHeaders = row.tag === 'Compatible' ? COMPAT_RATE_HEADERS : RATE_HEADERS;
  const headers = responseHeaders(isStatic ? ['ETag', 'Vary'] : always, [
    ...(row.admission === 'rate' ? rateHeaders : []),
    ...(row.namesModels === true ? RETIREMENT_HEADERS : []),
    ...(answer.headers ?? []),
  ]);
  const example = answer.example === undefined ? undefined : examples.answers[answer.example];
  const content: JsonObject = {
    ...(schema !== undefined && {
      'application/json': { schema: schemaOf(schema), ...(example !== undefined && { example }) },
    }),
    ...(answer.events !== undefined && { 'text/event-stream': eventsOf(answer, examples) }),
  };
  const described = { description, headers, ...(schema !== undefined && { content }) };
  if (!isStatic) return [[status, described]];
  return [
    [status, described],
    ['304', { description: 'What `If-None-Match` names is current.', headers }],
  ];
}

const EVENTS = {
  chat: chatEvents,
  responses: responsesEvents,
  messages: messagesEvents,
  mcp: mcpEvents,
};

function eventsOf({ events = 'prompt', example }: Answer, { answers }: Examples): JsonObject {
  if (events !== 'prompt') return EVENTS[events]();
  const { response, comparison, record } = answers;
  return promptEvents({ response: example === 'comparison' ? comparison : response, record });
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

/** Schemas that are not components, because no client needs their types. */
const INLINE: Readonly<Record<string, JsonObject>> = {
  OpenApiDocument: OPENAPI_DOCUMENT,
  McpMessage: MCP_MESSAGE,
  McpAnswer: MCP_ANSWER,
};

function schemaOf(name: string): JsonObject {
  return INLINE[name] ?? component(name);
}
