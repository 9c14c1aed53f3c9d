import type { CallRecord, Ledger } from '../ledger/ledger.ts';
import { describeError, type Logger } from '../log.ts';

interface DeliveryServices {
  readonly ledger: Pick<Ledger, 'deliver'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Sends the events of an answer only once their cost is durable: the ledger stores the calls whose results an event has
 * and marks the request as delivering, then the event is sent. Events leave in the order in which they were added. The run
 * does not wait: while the ledger stores some calls, others gather and share the next write.
 */
export class AnswerDelivery {
  /** The calls so far, in the order in which the ledger numbers them. */
  readonly calls: CallRecord[] = [];
  /** Whether an event may have left. If so, the request can only be settled, not voided. */
  mayHaveSent = false;
  readonly #requestId: string;
  readonly #services: DeliveryServices;
  readonly #unsent: (() => void)[] = [];
  #storedCalls = 0;
  /** True while `#store` runs; events that are added meanwhile go into its next write. */
  #isStoring = false;
  #storing: Promise<void> | undefined;
  #maySend = false;
  #hasEnded = false;

  constructor(requestId: string, services: DeliveryServices) {
    this.#requestId = requestId;
    this.#services = services;
  }

  /**
   * @param calls whose results the event has; empty if it has none.
   * @param send called once the calls are durable. If the ledger refuses them, both are tried again with the next event.
   */
  add(calls: readonly CallRecord[], send: () => void): void {
    if (this.#hasEnded) return;
    this.calls.push(...calls);
    this.#unsent.push(send);
    this.#start();
  }

  /**
   * Call it when somebody reads: from then on, events may leave. The ledger does not mark the request earlier, so that
   * an unread answer costs nothing if its gateway dies. Harmless to call twice.
   * @returns once the earlier events are stored, or the ledger has refused them.
   */
  async allowSending(): Promise<void> {
    this.#maySend = true;
    this.#start();
    await this.#storing;
  }

  #start(): void {
    if (this.#isStoring || !this.#maySend || this.#hasEnded || this.#unsent.length === 0) return;
    this.#isStoring = true;
    this.#storing = this.#store();
  }

  /** Takes no further event. It resolves once no write to the ledger is under way. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#storing;
  }

  /**
   * Sends the remaining events once the whole request is settled, even those whose calls the ledger refused to store.
   */
  sendRest(): void {
    this.#send(this.#unsent.length);
  }

  /** An event that cannot be sent is lost alone. Nobody awaits its error, and the request is charged all the same. */
  #send(count: number): void {
    for (const send of this.#unsent.splice(0, count)) {
      try {
        send();
      } catch (error) {
        const fields = { promptLogId: this.#requestId, error: describeError(error) };
        this.#services.log.error(fields, 'an event of an answer was lost');
      }
    }
  }

  async #store(): Promise<void> {
    // An event that is added after the loop's last look starts a new write, so `#isStoring` is cleared right then.
    try {
      while (this.#unsent.length > 0) {
        const events = this.#unsent.length;
        const from = this.#storedCalls;
        const calls = this.calls.slice(from);
        try {
          await this.#services.ledger.deliver({ requestId: this.#requestId, from, calls });
        } catch {
          return;
        }
        this.#storedCalls = from + calls.length;
        this.mayHaveSent = true;
        this.#send(events);
      }
    } finally {
      this.#isStoring = false;
    }
  }
}
