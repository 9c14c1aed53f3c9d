import type { Actor } from '../administration/audit.ts';
import { noted } from '../administration/describe-change.ts';
import { repeatStep, type TakeStep } from '../ledger-step.ts';
import { checkWebhook } from '../webhooks/check-webhook.ts';
import type {
  ClaimResult,
  EndedEvent,
  EventCounts,
  ListedEvent,
  NewAlert,
  WaitingEvents,
  WantedEvents,
  Webhook,
  WebhookAdmin,
  WebhookOutbox,
} from '../webhooks/outbox.ts';
import type { Dialect } from './dialect.ts';
import { countEvents, listEvents, readWaiting } from './events.ts';
import type { Query } from './query.ts';

export interface OutboxParts {
  readonly dialect: Dialect;
  /** Reads by index and within bounds. Rejects with a `LedgerError`, also once the ledger is closed. */
  readonly query: Query;
  readonly take: TakeStep;
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
    const { claimed = [], rows } = await this.#parts.take({
      of: 'outbox',
      kind: 'claimEvents',
      ended,
      wanted,
    });
    return { claimed, expired: rows };
  }

  async takeAlerts(): Promise<readonly NewAlert[]> {
    return (await this.#parts.take({ of: 'outbox', kind: 'takeAlerts' })).alerts ?? [];
  }

  async set(accountName: string, webhook: Webhook, by?: Actor): Promise<void> {
    checkWebhook(webhook);
    await this.#parts.take(noted({ of: 'outbox', kind: 'setWebhook', accountName, webhook }, by));
  }

  async remove(accountName: string, by?: Actor): Promise<number> {
    await this.#parts.take(noted({ of: 'outbox', kind: 'removeWebhook', accountName }, by));
    return await repeatStep(() => this.#parts.take({ of: 'outbox', kind: 'forgetEvents', accountName }));
  }

  async retry(id: string, by?: Actor): Promise<boolean> {
    return (await this.#parts.take(noted({ of: 'outbox', kind: 'retryEvent', id }, by))).rows > 0;
  }

  async retryDead(by?: Actor): Promise<number> {
    return await repeatStep(() => this.#parts.take(noted({ of: 'outbox', kind: 'retryDead' }, by)));
  }

  async prune(beforeMs: number): Promise<number> {
    return await repeatStep(() => this.#parts.take({ of: 'outbox', kind: 'pruneEvents', beforeMs }));
  }
}
