import type { ProviderKey } from '../../upstream/key-ring.ts';
import type { Deadline } from '../../upstream/stop-signal.ts';
import type { Connection } from '../../upstream/upstream.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { identityOf } from './log-attempt.ts';
import type { RunContext } from './run-context.ts';

/** A provider that works has begun its reply by then, and a free slot has been found. Milliseconds. */
const NO_REPLY_MS = 30_000;
/** Most models that reason unseen write by then, and most replies that come whole are there. Milliseconds. */
const NO_TEXT_MS = 120_000;

/** What a call waits for: a free slot of its provider, any sign of a reply, or the first text of one that has begun. */
type Awaited = 'slot' | 'reply' | 'text';

const LOOK_AT: Readonly<Record<Awaited, string>> = {
  slot: 'as many calls of this provider run as its manifest allows: see whether they hang, or raise concurrency.calls',
  reply:
    'nothing has come from the provider: look at its status page, and whether its host answers from this machine',
  text: 'the provider has begun to answer and written no text: a reasoning model may take minutes; else look at its status page',
};

/** A reply that may come as events. */
interface AwaitedStream {
  readonly hasBegun: boolean;
  /** Undefined until the first text or reasoning has come. */
  readonly firstTokenAt: number | undefined;
}

/** A call that has its slot. */
interface SendingCall {
  readonly connection: Pick<Connection, 'host'>;
  readonly callDeadline: Deadline;
}

interface SentAttempt {
  /** What it is sent with. */
  readonly key: Pick<ProviderKey, 'place'>;
  /** 1 for the first. */
  readonly attempts: number;
}

/**
 * Warns once of a call that nothing has come of for long: until its time is over, which may be minutes, no other line
 * would tell of a provider that hangs. `end` it with the call.
 */
export class SlowCallWatch {
  readonly #planned: PlannedCall;
  readonly #context: RunContext;
  #timer: NodeJS.Timeout | undefined;
  #since = performance.now();
  #held: SendingCall | undefined;
  #sent: SentAttempt | undefined;
  #stream: AwaitedStream | undefined;

  constructor(planned: PlannedCall, context: RunContext) {
    this.#planned = planned;
    this.#context = context;
    this.#wakeAfter(this.#limitMs());
  }

  /** An attempt is about to be sent. */
  sends(held: SendingCall, sent: SentAttempt): void {
    this.#since = performance.now();
    this.#held = held;
    this.#sent = sent;
    this.#stream = undefined;
  }

  /** The attempt asks for a stream. */
  reads(stream: AwaitedStream): void {
    this.#stream = stream;
  }

  /** The attempt has failed, which another line says; the next comes after a pause. */
  rests(): void {
    this.#since = performance.now();
    this.#stream = undefined;
  }

  /** Harmless to call twice. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wakeAfter(delayMs: number): void {
    this.#timer = setTimeout(() => this.#look(), delayMs);
  }

  #look(): void {
    if (this.#stream?.firstTokenAt !== undefined) return;
    const leftMs = this.#since + this.#limitMs() - performance.now();
    // An attempt that began later than the call has time of its own. A timer may ring a moment early.
    if (leftMs >= 1) this.#wakeAfter(leftMs);
    else this.#warn();
  }

  /** At most half of the time that the manifest grants: a line that comes with the failure itself is none too many. */
  #limitMs(): number {
    const { provider, plugin } = this.#planned.entry;
    const isWhole = this.#sent !== undefined && (!provider.streaming || plugin.stream === undefined);
    const limitMs = isWhole || this.#stream?.hasBegun === true ? NO_TEXT_MS : NO_REPLY_MS;
    return Math.min(limitMs, provider.timeouts.firstByteMs / 2);
  }

  #warn(): void {
    const { provider, model } = this.#planned.entry;
    const context = this.#context;
    const now = performance.now();
    const awaited: Awaited =
      this.#sent === undefined ? 'slot' : this.#stream?.hasBegun === true ? 'text' : 'reply';
    const { endsAt } = this.#held?.callDeadline ?? context.deadline;
    context.services.log.warn(
      {
        ...identityOf(context),
        provider: provider.id,
        model: model.id,
        role: context.role,
        ...(this.#sent !== undefined && { key: this.#sent.key.place + 1, attempt: this.#sent.attempts }),
        ...(this.#held !== undefined && { host: this.#held.connection.host }),
        waitsFor: awaited,
        waitedMs: Math.round(now - this.#since),
        endsInMs: Math.max(0, Math.round(endsAt - now)),
        lookAt: LOOK_AT[awaited],
      },
      'call is slow',
    );
  }
}
