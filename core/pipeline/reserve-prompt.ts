import { balanceFromMicroCredits, creditsFromMicroCredits } from '../billing/amounts.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { IdempotencyClaim, KeyUse, Reservation, ReserveResult } from '../ledger/ledger.ts';
import { accountSuspended } from './account-refusals.ts';
import { GatewayError } from '../errors.ts';
import { budgetExhausted } from './budget-exhausted.ts';
import { inMemory, openStoredReply, type EarlierReply } from './earlier-reply.ts';
import type { PromptServices } from './plan/request-context.ts';
import type { CreditEstimates } from './quote-prompt.ts';
import { RequestInFlight } from './request-in-flight.ts';

/** What is told of a request whose hold the balance does not cover. */
export interface RefusedEstimate extends CreditEstimates {
  /** What would make its hold smaller, as the end of a sentence. */
  readonly cure: string;
}

/**
 * Takes the hold, which this process's end cannot lose from then on, unless this very request has been answered before.
 * @param estimate asked where the balance does not cover the hold.
 * @returns the earlier answer; undefined if the hold stands and the request is to run; `retention-ended` if its account
 * came under zero data retention since it was read: nothing is held, and the request is to be planned anew.
 * @throws GatewayError 402 with the hold and what the account owes, or with the budget the hold does not fit in, 403, 409, 422, or 503 without a ledger.
 */
export async function reservePrompt(
  reservation: Reservation,
  estimate: () => RefusedEstimate,
  { ledger, recentReplies, metrics }: Pick<PromptServices, 'ledger' | 'recentReplies' | 'metrics'>,
): Promise<EarlierReply | 'retention-ended' | undefined> {
  const reserved = await ledger.reserve(reservation).catch((cause: unknown) => {
    // Since the key was looked up: the body may have come slowly.
    if (cause instanceof LedgerError && cause.code === 'account-suspended') throw accountSuspended();
    const detail = 'The ledger cannot take a hold now: nothing was run or charged.';
    // A ledger that cannot be written is logged once, not with every request.
    const isTold = cause instanceof LedgerError && cause.code === 'unavailable';
    const headers = { 'Retry-After': '1' };
    throw new GatewayError('unavailable', { detail, headers, ...(!isTold && { cause }) });
  });
  if (reserved.outcome === 'reserved') return undefined;
  if (reserved.outcome === 'retention_ended') return 'retention-ended';
  if (reserved.outcome === 'over_budget') {
    const { scope, period } = reserved.budget;
    metrics.budgetRefusals.inc({ scope, period });
    throw budgetExhausted(reserved.budget, reservation.holdMicroCredits, estimate(), Date.now());
  }
  if (reserved.outcome === 'insufficient') throw insufficient(reserved, reservation, estimate());
  return await replyOf(reserved, reservation.accountId, { ledger, recentReplies });
}

/**
 * The answer to a repetition that could not be planned any more: the registry or a limit has changed since. Nothing is
 * held or run.
 * @returns undefined where the key is free, or was used with another body.
 * @throws GatewayError 409, or 503 where there is no ledger.
 */
export async function findEarlierReply(
  accountId: number,
  claim: IdempotencyClaim,
  { ledger, recentReplies }: Pick<PromptServices, 'ledger' | 'recentReplies'>,
): Promise<EarlierReply | undefined> {
  const use = await ledger.findReply(accountId, claim).catch((cause: unknown) => {
    const detail = 'The ledger cannot be read now: nothing was run or charged.';
    throw new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
  });
  if (use === undefined || use.outcome === 'key_mismatch') return undefined;
  return await replyOf(use, accountId, { ledger, recentReplies });
}

/** The stored answer is read as it is sent, never whole. */
async function replyOf(
  use: KeyUse,
  accountId: number,
  { ledger, recentReplies }: Pick<PromptServices, 'ledger' | 'recentReplies'>,
): Promise<EarlierReply> {
  if (use.outcome !== 'settled') throw refusal(use);
  const { requestId, responseBytes } = use;
  const stored =
    responseBytes === null
      ? undefined
      : await openStoredReply({ accountId, requestId, bytes: responseBytes }, ledger);
  if (stored !== undefined) return stored;
  const recent = recentReplies.find(requestId);
  if (recent === undefined) throw notRetained(use);
  return inMemory(requestId, recent);
}

type Insufficient = Extract<ReserveResult, { readonly outcome: 'insufficient' }>;

function insufficient(
  { availableMicroCredits, owedMicroCredits }: Insufficient,
  { holdMicroCredits }: Reservation,
  { creditsExpected, creditsAtMost, cure }: RefusedEstimate,
): GatewayError {
  const owed = creditsFromMicroCredits(owedMicroCredits);
  return new GatewayError('insufficient-balance', {
    detail:
      owedMicroCredits > 0
        ? `The account owes ${owed} credits: earlier requests cost more than was held for them. Top up by that and what has to be held for this request.`
        : `The free balance is below what has to be held for this request. Top up, or ${cure}.`,
    members: {
      estimatedCreditsRequired: creditsFromMicroCredits(holdMicroCredits),
      creditsExpected,
      creditsAtMost,
      creditsAvailable: balanceFromMicroCredits(availableMicroCredits),
      creditsOwed: owed,
    },
  });
}

type Settled = Extract<KeyUse, { readonly outcome: 'settled' }>;

function refusal(use: Exclude<KeyUse, Settled>): GatewayError {
  if (use.outcome === 'key_mismatch')
    return new GatewayError('idempotency-mismatch', {
      detail: 'Send a new Idempotency-Key with a new body: a key belongs to one body for 24 hours.',
    });
  return new RequestInFlight(use.requestId);
}

/** The text is gone for good, and the request is never run a second time under its key. */
function notRetained({ requestId, chargeMicroCredits }: Settled): GatewayError {
  return new GatewayError('result-not-retained', {
    detail: 'It was charged once, and will not be run again under this key. To run it anew, send a new key.',
    members: { promptLogId: requestId, creditsUsed: creditsFromMicroCredits(chargeMicroCredits) },
    headers: { 'X-Prompt-Log-Id': requestId },
  });
}
