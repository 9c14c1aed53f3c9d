// The only file that uses the protocol's SDK. `load-protocol.ts` loads both once a started gateway is idle, or with the
// first request that needs them.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
  type CallToolResult,
  type JSONRPCMessage,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { RpcMessage } from '../../dialects/rpc-message.ts';
import { loadValidators } from '../../generation/load-validators.ts';
import { isRecord, plainJson } from '../../text/plain-json.ts';
import { VERSION } from '../../version.ts';
import type { Progress, Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

export const PROTOCOL_VERSIONS: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

export type McpRequest = Extract<RpcMessage, { readonly kind: 'request' }>;

const MALFORMED =
  'The members of params._meta are not what the protocol says: progressToken is a string or an integer.';

export interface ServedRequest {
  readonly message: McpRequest;
  /** Runs a tool. A problem of the tool is part of its outcome, not an error of the protocol. */
  readonly callTool: (
    tool: Tool,
    reportProgress: ((progress: Progress) => void) | undefined,
  ) => Promise<ToolOutcome>;
  /** Sends a message with progress to the client. */
  readonly notify: (message: object) => void;
}

export type ToolOutcome = { readonly content: object } | { readonly problem: string };

const INSTRUCTIONS = `Ask several language models the same question, and have other models judge their answers.
list_models has the IDs. quote says what a call costs before you make it. ask_models spends the caller's credits. Long answers are cut: get_prompt with index and offset returns the rest.`;

/**
 * Answers one message with a new server, so that nothing is kept between messages. The message is well-formed and small
 * (`openMessage`), and does not contain the arguments of a tool. The content that a tool returns is small too.
 * @returns the response to it, as a message.
 */
export async function serveRequest({ message, callTool, notify }: ServedRequest): Promise<object> {
  const server = new Server(
    { name: 'assay', title: 'Assay', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: NO_VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOL_LIST }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, _meta } }, { sendNotification }) => {
      const tool = TOOLS.find((one) => one.name === name);
      // The name is the caller's own text: it is not repeated.
      if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, UNKNOWN_TOOL);
      const progressToken = _meta?.progressToken;
      if (progressToken === undefined) return resultOf(await callTool(tool, undefined));
      const reportProgress = ({ done, total, message: text }: Progress): void => {
        const params = { progressToken, progress: done, total, message: text };
        // A client that misses progress still gets the result. An unhandled rejection would end the process.
        sendNotification({ method: 'notifications/progress', params }).catch(() => {});
      };
      return resultOf(await callTool(tool, reportProgress));
    },
  );
  const { id, method, params } = message;
  const request = { jsonrpc: '2.0' as const, id, method, ...(params !== undefined && { params }) };
  // The server silently drops messages that are not requests, and the client would wait for ever.
  if (!isJSONRPCRequest(request))
    return { jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidRequest, message: MALFORMED } };
  const transport = new OneMessage(notify);
  await server.connect(transport);
  const response = await transport.ask(request);
  await server.close();
  return response;
}

/** Passes one request to a server, and receives its messages. */
class OneMessage implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #notify: (message: object) => void;
  readonly #response = Promise.withResolvers<object>();

  constructor(notify: (message: object) => void) {
    this.#notify = notify;
  }

  async ask(request: JSONRPCMessage): Promise<object> {
    this.onmessage?.(request);
    return await this.#response.promise;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) this.#notify(message);
    else this.#response.resolve(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

const UNKNOWN_TOOL = 'There is no such tool: tools/list names them.';

/**
 * The server would validate only answers to its own requests, and it sends none. The default compiles schemas for each
 * message.
 */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('this server asks its clients nothing');
  },
};

const SCHEMAS = await loadValidators('tool-schemas.mjs');

const TOOL_LIST: ListedTool[] = TOOLS.map(({ name, title, description, spends }) => {
  const { input, output } = schemasOf(name);
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: 'object' },
    outputSchema: { ...output, type: 'object' },
    annotations: {
      readOnlyHint: !spends,
      destructiveHint: false,
      idempotentHint: !spends,
      openWorldHint: spends,
    },
  };
});

function schemasOf(name: Tool['name']): { readonly input: object; readonly output: object } {
  const { [name]: schemas } = SCHEMAS;
  if (!isRecord(schemas) || !isRecord(schemas['input']) || !isRecord(schemas['output']))
    throw new TypeError(`No schemas were generated for the tool ${name}.`);
  return { input: schemas['input'], output: schemas['output'] };
}

/** Clients that do not support structured content read the text, which has the same content. */
function resultOf(outcome: ToolOutcome): CallToolResult {
  if ('problem' in outcome) return { content: [{ type: 'text', text: outcome.problem }], isError: true };
  return {
    content: [{ type: 'text', text: plainJson(outcome.content) }],
    structuredContent: { ...outcome.content },
  };
}
