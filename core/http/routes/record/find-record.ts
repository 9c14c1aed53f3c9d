import { creditsFromMicroCredits } from '../../../billing/amounts.ts';
import { GatewayError } from '../../../errors.ts';
import type { PromptStatus } from '../../../generated/prompt-status.ts';
import type { Ledger, RequestRecord } from '../../../ledger/ledger.ts';
import { openRetainedReply, type EarlierReply, type ReplyStores } from '../../../pipeline/earlier-reply.ts';
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

/**
 * Opens the answer of a request that has ended: from the ledger or, if it has no text, from this gateway's memory.
 * @throws GatewayError 409 if there is no answer, or no longer one; 503 if it cannot be read.
 */
export async function openAnswer(
  record: RequestRecord,
  accountId: number,
  stores: ReplyStores,
): Promise<EarlierReply> {
  const { requestId, state, log } = record;
  if (state === 'voided') throw voidedError(record);
  const answer = await openRetainedReply({ accountId, requestId, bytes: log?.responseBytes ?? null }, stores);
  if (answer === undefined) throw notRetainedError(record);
  return answer;
}

function voidedError({ requestId }: RequestRecord): GatewayError {
  return new GatewayError('request-voided', {
    detail: 'The gateway that ran it failed. Nothing was charged: send the request again.',
    members: { promptLogId: requestId },
  });
}

function notRetainedError({ requestId, chargeMicroCredits, zeroDataRetention }: RequestRecord): GatewayError {
  return new GatewayError('result-not-retained', {
    detail: zeroDataRetention
      ? 'Its texts were erased, or it ran under zero data retention: then the gateway that ran it keeps the answer in memory, for at most 10 minutes. This gateway does not have it.'
      : 'The request has ended, but its text was not kept, has been deleted, or was lost with its gateway.',
    members: { promptLogId: requestId, creditsUsed: creditsFromMicroCredits(chargeMicroCredits) },
  });
}
