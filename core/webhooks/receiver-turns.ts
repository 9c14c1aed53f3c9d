import type { WaitingEvents, EventRequest } from '../ledger/webhooks/outbox.ts';
import { cooldownAfter, type WebhookTimes } from './webhook-times.ts';

/** The most concurrent attempts of all accounts. Each has up to a megabyte of answer in memory. */
export const MAX_SENDING = 32;
/** The most concurrent attempts of one account whose last attempt succeeded. */
export const MAX_SENDING_OF_ACCOUNT = 4;

/** How an attempt ended. After `unsent` nothing is known about the receiver. */
export type SendingEnd = 'accepted' | 'failed' | 'unsent';

interface Receiver {
  sending: number;
  /** Consecutive failures. */
  failures: number;
  cooldownUntilMs: number;
}

/**
 * Chooses which accounts are sent events next, so that a receiver that hangs or fails delays no other. A receiver whose last
 * attempt failed gets one event at a time, and a cooldown after each failure.
 */
export class ReceiverTurns {
  readonly #times: WebhookTimes;
  /** Receivers with an attempt in progress or with failures, by account. */
  readonly #receivers = new Map<number, Receiver>();
  #sending = 0;
  /** The account that was chosen last. Accounts with larger IDs come first in the next choice. */
  #lastAccountId = 0;

  constructor(times: WebhookTimes) {
    this.#times = times;
  }

  /**
   * One event of each account in turn, from where the last choice ended, then a second of each, until no place is free.
   * @param waiting by account ID. @param nowMs never goes back.
   */
  choose(waiting: readonly WaitingEvents[], nowMs: number): readonly EventRequest[] {
    let free = MAX_SENDING - this.#sending;
    const due = waiting.filter(({ dueInMs }) => dueInMs <= 0).map(({ accountId }) => accountId);
    const after = due.filter((accountId) => accountId > this.#lastAccountId);
    const inTurn = [...after, ...due.slice(0, due.length - after.length)];
    const requests = new Map<number, number>();
    for (let round = 1; round <= MAX_SENDING_OF_ACCOUNT; round += 1) {
      for (const accountId of inTurn) {
        if (free === 0) break;
        if (this.#freeOf(accountId, nowMs) < round) continue;
        requests.set(accountId, round);
        this.#lastAccountId = accountId;
        free -= 1;
      }
    }
    return [...requests].map(([accountId, maxEvents]) => ({ accountId, maxEvents }));
  }

  /**
   * The time until an account that cannot be chosen now can be, if no attempt ends before; infinite if there is none.
   */
  nextInMs(waiting: readonly WaitingEvents[], nowMs: number): number {
    const waits = waiting.map(({ accountId, dueInMs }) => {
      const cooldownMs = (this.#receivers.get(accountId)?.cooldownUntilMs ?? 0) - nowMs;
      return Math.max(dueInMs, cooldownMs);
    });
    return Math.min(...waits.filter((waitMs) => waitMs > 0), Infinity);
  }

  begin(accountId: number): void {
    const receiver = this.#receivers.get(accountId) ?? { sending: 0, failures: 0, cooldownUntilMs: 0 };
    receiver.sending += 1;
    this.#sending += 1;
    this.#receivers.set(accountId, receiver);
  }

  /** @param nowMs never goes back. */
  end(accountId: number, end: SendingEnd, nowMs: number): void {
    const receiver = this.#receivers.get(accountId);
    if (receiver === undefined) return;
    receiver.sending -= 1;
    this.#sending -= 1;
    if (end === 'accepted') receiver.failures = 0;
    if (end === 'failed') {
      receiver.failures += 1;
      receiver.cooldownUntilMs = nowMs + cooldownAfter(receiver.failures, this.#times);
    }
    if (receiver.sending === 0 && receiver.failures === 0) this.#receivers.delete(accountId);
  }

  #freeOf(accountId: number, nowMs: number): number {
    const { sending, failures, cooldownUntilMs } = this.#receivers.get(accountId) ?? IDLE;
    if (failures === 0) return MAX_SENDING_OF_ACCOUNT - sending;
    return sending === 0 && nowMs >= cooldownUntilMs ? 1 : 0;
  }
}

const IDLE: Readonly<Receiver> = { sending: 0, failures: 0, cooldownUntilMs: 0 };
