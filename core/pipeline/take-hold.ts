import { accountSuspended, unavailableNow } from '../errors.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { inSpan } from '../tracing/span.ts';
import { openReply, type EarlierReply } from './earlier-reply.ts';
import { refuseAboveMaxCredits } from './max-charge.ts';
import type { PromptPlan } from './plan-prompt.ts';
import { refusedHold } from './refused-hold.ts';
import { ClientGone, type RequestContext } from './request-context.ts';

/**
 * Writes the hold to the ledger, where it outlives this process. A request that was answered before holds nothing.
 * @returns the earlier answer; undefined if the hold is taken and the request has to run; `retention-ended` if its
 * account has come under zero data retention since its key was read, so that nothing is held and the request has to be
 * planned again.
 * @throws GatewayError 400 if the request's own bound is too low, 402 with the hold and what the account owes, or with
 * the budget that the hold does not fit in, 403, 409, 422, or 503 without a ledger. ClientGone if nobody waits for it.
 */
export async function takeHold(
  plan: PromptPlan,
  context: RequestContext,
): Promise<EarlierReply | 'retention-ended' | undefined> {
  const { services, account, prompt, idempotency, isAsync, keepsNothing, clientSignal, span } = context;
  const { request } = prompt;
  if (clientSignal.isStopped) throw new ClientGone();
  if (request.max_credits !== undefined) refuseAboveMaxCredits(plan, request.max_credits, context);
  const requestId = services.newId();
  const holdMicroCredits = plan.hold.microCredits;
  const maxChargeMicroCredits = plan.unbounded.length > 0 ? null : plan.atMostMicroCredits;
  const reservation = {
    requestId,
    accountId: account.id,
    keyId: account.keyId,
    holdMicroCredits,
    maxChargeMicroCredits,
    models: request.models,
    judges: request.judges ?? [],
    zeroDataRetention: keepsNothing,
    followsAccount: request.zero_data_retention === undefined,
    idempotency,
    isAsync,
  };
  const reserving = span.isRecording
    ? inSpan(span, 'ledger reserve', () => services.ledger.reserve(reservation))
    : services.ledger.reserve(reservation);
  const reserved = await reserving.catch(holdFailed);
  if (reserved.outcome === 'reserved') {
    context.promptLogId = requestId;
    context.holdMicroCredits = holdMicroCredits;
    context.maxChargeMicroCredits = maxChargeMicroCredits ?? Infinity;
    return undefined;
  }
  if (reserved.outcome === 'retention_ended') return 'retention-ended';
  if (reserved.outcome === 'over_budget' || reserved.outcome === 'insufficient')
    throw refusedHold(reserved, plan, context);
  return await openReply(reserved, account.id, services);
}

function holdFailed(cause: unknown): never {
  // The account was suspended after its key was looked up, since the body may come slowly.
  if (cause instanceof LedgerError && cause.code === 'account-suspended') throw accountSuspended();
  const detail = 'The ledger cannot take a hold now: nothing was run or charged.';
  // A ledger that cannot be written is logged when that begins, not for every request.
  const isLogged = cause instanceof LedgerError && cause.code === 'unavailable';
  throw unavailableNow(detail, isLogged ? undefined : cause);
}
