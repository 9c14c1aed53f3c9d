import { PROGRAM, type Actor } from '../administration/audit.ts';
import { noteOf } from '../administration/describe-change.ts';
import { LedgerError } from '../ledger-error.ts';
import { checkWebhook } from '../webhooks/check-webhook.ts';
import type {
  OutboxStep,
  OutboxStepKind,
  OutboxStepOf,
  OutboxStepResult,
  OutboxStepValues,
} from '../webhooks/outbox-step.ts';
import {
  STEP_EVENTS,
  type ClaimResult,
  type EndedEvent,
  type EventCounts,
  type ListedEvent,
  type NewAlert,
  type WaitingEvents,
  type WantedEvents,
  type Webhook,
  type WebhookAdmin,
  type WebhookOutbox,
} from '../webhooks/outbox.ts';
import type { Dialect } from './dialect.ts';
import { countEvents, listEvents, readWaiting } from './events.ts';
import type { Query } from './query.ts';

export interface OutboxParts {
  readonly dialect: Dialect;
  /** Reads by index and within bounds. Rejects with a `LedgerError`, also once the ledger is closed. */
  readonly query: Query;
  /** `takeOutboxStep` in a transaction apart from money. Rejects with a `LedgerError`. */
  readonly take: (step: OutboxStep) => Promise<OutboxStepResult>;
}

/** Events for webhooks. Many are changed a few at a time, so that nobody waits for long. */
export class LedgerOutbox implements WebhookOutbox, WebhookAdmin {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  async waiting(afterAccountId: number): Promise<readonly WaitingEvents[]> {
    return await readWaiting(this.#parts.query, this.#parts.dialect, afterAccountId);
  }

  async counts(): Promise<EventCounts> {
    return await countEvents(this.#parts.query);
  }

  async list(maxEvents: number): Promise<readonly ListedEvent[]> {
    return await listEvents(this.#parts.query, maxEvents);
  }

  async claim(ended: readonly EndedEvent[], wanted: readonly WantedEvents[]): Promise<ClaimResult> {
    return await this.#step<'claim'>({ kind: 'claim', ended, wanted });
  }

  async set(accountName: string, webhook: Webhook, by?: Actor): Promise<void> {
    checkWebhook(webhook);
    await this.#step<'set'>(noted({ kind: 'set', accountName, webhook }, by));
  }

  async remove(accountName: string, by?: Actor): Promise<number> {
    await this.#step<'remove'>(noted({ kind: 'remove', accountName }, by));
    return await repeat(() => this.#step<'forget'>({ kind: 'forget', accountName, limit: STEP_EVENTS }));
  }

  async takeAlerts(): Promise<readonly NewAlert[]> {
    return await this.#step<'alerts'>({ kind: 'alerts' });
  }

  async retry(id: string, by?: Actor): Promise<boolean> {
    return (await this.#step<'retry'>(noted({ kind: 'retry', id }, by))) > 0;
  }

  async retryDead(by?: Actor): Promise<number> {
    return await repeat(() => this.#step<'retryDead'>(noted({ kind: 'retryDead', limit: STEP_EVENTS }, by)));
  }

  async prune(beforeMs: number): Promise<number> {
    return await repeat(() => this.#step<'prune'>({ kind: 'prune', beforeMs, limit: STEP_EVENTS }));
  }

  /** One transaction. @throws LedgerError, and nothing was changed. */
  async #step<Kind extends OutboxStepKind>(step: OutboxStepOf<Kind>): Promise<OutboxStepValues[Kind]> {
    const result = await this.#parts.take(step);
    if ('refusal' in result) throw new LedgerError(result.refusal.code, result.refusal.message);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of step has its own kind of value, and types do not cross threads
    return result.value as OutboxStepValues[Kind];
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
