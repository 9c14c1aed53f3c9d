import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { WebhookEvent } from '../generated/webhook-event.ts';
import type { ClaimedEvent } from '../ledger/webhooks/outbox.ts';

/**
 * What a webhook is sent, a `WebhookEvent` as JSON in UTF-8.
 * @param response the answer as it is stored, JSON already; undefined where it is left out.
 */
export function eventPieces(event: ClaimedEvent, response: Uint8Array | undefined): readonly Uint8Array[] {
  const { requestId, state, createdAt, finishedAt, zeroDataRetention } = event;
  const said: WebhookEvent = {
    type: `prompt.${state}`,
    timestamp: finishedAt,
    data: {
      promptLogId: requestId,
      state,
      createdAt,
      finishedAt,
      creditsHeld: creditsFromMicroCredits(event.holdMicroCredits),
      creditsUsed: creditsFromMicroCredits(event.chargeMicroCredits),
      zeroDataRetention,
      record: `/api/v1/prompts/${requestId}`,
      response: null,
    },
  };
  const json = JSON.stringify(said);
  if (response === undefined) return [Buffer.from(json)];
  const end = 'null}}';
  return [Buffer.from(json.slice(0, -end.length)), response, Buffer.from('}}')];
}
