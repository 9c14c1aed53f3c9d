import type { RequestHandler } from 'express';
import type { MessageParts } from '../../workers/read-message.ts';
import { admit } from '../admit/admit.ts';
import { readMessage } from '../read/read-message.ts';
import { answerRequest } from './answer-request.ts';
import { checkOrigin } from './check-origin.ts';
import { ClientCalls, clientOf, type McpClient } from './client-calls.ts';
import type { RouteServices } from '../run/open-request.ts';

/**
 * POST /mcp: one message of the Model Context Protocol (2025-11-25, Streamable HTTP). Each is a request of its own, with
 * the admission, the bounds and the pipeline of every other address; nothing is stored between them.
 */
export function mcpRoute(services: RouteServices): RequestHandler {
  const calls = new ClientCalls();
  const answer = admit(services, async (admittedRequest) => {
    const parts = await readMessage(admittedRequest, services);
    const { request, response, caller } = admittedRequest;
    const client = clientOf(request, caller.keyId);
    const { message, toolArguments } = parts;
    if (message.kind === 'request')
      return await answerRequest(admittedRequest, { message, toolArguments, client, calls }, services);
    if (client !== undefined) heed(parts, client, calls);
    response.status(202).set('Cache-Control', 'no-store').end();
  });
  return async function mcp(request, response, next) {
    checkOrigin(request);
    await answer(request, response, next);
  };
}

/** A cancellation; of other notifications nothing follows. */
function heed({ message }: MessageParts, client: McpClient, calls: ClientCalls): void {
  if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return;
  const id = message.params?.['requestId'];
  if (typeof id === 'string' || typeof id === 'number') calls.cancel(client, id);
}
