import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { BudgetEvent } from '../generated/budget-event.ts';
import type { WebhookEvent } from '../generated/webhook-event.ts';
import type { ClaimedEvent, ClaimedFacts, EndedRequest, ReachedBudget } from '../ledger/webhooks/outbox.ts';

/**
 * What a webhook is sent, a `WebhookEvent` or a `BudgetEvent` as JSON in UTF-8.
 * @param response the answer of a request as it is stored, JSON already; undefined where it is left out.
 */
export function eventPieces(event: ClaimedEvent, response: Uint8Array | undefined): readonly Uint8Array[] {
  if (event.state === 'reached') return [Buffer.from(JSON.stringify(budgetEvent(event)))];
  const json = JSON.stringify(webhookEvent(event));
  if (response === undefined) return [Buffer.from(json)];
  const end = 'null}}';
  return [Buffer.from(json.slice(0, -end.length)), response, Buffer.from('}}')];
}

function webhookEvent(event: ClaimedFacts & EndedRequest): WebhookEvent {
  const { id, state, createdAt, finishedAt, zeroDataRetention } = event;
  return {
    type: `prompt.${state}`,
    timestamp: finishedAt,
    data: {
      promptLogId: id,
      state,
      createdAt,
      finishedAt,
      creditsHeld: creditsFromMicroCredits(event.holdMicroCredits),
      creditsUsed: creditsFromMicroCredits(event.chargeMicroCredits),
      zeroDataRetention,
      record: `/api/v1/prompts/${id}`,
      response: null,
    },
  };
}

function budgetEvent(event: ReachedBudget): BudgetEvent {
  const { accountName, scope, keyPrefix, period, threshold, reachedAt, resetsAt } = event;
  return {
    type: 'budget.reached',
    timestamp: reachedAt,
    data: {
      account: accountName,
      scope,
      keyPrefix,
      period,
      threshold,
      limit: creditsFromMicroCredits(event.limitMicroCredits),
      spent: creditsFromMicroCredits(event.spentMicroCredits),
      resetsAt,
    },
  };
}
