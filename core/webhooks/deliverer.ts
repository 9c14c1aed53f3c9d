import type { Ledger } from '../ledger/ledger.ts';
import { LOG_PIECE_BYTES } from '../ledger/texts/log-piece.ts';
import {
  type ClaimedEvent,
  type EventReport,
  MAX_WAITING_ACCOUNTS,
  type WaitingEvents,
} from '../ledger/webhooks/outbox.ts';
import { describeError, type Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { ReceiverTurns } from './receiver-turns.ts';
import type { SendResult, WebhookSender } from './send-webhook.ts';
import { pauseAfter, type WebhookTimes } from './webhook-times.ts';

export interface DelivererServices {
  readonly ledger: Pick<Ledger, 'webhooks' | 'readLog'>;
  readonly pool: Pick<WorkerPool, 'signWebhook'>;
  readonly sender: WebhookSender;
  readonly metrics: Pick<Metrics, 'webhookDeliveries' | 'webhookEvents' | 'budgetAlerts'>;
  readonly log: Logger;
  readonly times: WebhookTimes;
  /** Milliseconds, never going back. */
  readonly now: () => number;
}

/** Pause before an event that was not sent is due again, milliseconds. */
const POSTPONED_MS = 1_000;

/**
 * Sends the events of the ledger's outbox, each at least once: an event that is claimed without a report is due again for
 * any gateway. Its memory is bounded by the number of attempts in progress.
 */
export class WebhookDeliverer {
  readonly #services: DelivererServices;
  readonly #turns: ReceiverTurns;
  readonly #sending = new Set<Promise<void>>();
  /** Reports to the ledger, which the next claim sends. */
  #reports: readonly EventReport[] = [];
  #turn: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Infinity;
  #countedAtMs = -Infinity;
  /** Whether any account had a webhook at the last count. */
  #isUsed = false;
  /** The last account of the previous page of accounts; 0 to start over. */
  #afterAccountId = 0;
  #isStopping = false;
  #isCutOff = false;

  constructor(services: DelivererServices) {
    this.#services = services;
    this.#turns = new ReceiverTurns(services.times);
  }

  start(): void {
    this.#wakeIn(0);
  }

  /**
   * Claims nothing more, waits for a while for attempts in progress, and reports on them to the ledger. An attempt that is
   * cut short is due at once for another gateway.
   */
  async stop(): Promise<void> {
    const { sender, times } = this.#services;
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#turn;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, times.stopMs);
    await Promise.race([Promise.all(this.#sending), late.promise]);
    clearTimeout(timer);
    await sender.close();
    await Promise.all(this.#sending);
    await this.#look();
  }

  #wakeIn(delayMs: number): void {
    const atMs = this.#services.now() + delayMs;
    if (this.#isStopping || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(() => {
      this.#timerAtMs = Infinity;
      this.#turn = this.#takeTurn();
    }, delayMs);
    this.#timer.unref();
  }

  /** Turns never overlap. */
  async #takeTurn(): Promise<void> {
    await this.#turn;
    const nextMs = await this.#look();
    this.#wakeIn(Math.max(nextMs, this.#services.times.gatherMs));
  }

  /** @returns milliseconds until the next look, unless something wakes it before. Never rejects. */
  async #look(): Promise<number> {
    const { times, log } = this.#services;
    try {
      const nextMs = await this.#claim();
      if (this.#isCutOff) log.info('webhook events are sent again');
      this.#isCutOff = false;
      return nextMs;
    } catch (error) {
      if (!this.#isCutOff && !this.#isStopping)
        log.error(
          { error: describeError(error) },
          'the ledger cannot be asked for webhook events: they wait',
        );
      this.#isCutOff = true;
      return times.lookMs;
    }
  }

  async #claim(): Promise<number> {
    const { ledger, metrics, now, times } = this.#services;
    await this.#count();
    const waiting =
      this.#isUsed && !this.#isStopping ? await ledger.webhooks.waiting(this.#afterAccountId) : [];
    const requests = this.#turns.choose(waiting, now());
    const reports = this.#reports;
    if (reports.length > 0 || requests.length > 0) {
      const { claimed, expired } = await ledger.webhooks.claim(reports, requests);
      // Attempts that ended meanwhile have added their reports at the end.
      this.#reports = this.#reports.slice(reports.length);
      metrics.webhookDeliveries.inc({ outcome: 'dead' }, expired);
      for (const event of claimed) this.#send(event);
    }
    return Math.min(times.lookMs, this.#nextInMs(waiting));
  }

  #nextInMs(waiting: readonly WaitingEvents[]): number {
    const hasMore = waiting.length === MAX_WAITING_ACCOUNTS;
    this.#afterAccountId = hasMore ? (waiting.at(-1)?.accountId ?? 0) : 0;
    return hasMore ? 0 : this.#turns.nextInMs(waiting, this.#services.now());
  }

  async #count(): Promise<void> {
    const { ledger, metrics, now, times } = this.#services;
    if (this.#isStopping || now() < this.#countedAtMs + times.lookMs) return;
    const { isUsed, pending, dead, hasNewAlerts } = await ledger.webhooks.counts();
    this.#countedAtMs = now();
    if (hasNewAlerts) await this.#countAlerts();
    this.#isUsed = isUsed;
    ledger.webhooks.notify(isUsed ? () => this.#wakeIn(times.gatherMs) : undefined);
    metrics.webhookEvents.set({ state: 'pending' }, pending);
    metrics.webhookEvents.set({ state: 'dead' }, dead);
  }

  /** Also of accounts without a webhook. */
  async #countAlerts(): Promise<void> {
    const { ledger, metrics, log } = this.#services;
    for (const { accountId, scope, period, threshold } of await ledger.webhooks.takeAlerts()) {
      metrics.budgetAlerts.inc({ scope, period, threshold: String(threshold) });
      log.info({ accountId, scope, period, threshold }, 'budget reached');
    }
  }

  #send(event: ClaimedEvent): void {
    this.#turns.begin(event.accountId);
    const sending = this.#attempt(event).finally(() => {
      this.#sending.delete(sending);
      this.#wakeIn(this.#services.times.gatherMs);
    });
    this.#sending.add(sending);
  }

  /** Never rejects. */
  async #attempt(event: ClaimedEvent): Promise<void> {
    const { now, log } = this.#services;
    const beganMs = now();
    const outcome = await this.#trySending(event).catch((error: unknown) => {
      log.warn({ ...namesOf(event), error: describeError(error) }, 'webhook not sent');
      return undefined;
    });
    const isUnsent = outcome === undefined || outcome.kind === 'stopped';
    this.#turns.end(event.accountId, isUnsent ? 'unsent' : outcome.kind, now());
    const report = this.#reportOn({ ...event, leftMs: event.leftMs - (now() - beganMs) }, outcome);
    this.#reports = [...this.#reports, report];
  }

  /** @returns undefined if the event cannot be sent yet. */
  async #trySending(event: ClaimedEvent): Promise<SendResult | undefined> {
    const { pool, sender } = this.#services;
    const response = await this.#responseOf(event);
    if (response === 'not yet') return undefined;
    const { webhook, id, message } = event;
    const pieces = eventPieces(message, response);
    const task = { pieces, id, atMs: Date.now(), secret: webhook.secret };
    return await sender.send(webhook.url, await pool.signWebhook(task, event.accountId));
  }

  /** The stored answer, if it is shorter than `LOG_PIECE_BYTES`. */
  async #responseOf(event: ClaimedEvent): Promise<Uint8Array | 'not yet' | undefined> {
    const { ledger, times } = this.#services;
    const { accountId, id: requestId, ageMs, message } = event;
    if (message.type !== 'prompt.settled' || message.data.zeroDataRetention) return undefined;
    const piece = await ledger.readLog({ accountId, requestId, text: 'response', offsetBytes: 0 });
    if (piece === undefined) return ageMs < times.textsMs ? 'not yet' : undefined;
    return piece.byteLength < LOG_PIECE_BYTES ? piece : undefined;
  }

  #reportOn(event: ClaimedEvent, outcome: SendResult | undefined): EventReport {
    const { metrics, log, times } = this.#services;
    const { id, attempt } = event;
    if (outcome === undefined || outcome.kind === 'stopped') {
      const pauseMs = this.#isStopping ? 0 : Math.min(POSTPONED_MS, times.firstPauseMs);
      return { id, attempt, outcome: 'postponed', pauseMs };
    }
    if (outcome.kind === 'accepted') {
      metrics.webhookDeliveries.inc({ outcome: 'delivered' });
      return { id, attempt, outcome: 'delivered' };
    }
    const { failure, isGone } = outcome;
    const pauseMs = pauseAfter(attempt, times);
    const isDead = isGone || pauseMs >= event.leftMs;
    metrics.webhookDeliveries.inc({ outcome: isDead ? 'dead' : 'failed' });
    // The webhook's address may contain a token, and its answer is untrusted, so neither is logged.
    const line = { ...namesOf(event), attempt, failure };
    if (!isDead) {
      log.warn({ ...line, next: 'retry', pauseMs }, 'webhook failed');
      return { id, attempt, outcome: 'failed', pauseMs, failure };
    }
    log.warn({ ...line, next: 'give_up' }, 'webhook failed');
    return { id, attempt, outcome: 'dead', failure };
  }
}

/** The fields of a log line that identify an event. */
function namesOf(event: ClaimedEvent): Readonly<Record<string, unknown>> {
  const { id, accountId, message } = event;
  return message.type === 'budget.reached'
    ? { accountId, budgetEventId: id }
    : { accountId, promptLogId: id };
}

/**
 * The body of an event, as JSON in UTF-8.
 * @param response the stored answer of the request, in JSON; undefined to leave it out.
 */
function eventPieces(
  message: ClaimedEvent['message'],
  response: Uint8Array | undefined,
): readonly Uint8Array[] {
  const json = JSON.stringify(message);
  if (response === undefined) return [Buffer.from(json)];
  const end = 'null}}';
  return [Buffer.from(json.slice(0, -end.length)), response, Buffer.from('}}')];
}
