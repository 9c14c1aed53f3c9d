import { GatewayError } from '../../../errors.ts';
import type { PromptResponse } from '../../../generated/prompt-response.ts';
import type { EarlierReply } from '../../../pipeline/earlier-reply.ts';
import { takeOrRefuse } from '../../../stores/memory-budget.ts';
import type { WorkerPool } from '../../../workers/pool.ts';
import type { AdmittedRequest } from '../../admit/admit.ts';

/**
 * An answer that was given before, to be told in another form. Its bytes count as the request's body does until the
 * response is closed; a long one is parsed on a thread.
 * @throws GatewayError 503 where too many bytes are held, or the rest cannot be read.
 */
export async function readEarlier(
  { bytes, pieces }: EarlierReply,
  { bodyShare, answerShare, caller }: Pick<AdmittedRequest, 'bodyShare' | 'answerShare' | 'caller'>,
  pool: WorkerPool,
): Promise<PromptResponse> {
  bodyShare.release();
  takeOrRefuse(answerShare, bytes);
  // Memory of its own, which moves to the thread.
  const whole = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const piece of pieces) {
    whole.set(piece, length);
    length += piece.byteLength;
  }
  const read = await pool.parseStored(whole, caller.account.id);
  if (read === 'too_large' || !isResponse(read.value))
    throw new GatewayError('result-not-retained', {
      detail: 'The stored answer cannot be told in this form.',
    });
  return read.value;
}

/** The gateway's own text, as it was stored. */
function isResponse(value: unknown): value is PromptResponse {
  return typeof value === 'object' && value !== null && 'results' in value && 'promptLogId' in value;
}
