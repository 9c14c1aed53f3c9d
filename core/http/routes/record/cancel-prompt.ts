import type { RouteServices } from '../../run/open-request.ts';
import { unavailableNow } from '../../../errors.ts';
import type { RequestRecord } from '../../../ledger/ledger.ts';
import type { HandlerOf } from '../../admit/admit.ts';
import { setPromptLogId } from '../../answer/answer-state.ts';
import { askLedger } from '../ask-ledger.ts';
import { findRecord, statusOf } from './find-record.ts';

/**
 * DELETE /api/v1/prompts/{promptLogId}: a running request starts no further calls. Calls that were sent to a provider run
 * to their end and are charged. A request that has ended loses its texts.
 */
export function cancelPromptRoute(services: RouteServices): HandlerOf['rate'] {
  return async ({ request, response, caller }) => {
    let record = await findRecord(request.params['promptLogId'], caller, services.ledger);
    setPromptLogId(response, record.requestId);
    if (record.state !== 'reserved') {
      await erase(record, caller.account.id, services);
      response.status(204).set('Cache-Control', 'no-store').end();
      return;
    }
    if (!(await cancel(record, caller.account.id, services))) {
      // It may have ended meanwhile. Its texts stay, because the client asked to cancel it, not to erase it.
      record = await findRecord(request.params['promptLogId'], caller, services.ledger);
      if (record.state === 'reserved') throw unavailableNow(UNREACHABLE);
    }
    const status = statusOf(record);
    response
      .status(status.state === 'running' ? 202 : 200)
      .set('Cache-Control', 'no-store')
      .json(status);
  };
}

const UNREACHABLE = 'The gateway that runs the request does not answer, so nothing was cancelled. Try again.';

/** Erases the texts, also in the memory of the gateway that ran the request. */
async function erase(
  { requestId, owner }: RequestRecord,
  accountId: number,
  { ledger, recentReplies, gateways }: RouteServices,
): Promise<void> {
  await askLedger(ledger.eraseRequest(accountId, requestId));
  recentReplies.forget(requestId);
  if (gateways !== undefined && owner !== gateways.address)
    await gateways.forget({ owner, accountId, requestId });
}

async function cancel(
  { requestId, owner }: RequestRecord,
  accountId: number,
  { running, gateways }: RouteServices,
): Promise<boolean> {
  const localRequest = running.find(accountId, requestId);
  localRequest?.cancelSignal.stop();
  if (localRequest !== undefined) return true;
  if (gateways === undefined || owner === gateways.address) return false;
  return await gateways.cancel({ owner, accountId, requestId });
}
