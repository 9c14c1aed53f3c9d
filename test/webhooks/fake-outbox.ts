import {
  CLAIM_MS,
  EVENT_LIFE_MS,
  type ClaimedEvent,
  type EventReport,
  type EventCounts,
  type ClaimResult,
  type NewAlert,
  type WaitingEvents,
  type EventRequest,
  type WebhookOutbox,
} from '../../core/ledger/webhooks/outbox.ts';
import { WEBHOOK } from '../contract/ledgers/webhooks.ts';

interface StoredEvent {
  readonly id: string;
  readonly accountId: number;
  readonly untilMs: number;
  dueMs: number;
  attempts: number;
  isDead: boolean;
}

/** An outbox in memory, by the clock of its test. */
export class FakeOutbox implements WebhookOutbox {
  readonly #nowMs: () => number;
  #onWritten: (() => void) | undefined;
  readonly events = new Map<string, StoredEvent>();
  readonly alerts: NewAlert[] = [];
  /** Every report, in their order. */
  readonly reports: EventReport[] = [];
  /** Makes the next claims fail. */
  isAway = false;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(id: string, accountId: number): void {
    const nowMs = this.#nowMs();
    const event = {
      id,
      accountId,
      dueMs: nowMs,
      untilMs: nowMs + EVENT_LIFE_MS,
      attempts: 0,
      isDead: false,
    };
    this.events.set(id, event);
  }

  async waiting(afterAccountId: number): Promise<readonly WaitingEvents[]> {
    const byAccount = new Map<number, number>();
    for (const { accountId, dueMs, isDead } of this.events.values())
      if (!isDead && accountId > afterAccountId)
        byAccount.set(accountId, Math.min(byAccount.get(accountId) ?? Infinity, dueMs - this.#nowMs()));
    return [...byAccount].map(([accountId, dueInMs]) => ({ accountId, dueInMs }));
  }

  async counts(): Promise<EventCounts> {
    const dead = [...this.events.values()].filter(({ isDead }) => isDead).length;
    return { pending: this.events.size - dead, dead, isUsed: true, hasNewAlerts: this.alerts.length > 0 };
  }

  notify(listener: (() => void) | undefined): void {
    this.#onWritten = listener;
  }

  /** Tells the listener of a write, as the ledger does. */
  noteWrite(): void {
    if (this.#onWritten === undefined) throw new Error('nobody listens for writes');
    this.#onWritten();
  }

  async takeAlerts(): Promise<readonly NewAlert[]> {
    return this.alerts.splice(0);
  }

  async claim(reports: readonly EventReport[], requests: readonly EventRequest[]): Promise<ClaimResult> {
    if (this.isAway) throw new Error('the ledger is away');
    const nowMs = this.#nowMs();
    for (const report of reports) this.#apply(report, nowMs);
    const claimed = requests.flatMap(({ accountId, maxEvents }) =>
      [...this.events.values()]
        .filter((event) => event.accountId === accountId && !event.isDead && event.dueMs <= nowMs)
        .slice(0, maxEvents)
        .map((event) => claim(event, nowMs)),
    );
    return { claimed, expired: 0 };
  }

  #apply(report: EventReport, nowMs: number): void {
    this.reports.push(report);
    const event = this.events.get(report.id);
    if (event === undefined) return;
    if (report.outcome === 'delivered') this.events.delete(report.id);
    else if (report.outcome === 'dead') event.isDead = true;
    else event.dueMs = nowMs + report.pauseMs;
    if (report.outcome === 'postponed') event.attempts -= 1;
  }
}

function claim(event: StoredEvent, nowMs: number): ClaimedEvent {
  event.attempts += 1;
  event.dueMs = nowMs + CLAIM_MS;
  const { id, accountId, untilMs, attempts } = event;
  const time = new Date(0).toISOString();
  return {
    id,
    accountId,
    webhook: { ...WEBHOOK, url: `http://receiver.example/${accountId}` },
    message: {
      type: 'prompt.voided',
      timestamp: time,
      data: {
        promptLogId: id,
        state: 'voided',
        createdAt: time,
        finishedAt: time,
        creditsHeld: 0.000001,
        creditsUsed: 0,
        zeroDataRetention: false,
        record: `/api/v1/prompts/${id}`,
        response: null,
      },
    },
    attempt: attempts,
    ageMs: nowMs - untilMs + EVENT_LIFE_MS,
    leftMs: untilMs - nowMs,
  };
}
