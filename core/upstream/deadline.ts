import { performance } from 'node:perf_hooks';
import { EndingSource, type Ending } from './ending.ts';

/** Until when something may run. */
export interface TimeBound {
  /** Comes when the time is up, or earlier. */
  readonly ending: Ending;
  /** When it comes at the latest, as `performance.now()` counts. */
  readonly endsAt: number;
}

/** A bound on time whose timer goes with the work, so that a busy gateway does not collect timers that wait for nothing. */
export interface Deadline extends TimeBound {
  /** The work is over: forget the timer. Harmless to call twice. */
  forget(): void;
}

/** @param parent ends it too. */
export function startDeadline(timeoutMs: number, parent?: TimeBound): Deadline {
  const ending = new EndingSource();
  const expire = (): void => ending.end();
  const timer = setTimeout(expire, timeoutMs);
  const forgetParent = parent?.ending.whenOver(expire);
  return {
    ending,
    endsAt: Math.min(performance.now() + timeoutMs, parent?.endsAt ?? Number.POSITIVE_INFINITY),
    forget() {
      clearTimeout(timer);
      forgetParent?.();
    },
  };
}
