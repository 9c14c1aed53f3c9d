import { performance } from 'node:perf_hooks';
import { TransportError } from './fault.ts';

/**
 * Tells once that something stops: its time is up, or the client has left. An `AbortSignal` tells the same, and costs more:
 * every call makes one signal and listens to three.
 */
export interface StopSignal {
  readonly isStopped: boolean;
  /**
   * Calls back once, when it stops; at once where it has.
   * @returns takes the callback back. Call it when the wait is over: the signal outlives it.
   */
  whenStopped(callback: () => void): () => void;
}

/** A signal of one's own to give. */
export class StopSource implements StopSignal {
  readonly #waiting = new Set<() => void>();
  isStopped = false;

  whenStopped(callback: () => void): () => void {
    if (this.isStopped) {
      callback();
      return () => {};
    }
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  /** Harmless to call twice. */
  stop(): void {
    this.isStopped = true;
    for (const callback of this.#waiting) {
      this.#waiting.delete(callback);
      callback();
    }
  }
}

/** Calls back once, when the first of them stops. @returns as `whenStopped`. */
export function whenFirstStops(signals: readonly StopSignal[], callback: () => void): () => void {
  const forgets: (() => void)[] = [];
  const forget = (): void => {
    for (const forgetOne of forgets) forgetOne();
  };
  const fire = (): void => {
    forget();
    callback();
  };
  if (signals.some(({ isStopped }) => isStopped)) callback();
  else for (const signal of signals) forgets.push(signal.whenStopped(fire));
  return forget;
}

/** Until when something may run. */
export interface Deadline {
  /** Comes when the time is up, or earlier. */
  readonly signal: StopSignal;
  /** When it comes at the latest, as `performance.now()` counts. */
  readonly endsAt: number;
}

/** A deadline whose timer goes with the work, so that a busy gateway does not collect timers that wait for nothing. */
export interface TimedDeadline extends Deadline {
  /** The work is over: forget the timer. Harmless to call twice. */
  forget(): void;
}

/** @param parent ends it too. */
export function startDeadline(timeoutMs: number, parent?: Deadline): TimedDeadline {
  const signal = new StopSource();
  const expire = (): void => signal.stop();
  const timer = setTimeout(expire, timeoutMs);
  const forgetParent = parent?.signal.whenStopped(expire);
  return {
    signal,
    endsAt: Math.min(performance.now() + timeoutMs, parent?.endsAt ?? Number.POSITIVE_INFINITY),
    forget() {
      clearTimeout(timer);
      forgetParent?.();
    },
  };
}

/** @returns false where a signal cut the pause short. It leaves neither timer nor callback behind. */
export function pause(durationMs: number, signals: readonly StopSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      forget();
      resolve(true);
    }, durationMs);
    const forget = whenFirstStops(signals, () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/**
 * What a plugin gives, waited for no longer than the call may take; what it gives at once is handed on as it is.
 * @throws TransportError where it takes longer.
 */
export function within<Value>(given: Value | Promise<Value>, signal: StopSignal): Value | Promise<Value> {
  return given instanceof Promise ? waitFor(given, signal) : given;
}

async function waitFor<Value>(given: Promise<Value>, signal: StopSignal): Promise<Value> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const forget = signal.whenStopped(() => reject(new TransportError('timeout', undefined)));
  try {
    return await Promise.race([given, ended]);
  } finally {
    forget();
  }
}
