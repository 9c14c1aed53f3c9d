import type { Limits } from '../config.ts';
import type { Attachment } from '../contract.ts';
import { GatewayError } from '../errors.ts';
import type { PromptRequest } from '../generated/prompt-request.ts';
import type { Prompt } from '../pipeline/ask-model.ts';
import type { LoadedRegistry } from '../registry/load-registry.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { RequestFile } from '../workers/read-request.ts';
import type { Exchange } from './admit.ts';
import { checkLimits } from './check-limits.ts';
import { readBody } from './read-body.ts';

export interface ReadPromptServices {
  readonly pool: WorkerPool;
  readonly limits: Limits;
}

/**
 * The body as a request of the contract, within every limit.
 * @throws GatewayError 400 naming every wrong field; 413 and 415 as `readBody`.
 */
export async function readPrompt(
  { request, response }: Exchange,
  loaded: LoadedRegistry,
  { pool, limits }: ReadPromptServices,
): Promise<Prompt> {
  const body = await readBody(request, response, limits.bodyBytes);
  const prompt = await parsePrompt(body, loaded, pool);
  checkLimits(prompt, limits);
  return prompt;
}

async function parsePrompt(
  body: Uint8Array<ArrayBuffer>,
  loaded: LoadedRegistry,
  pool: WorkerPool,
): Promise<Prompt> {
  const read = await pool.readRequest(body);
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  const { value, files, fileProblems } = read.parts;
  if (!loaded.isPromptRequest(value)) {
    const errors = [...loaded.promptRequestProblems(value), ...fileProblems];
    throw new GatewayError('validation-failed', { errors });
  }
  if (fileProblems.length > 0) throw new GatewayError('validation-failed', { errors: fileProblems });
  return { request: value, attachments: attachmentsOf(value, files) };
}

function attachmentsOf(request: PromptRequest, files: readonly RequestFile[]): readonly Attachment[] {
  return files.map(({ index, ...file }) => {
    const { name = '', type = '' } = request.attachments?.[index] ?? {};
    return { name, mediaType: type.toLowerCase(), ...file };
  });
}
