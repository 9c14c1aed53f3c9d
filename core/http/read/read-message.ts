import { GatewayError } from '../../errors.ts';
import type { MessageParts } from '../../workers/read-message.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { readBody } from './read-body.ts';
import type { ReadPromptServices } from './read-prompt.ts';

/**
 * Reads a message of the Model Context Protocol. The parsed message is small, because long texts are separate.
 * @throws GatewayError as `readParts`.
 */
export async function readMessage(
  admittedRequest: AdmittedRequest,
  { pool, limits }: ReadPromptServices,
): Promise<MessageParts> {
  const body = await readBody(admittedRequest, limits.bodyBytes);
  const task = { body, maxTextBytes: limits.textBytes };
  const read = await pool.readMessage(task, admittedRequest.caller.account.id);
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  if ('invalid' in read) throw new GatewayError('validation-failed', { errors: read.invalid });
  return read.parts;
}
