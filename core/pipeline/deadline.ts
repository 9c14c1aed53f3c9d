import { performance } from 'node:perf_hooks';

/** Until when something may run. */
export interface TimeBound {
  /** Aborts when the time is up, or earlier. */
  readonly signal: AbortSignal;
  /** When it aborts at the latest, as `performance.now()` counts. */
  readonly endsAt: number;
}

/** A bound on time whose timer ends with the work, so that a busy gateway does not collect timers that wait for nothing. */
export interface Deadline extends TimeBound {
  /** The work is over: forget the timer. Harmless to call twice. */
  end(): void;
}

/** @param parent ends it too. */
export function startDeadline(timeoutMs: number, parent?: TimeBound): Deadline {
  const controller = new AbortController();
  const expire = (): void => controller.abort(new DOMException('The time is up.', 'TimeoutError'));
  const timer = setTimeout(expire, timeoutMs);
  if (parent?.signal.aborted === true) expire();
  else parent?.signal.addEventListener('abort', expire, { once: true });
  return {
    signal: controller.signal,
    endsAt: Math.min(performance.now() + timeoutMs, parent?.endsAt ?? Number.POSITIVE_INFINITY),
    end() {
      clearTimeout(timer);
      parent?.signal.removeEventListener('abort', expire);
    },
  };
}
