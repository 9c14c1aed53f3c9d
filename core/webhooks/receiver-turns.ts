import type { WaitingEvents, WantedEvents } from '../ledger/webhooks/outbox.ts';
import { restAfter, type WebhookTimes } from './webhook-times.ts';

/** Attempts at once, of all accounts together. Each holds at most a megabyte of answer. */
export const MAX_SENDING = 32;
/** Of one account whose receiver answers. */
export const MAX_SENDING_OF_ACCOUNT = 4;

/** How an attempt ended: `unsent` says nothing about the receiver. */
export type SendingEnd = 'accepted' | 'failed' | 'unsent';

interface Receiver {
  sending: number;
  /** In a row. */
  failures: number;
  restsUntilMs: number;
}

/**
 * Who is sent what next, so that a receiver that hangs or fails delays nobody else’s: one whose last attempt failed is
 * tried with one event at a time, and rests after each failure.
 */
export class ReceiverTurns {
  readonly #times: WebhookTimes;
  readonly #random: () => number;
  /** Those that are sent something, and those that failed. */
  readonly #receivers = new Map<number, Receiver>();
  #sending = 0;
  /** The account that was chosen last: the next ones have their turn before it. */
  #lastAccountId = 0;

  constructor(times: WebhookTimes, random: () => number) {
    this.#times = times;
    this.#random = random;
  }

  /**
   * One event of each account in turn, from where the last choice ended, then a second of each, until no place is free.
   * @param waiting by account ID. @param nowMs never goes back.
   */
  choose(waiting: readonly WaitingEvents[], nowMs: number): readonly WantedEvents[] {
    let free = MAX_SENDING - this.#sending;
    const due = waiting.filter(({ dueInMs }) => dueInMs <= 0).map(({ accountId }) => accountId);
    const after = due.filter((accountId) => accountId > this.#lastAccountId);
    const inTurn = [...after, ...due.slice(0, due.length - after.length)];
    const wanted = new Map<number, number>();
    for (let round = 1; round <= MAX_SENDING_OF_ACCOUNT; round += 1) {
      for (const accountId of inTurn) {
        if (free === 0) break;
        if (this.#freeOf(accountId, nowMs) < round) continue;
        wanted.set(accountId, round);
        this.#lastAccountId = accountId;
        free -= 1;
      }
    }
    return [...wanted].map(([accountId, maxEvents]) => ({ accountId, maxEvents }));
  }

  /** Until something of these can be chosen that could not now, unless an attempt ends before; infinite where nothing can. */
  nextInMs(waiting: readonly WaitingEvents[], nowMs: number): number {
    const waits = waiting.map(({ accountId, dueInMs }) => {
      const restMs = (this.#receivers.get(accountId)?.restsUntilMs ?? 0) - nowMs;
      return Math.max(dueInMs, restMs);
    });
    return Math.min(...waits.filter((waitMs) => waitMs > 0), Infinity);
  }

  begin(accountId: number): void {
    const receiver = this.#receivers.get(accountId) ?? { sending: 0, failures: 0, restsUntilMs: 0 };
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
      receiver.restsUntilMs = nowMs + restAfter(receiver.failures, this.#random, this.#times);
    }
    if (receiver.sending === 0 && receiver.failures === 0) this.#receivers.delete(accountId);
  }

  #freeOf(accountId: number, nowMs: number): number {
    const { sending, failures, restsUntilMs } = this.#receivers.get(accountId) ?? IDLE;
    if (failures === 0) return MAX_SENDING_OF_ACCOUNT - sending;
    return sending === 0 && nowMs >= restsUntilMs ? 1 : 0;
  }
}

const IDLE: Readonly<Receiver> = { sending: 0, failures: 0, restsUntilMs: 0 };
