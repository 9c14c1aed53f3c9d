import { PROGRAM, type Actor } from '../administration/audit.ts';
import { noteOf } from '../administration/describe-change.ts';
import { checkWebhook } from './check-webhook.ts';
import { STEP_EVENTS } from './outbox.ts';
import type {
  EndedEvent,
  EventCounts,
  ClaimResult,
  ListedEvent,
  NewAlert,
  WaitingEvents,
  WantedEvents,
  Webhook,
  WebhookAdmin,
  WebhookOutbox,
} from './outbox.ts';
import type { OutboxStep, OutboxStepKind, OutboxStepOf, OutboxStepValues } from './outbox-step.ts';

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

  async set(accountName: string, webhook: Webhook, by?: Actor): Promise<void> {
    checkWebhook(webhook);
    await this.step<'set'>(noted({ kind: 'set', accountName, webhook }, by));
  }

  async remove(accountName: string, by?: Actor): Promise<number> {
    await this.step<'remove'>(noted({ kind: 'remove', accountName }, by));
    return await repeat(() => this.step<'forget'>({ kind: 'forget', accountName, limit: STEP_EVENTS }));
  }

  async takeAlerts(): Promise<readonly NewAlert[]> {
    return await this.step<'alerts'>({ kind: 'alerts' });
  }

  async retry(id: string, by?: Actor): Promise<boolean> {
    return (await this.step<'retry'>(noted({ kind: 'retry', id }, by))) > 0;
  }

  async retryDead(by?: Actor): Promise<number> {
    return await repeat(() => this.step<'retryDead'>(noted({ kind: 'retryDead', limit: STEP_EVENTS }, by)));
  }

  async prune(beforeMs: number): Promise<number> {
    return await repeat(() => this.step<'prune'>({ kind: 'prune', beforeMs, limit: STEP_EVENTS }));
  }
}

function noted<Step extends OutboxStep>(step: Step, by: Actor = PROGRAM): Step {
  return { ...step, audit: noteOf(step, by) };
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
