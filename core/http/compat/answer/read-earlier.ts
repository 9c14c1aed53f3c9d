import { GatewayError } from '../../../errors.ts';
import type { PromptResponse } from '../../../generated/prompt-response.ts';
import type { EarlierReply } from '../../../pipeline/earlier-reply.ts';
import { takeOrRefuse } from '../../../stores/memory-budget.ts';
import type { WorkerPool } from '../../../workers/pool.ts';
import type { AdmittedRequest } from '../../admit/admit.ts';

/**
 * Reads a stored answer to send it again in the dialect of this request. Its bytes count against the memory budget until
 * the response is closed. A long answer is parsed on a thread.
 * @throws GatewayError 503 if the memory budget is used up, or the stored answer cannot be read to its end.
 */
export async function readEarlier(
  { bytes, pieces }: EarlierReply,
  { bodyShare, answerShare, caller }: Pick<AdmittedRequest, 'bodyShare' | 'answerShare' | 'caller'>,
  pool: WorkerPool,
): Promise<PromptResponse> {
  bodyShare.release();
  takeOrRefuse(answerShare, bytes);
  // Not from the shared pool, because the buffer is transferred to the thread.
  const whole = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const piece of pieces) {
    whole.set(piece, length);
    length += piece.byteLength;
  }
  const read = await pool.parseStored(whole, caller.account.id);
  if (read === 'too_large' || !isResponse(read.value))
    throw new GatewayError('result-not-retained', {
      detail: 'The stored answer cannot be sent in this form.',
    });
  return read.value;
}

/** Whether the text is an answer. The gateway wrote it, so a look at two fields is enough. */
function isResponse(value: unknown): value is PromptResponse {
  return typeof value === 'object' && value !== null && 'results' in value && 'promptLogId' in value;
}
