import type { JsonObject } from '../../core/contract.ts';
import { RATE_HEADERS, responseHeaders } from './headers.ts';
import { problemResponses, PROBLEMS_OF } from './problems.ts';

/** The tools of the Model Context Protocol, whose own documents say the rest. */
export function mcpOperation(): JsonObject {
  return {
    operationId: 'mcp',
    tags: ['Tools'],
    summary: 'Send a message of the Model Context Protocol',
    description:
      'MCP 2025-11-25, Streamable HTTP, without sessions: one JSON-RPC message a request. `tools/list` describes the tools. What a tool refuses is a tool result with `isError`, whose text is a `Problem`. Not there if the operator has set `ASSAY_MCP=off`.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: MESSAGE, example: LIST_TOOLS } },
    },
    responses: {
      '200': {
        description: 'The answer to a request; where a tool runs models, as events, with progress before it.',
        headers: responseHeaders([], [...RATE_HEADERS, 'X-Prompt-Log-Id', 'Mcp-Session-Id']),
        content: {
          'application/json': { schema: ANSWER },
          'text/event-stream': {
            schema: {
              title: 'McpEvents',
              description: 'Messages as they come; the answer comes last.',
              type: 'string',
              contentMediaType: 'text/event-stream',
              contentSchema: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['event', 'data'],
                  additionalProperties: false,
                  properties: {
                    event: { type: 'string', const: 'message' },
                    data: { anyOf: [ANSWER, MESSAGE] },
                  },
                },
              },
            },
          },
        },
      },
      '202': {
        description: 'A notification was heeded.',
        headers: responseHeaders([], RATE_HEADERS),
      },
      ...problemResponses(PROBLEMS_OF.mcp),
    },
  };
}

const LIST_TOOLS: JsonObject = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const ID: JsonObject = { type: ['string', 'integer'], maxLength: 128 };

const MESSAGE: JsonObject = {
  title: 'McpMessage',
  description: 'A JSON-RPC request or notification.',
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { ...ID, description: 'Of a request; a notification has none.' },
    method: { type: 'string', maxLength: 128 },
    params: { type: 'object', additionalProperties: true },
  },
};

const ANSWER: JsonObject = {
  title: 'McpAnswer',
  description: 'A JSON-RPC response.',
  type: 'object',
  required: ['jsonrpc', 'id'],
  additionalProperties: false,
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: ID,
    result: { type: 'object', additionalProperties: true },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
    },
  },
};
