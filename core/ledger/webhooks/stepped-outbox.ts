import { checkWebhook } from './check-webhook.ts';
import { STEP_EVENTS } from './outbox.ts';
import type {
  EndedEvent,
  EventCounts,
  ClaimResult,
  ListedEvent,
  WaitingEvents,
  WantedEvents,
  Webhook,
  WebhookAdmin,
  WebhookOutbox,
} from './outbox.ts';
import type { OutboxStepKind, OutboxStepOf, OutboxStepValues } from './outbox-step.ts';

/** What every outbox has in common: many events are changed a few at a time, so that nobody waits for long. */
export abstract class SteppedOutbox implements WebhookOutbox, WebhookAdmin {
  abstract waiting(afterAccountId: number): Promise<readonly WaitingEvents[]>;
  abstract counts(): Promise<EventCounts>;
  abstract list(maxEvents: number): Promise<readonly ListedEvent[]>;
  /** One transaction. @throws LedgerError, and nothing was changed. */
  protected abstract step<Kind extends OutboxStepKind>(
    step: OutboxStepOf<Kind>,
  ): Promise<OutboxStepValues[Kind]>;

  async claim(ended: readonly EndedEvent[], wanted: readonly WantedEvents[]): Promise<ClaimResult> {
    return await this.step<'claim'>({ kind: 'claim', ended, wanted });
  }

  async set(accountName: string, webhook: Webhook): Promise<void> {
    checkWebhook(webhook);
    await this.step<'set'>({ kind: 'set', accountName, webhook });
  }

  async remove(accountName: string): Promise<number> {
    await this.step<'remove'>({ kind: 'remove', accountName });
    return await repeat(() => this.step<'forget'>({ kind: 'forget', accountName, limit: STEP_EVENTS }));
  }

  async retry(requestId: string): Promise<boolean> {
    return (await this.step<'retry'>({ kind: 'retry', requestId })) > 0;
  }

  async retryDead(): Promise<number> {
    return await repeat(() => this.step<'retryDead'>({ kind: 'retryDead', limit: STEP_EVENTS }));
  }

  async prune(beforeMs: number): Promise<number> {
    return await repeat(() => this.step<'prune'>({ kind: 'prune', beforeMs, limit: STEP_EVENTS }));
  }
}

/** It ends: every step but the last takes a whole step's worth away. */
async function repeat(step: () => Promise<number>): Promise<number> {
  let changed = 0;
  for (;;) {
    const now = await step();
    changed += now;
    if (now < STEP_EVENTS) return changed;
  }
}
