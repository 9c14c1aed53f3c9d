import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { Reservation, ReserveOutcome } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { PromptServices } from './prompt-job.ts';

/**
 * Takes the hold, durable before the first byte to a provider, unless this very request has been answered before.
 * @returns the earlier answer's JSON text; undefined where the hold stands and the request is to run.
 * @throws GatewayError 402 with the hold (topping up to it suffices), 409, 422, or 503 where there is no ledger.
 */
export async function reservePrompt(
  reservation: Reservation,
  { ledger, recentReplies }: Pick<PromptServices, 'ledger' | 'recentReplies'>,
): Promise<string | undefined> {
  const reserved = await ledger.reserve(reservation).catch((cause: unknown) => {
    const detail = 'The ledger cannot take a hold now: nothing was run or charged.';
    throw new GatewayError('unavailable', { detail, headers: { 'Retry-After': '1' }, cause });
  });
  if (reserved.outcome === 'reserved') return undefined;
  if (reserved.outcome !== 'settled') throw refusal(reserved, reservation);
  const json = reserved.response ?? recentReplies.find(reserved.requestId);
  if (json === undefined) throw notRetained(reserved);
  return json;
}

type Refused = Exclude<ReserveOutcome, { readonly outcome: 'reserved' | 'settled' }>;

function refusal(refused: Refused, { holdMicroCredits }: Reservation): GatewayError {
  if (refused.outcome === 'insufficient')
    return new GatewayError('insufficient-balance', {
      detail:
        'The free balance is below what this request could cost. Top up, send fewer models, or lower maxTokens.',
      members: {
        estimatedCreditsRequired: creditsFromMicroCredits(holdMicroCredits),
        creditsAvailable: creditsFromMicroCredits(refused.availableMicroCredits),
      },
    });
  if (refused.outcome === 'key_mismatch')
    return new GatewayError('idempotency-mismatch', {
      detail: 'Send a new Idempotency-Key with a new body: a key stands for one body, for 24 hours.',
    });
  return new GatewayError('request-in-flight', {
    detail: 'Nothing was run or charged for this repetition. Repeat it once the first one has ended.',
    headers: { 'Retry-After': '1' },
  });
}

type Settled = Extract<ReserveOutcome, { readonly outcome: 'settled' }>;

/** The text is gone for good, and the request is never run a second time under its key. */
function notRetained({ requestId, chargeMicroCredits }: Settled): GatewayError {
  return new GatewayError('result-not-retained', {
    detail: 'It was charged once, and will not be run again under this key. To run it anew, send a new key.',
    members: { promptLogId: requestId, creditsUsed: creditsFromMicroCredits(chargeMicroCredits) },
  });
}
