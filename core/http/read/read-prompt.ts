import type { Limits } from '../../config.ts';
import type { Attachment } from '../../contract.ts';
import { GatewayError } from '../../errors.ts';
import type { PromptRequest } from '../../generated/prompt-request.ts';
import type { Prompt } from '../../pipeline/call/ask-model.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import type { ReadTerms, RequestFile, RequestParts } from '../../workers/read-request.ts';
import type { Exchange } from '../admit/admit.ts';
import { checkLimits } from './check-limits.ts';
import { readBody } from './read-body.ts';

export interface ReadPromptServices {
  readonly pool: WorkerPool;
  readonly limits: Limits;
}

/**
 * Reads and parses the body. What comes back is small whatever was sent: files and long texts are apart.
 * @throws GatewayError 400 for what is not strict JSON, and for texts that are far too long; 413, 415 and 503 as `readBody`; 503 where the workers are busy.
 */
export async function readParts(
  exchange: Exchange,
  { pool, limits }: ReadPromptServices,
  { wantsDigest }: Pick<ReadTerms, 'wantsDigest'>,
): Promise<RequestParts> {
  const body = await readBody(exchange, limits.bodyBytes);
  const terms = { wantsDigest, textBytes: limits.textBytes };
  const read = await pool.readRequest(body, exchange.caller.account.id, terms);
  if ('beyondLimit' in read) throw new GatewayError('validation-failed', { errors: [read.beyondLimit] });
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  return read.parts;
}

/** The parts as a request of the contract, within every limit. @throws GatewayError 400 naming every wrong field. */
export function checkParts(parts: RequestParts, loaded: LoadedRegistry, limits: Limits): Prompt {
  const { value, files, texts, problems } = parts;
  const check = loaded.checkPromptRequest(value);
  const errors = 'problems' in check ? [...check.problems, ...problems] : problems;
  if ('problems' in check || errors.length > 0) throw new GatewayError('validation-failed', { errors });
  const { request } = check;
  const prompt = { request, attachments: attachmentsOf(request, files), texts: new Map(texts) };
  checkLimits(prompt, limits);
  return prompt;
}

function attachmentsOf(request: PromptRequest, files: readonly RequestFile[]): readonly Attachment[] {
  return files.map(({ index, ...file }) => {
    const { name = '', type = '' } = request.attachments?.[index] ?? {};
    return { name, mediaType: type.toLowerCase(), ...file };
  });
}
