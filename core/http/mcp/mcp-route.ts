import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { GatewayError, wrongFields } from '../../errors.ts';
import type { MessageParts } from '../../workers/read-message.ts';
import type { AdmittedRequest, HandlerOf } from '../admit/admit.ts';
import { readBody } from '../read/read-body.ts';
import type { RouteServices } from '../run/open-request.ts';
import { answerRequest } from './answer-request.ts';
import { ClientCalls, clientOf, type McpClient } from './client-calls.ts';

/**
 * POST /mcp: one message of the Model Context Protocol (2025-11-25, Streamable HTTP). Each message is a separate request
 * with the admission, the limits and the pipeline of every other address. Nothing is stored between them.
 */
export function mcpRoute(services: RouteServices): HandlerOf['rate'] {
  const calls = new ClientCalls();
  return async (admittedRequest) => {
    const parts = await readMessage(admittedRequest, services);
    const { request, response, caller } = admittedRequest;
    const client = clientOf(request, caller.keyId);
    const { message, toolArguments } = parts;
    if (message.kind === 'request')
      return await answerRequest(admittedRequest, { message, toolArguments, client, calls }, services);
    if (client !== undefined) handleNotification(parts, client, calls);
    response.status(202).set('Cache-Control', 'no-store').end();
  };
}

/**
 * Reads a message of the Model Context Protocol. The parsed message is small, because long texts are separate.
 * @throws GatewayError as `readParts`.
 */
async function readMessage(
  admittedRequest: AdmittedRequest,
  { pool, limits }: RouteServices,
): Promise<MessageParts> {
  const body = await readBody(admittedRequest, limits.bodyBytes);
  const task = { body, maxTextBytes: limits.textBytes };
  const read = await pool.readMessage(task, admittedRequest.caller.account.id);
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  if ('invalid' in read) throw wrongFields(read.invalid);
  return read.parts;
}

/** Cancels a call; other notifications are ignored. */
function handleNotification({ message }: MessageParts, client: McpClient, calls: ClientCalls): void {
  if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return;
  const id = message.params?.['requestId'];
  if (typeof id === 'string' || typeof id === 'number') calls.cancel(client, id);
}

/**
 * Refuses web pages of other sites with a 403 before the handler runs (MCP 2025-11-25, Streamable HTTP, security
 * warning). Programs send no Origin. A page of the gateway's own address is accepted only at `localhost` or an IP
 * address, because an attacker could point any other name to it (DNS rebinding).
 */
export function refuseForeignPages(handler: RequestHandler): RequestHandler {
  return async function checkOriginFirst(request, response, next) {
    checkOrigin(request);
    await handler(request, response, next);
  };
}

function checkOrigin({ headersDistinct, headers }: Request): void {
  const origins = headersDistinct['origin'];
  if (origins === undefined) return;
  const [origin = '', ...others] = origins;
  const { host = '', hostname = '' } = URL.parse(origin) ?? {};
  const isAddress = hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (others.length === 0 && isAddress && host === headers.host?.toLowerCase()) return;
  throw new GatewayError('foreign-origin', {
    detail: 'Web pages of other sites may not use /mcp. Connect an MCP client that runs as a program.',
  });
}
