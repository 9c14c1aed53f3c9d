import type { JsonObject } from '../../core/contract.ts';
import { eventStream, exactly } from './operation-parts.ts';

/** A message that any client may send. */
export const MCP_EXAMPLE: JsonObject = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const ID: JsonObject = { type: ['string', 'integer'], maxLength: 128 };

export const MCP_MESSAGE: JsonObject = {
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

export const MCP_ANSWER: JsonObject = {
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

/** An answer as events. */
export function mcpEvents(): JsonObject {
  const event = exactly({
    event: { type: 'string', const: 'message' },
    data: { anyOf: [MCP_ANSWER, MCP_MESSAGE] },
  });
  return eventStream('McpEvents', 'Messages as they come; the answer comes last.', event);
}
