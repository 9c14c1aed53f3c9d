import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { wrongFields } from '../../errors.ts';
import { ClientGone } from '../../pipeline/request-context.ts';
import { plainJson } from '../../text/plain-json.ts';
import { NO_SPAN } from '../../tracing/span.ts';
import type { RequestParts } from '../../workers/read-request.ts';
import { slicesOf } from '../../text/slices-of.ts';
import { StopSource } from '../../upstream/stop-signal.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { problemJson, reportFault } from '../answer/error-handler.ts';
import { sendJson } from '../answer/write-pieces.ts';
import { openSpan, type RouteServices } from '../run/open-request.ts';
import { EventAnswer } from '../answer/event-answer.ts';
import type { ClientCalls, McpClient } from './client-calls.ts';
import { loadProtocol } from './load-protocol.ts';
import type { McpRequest, ToolOutcome } from './serve-request.ts';
import type { Tool, ToolCall } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface ClientRequest {
  readonly message: McpRequest;
  readonly toolArguments: RequestParts;
  /** Undefined if the client does not name itself: then its calls cannot be cancelled. */
  readonly client: McpClient | undefined;
  readonly calls: ClientCalls;
}

/**
 * Answers a request of a client with one JSON text or, if a tool runs models and the client accepts events, with a stream
 * of progress and the result. Ends when the tool does, even if the client has left.
 * @throws GatewayError before the answer begins.
 */
export async function answerRequest(
  admittedRequest: AdmittedRequest,
  clientRequest: ClientRequest,
  services: RouteServices,
): Promise<void> {
  const { request, response } = admittedRequest;
  const { message, toolArguments, client, calls } = clientRequest;
  const { PROTOCOL_VERSIONS, serveRequest } = await loadProtocol();
  checkVersion(request, PROTOCOL_VERSIONS);
  // A client that accepts `*/*` does not speak the protocol, and one JSON text suits it better.
  const takesEvents = request.headers.accept?.includes('text/event-stream') === true;
  // The status waits for the first message, so that headers can be set.
  const stream =
    takesEvents && runsModels(message)
      ? new EventAnswer(response, { heartbeatMs: services.heartbeatMs, holdsStatus: true })
      : undefined;
  // Streamable HTTP sends messages as server-sent events.
  const send = (rpc: object): void =>
    stream?.send(slicesOf([Buffer.from(`event: message\ndata: ${plainJson(rpc)}\n\n`)]));
  const cancelSignal = new StopSource();
  // A cancelled stream ends without a result (MCP 2025-11-25, Cancellation).
  const cancel = (): void => {
    cancelSignal.stop();
    stream?.end();
  };
  const forget = client === undefined ? undefined : calls.add(client, message.id, cancel);
  try {
    const answer = await serveRequest({
      message,
      callTool: (tool, reportProgress) =>
        callTool(tool, { admittedRequest, services, toolArguments, cancelSignal, reportProgress }),
      notify: send,
    });
    if (message.method === 'initialize') response.setHeader('Mcp-Session-Id', randomUUID());
    send(answer);
    stream?.end();
    if (stream === undefined) sendJson(response, [Buffer.from(plainJson(answer))]);
  } catch (error) {
    stream?.stop();
    throw error;
  } finally {
    forget?.();
  }
}

/** @throws GatewayError 400 for a version that is not supported. The first request has none. */
function checkVersion({ headersDistinct }: Request, versions: readonly string[]): void {
  const header = headersDistinct['mcp-protocol-version'];
  if (header === undefined) return;
  const [version = '', ...others] = header;
  if (others.length === 0 && versions.includes(version)) return;
  const message = `the header MCP-Protocol-Version must be one of ${versions.join(', ')}`;
  throw wrongFields([{ pointer: '', code: 'protocol_version', message }]);
}

function runsModels({ method, params }: McpRequest): boolean {
  return method === 'tools/call' && TOOLS.some(({ name, spends }) => spends && name === params?.['name']);
}

const CANCELLED = 'The call was cancelled before anything was run or charged.';

async function callTool(tool: Tool, call: Omit<ToolCall, 'snapshot' | 'span'>): Promise<ToolOutcome> {
  const { admittedRequest, services } = call;
  const { tracing, log } = services;
  try {
    const content = await services.withSnapshot((snapshot) => {
      const span = tracing === undefined ? NO_SPAN : openSpan(admittedRequest, '/mcp', tracing);
      return tool.run({ ...call, snapshot, span });
    });
    return { content };
  } catch (error) {
    if (error instanceof ClientGone) return { problem: CANCELLED };
    reportFault(log, admittedRequest.response, error);
    // Messages of the HTTP API name its addresses; here there are tools.
    return { problem: problemJson(error).replaceAll('GET /api/v1/models', 'list_models') };
  }
}
