import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { CallRecord, Reservation, Settlement } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import { keepsNothing } from './ask-model.ts';
import type { PromptJob, PromptOutcome, PromptServices } from './prompt-job.ts';
import { toCallRecord, toResult } from './to-result.ts';

export interface Finished {
  readonly reservation: Reservation;
  readonly outcome: PromptOutcome;
  readonly job: PromptJob;
}

/**
 * Charges what was spent, at most the hold.
 * @returns the answer, a `PromptResponse` as JSON text: the very text that is stored.
 * @throws GatewayError 503 where the charge is not known to be durable: no answer is sent, and the hold is given back.
 */
export async function settlePrompt(
  { reservation, outcome, job }: Finished,
  services: Pick<PromptServices, 'ledger' | 'metrics' | 'recentReplies'>,
): Promise<string> {
  const calls = callRecords(outcome);
  const spent = calls.reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0);
  const charge = Math.min(spent, reservation.holdMicroCredits);
  const response: PromptResponse = {
    promptLogId: reservation.requestId,
    results: outcome.runs.map(toResult),
    evaluations: outcome.judged.map(({ evaluation }) => evaluation),
    creditsUsed: creditsFromMicroCredits(charge),
  };
  const json = JSON.stringify(response);
  const log = logOf(job, json);
  // Before the charge is durable, since from then on a repetition may ask for it.
  if (log === null && reservation.idempotency !== null)
    services.recentReplies.keep(reservation.requestId, json);
  const settlement: Settlement = {
    requestId: reservation.requestId,
    chargeMicroCredits: charge,
    houseMicroCredits: spent - charge,
    calls,
    log,
  };
  await services.ledger.settle(settlement).catch((cause: unknown) => {
    throw new GatewayError('unavailable', {
      detail: 'The charge could not be recorded, so no answer is sent.',
      cause,
    });
  });
  services.metrics.creditsCharged.inc(creditsFromMicroCredits(charge));
  services.metrics.creditsHouse.inc(creditsFromMicroCredits(spent - charge));
  return json;
}

function callRecords({ runs, judged }: PromptOutcome): readonly CallRecord[] {
  return [
    ...runs.map(({ run }, index) => toCallRecord(run, { role: 'contestant', index })),
    ...judged.flatMap(({ evaluation, calls }) =>
      calls.map((call) => toCallRecord(call, { role: 'judge', index: evaluation.judge.index })),
    ),
  ];
}

/** Under zero data retention nothing of the prompt or the answers is handed to the ledger at all. */
function logOf({ prompt, account }: PromptJob, response: string): Settlement['log'] {
  if (keepsNothing(prompt, account)) return null;
  const attachments = prompt.attachments.map(({ name, mediaType, sizeBytes }) => ({
    name,
    type: mediaType,
    sizeBytes,
  }));
  const request = attachments.length === 0 ? prompt.request : { ...prompt.request, attachments };
  return { request: JSON.stringify(request), response };
}
