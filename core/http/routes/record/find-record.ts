import { creditsFromMicroCredits } from '../../../billing/amounts.ts';
import { GatewayError } from '../../../errors.ts';
import type { PromptStatus } from '../../../generated/prompt-status.ts';
import type { Ledger, RequestRecord } from '../../../ledger/ledger.ts';
import type { Caller } from '../../admit/admit.ts';
import { askLedger } from '../ask-ledger.ts';

/** Other texts are not IDs, and are not looked up. */
const ID = /^[\w-]{1,64}$/;

/**
 * Finds a request of the caller's own account.
 * @throws GatewayError 404 if there is none, the same for another account's; 503 if the ledger cannot be read.
 */
export async function findRecord(
  requestId: unknown,
  { account }: Caller,
  ledger: Pick<Ledger, 'findRequest'>,
): Promise<RequestRecord> {
  const record =
    typeof requestId === 'string' && ID.test(requestId)
      ? await askLedger(ledger.findRequest(account.id, requestId))
      : undefined;
  if (record === undefined)
    throw new GatewayError('not-found', { detail: 'Your account has no request with this promptLogId.' });
  return record;
}

/** @param record of a request, which is running if its state is `reserved`. */
export function statusOf({ requestId, state, holdMicroCredits }: RequestRecord): PromptStatus {
  return {
    promptLogId: requestId,
    state: state === 'reserved' ? 'running' : state,
    creditsHeld: creditsFromMicroCredits(holdMicroCredits),
  };
}
