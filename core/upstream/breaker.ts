import type { BreakerRules } from '../contract.ts';
import { createAttemptWindow } from './attempt-window.ts';
import { pause, StopSource, type StopSignal } from './stop-signal.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** What an attempt says about the provider; `nothing` where it was ended from our side, or what was asked may be the reason. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How an attempt was let through. */
export type Admission = 'call' | 'probe';

export type BreakerState = 'closed' | 'halfOpen' | 'open';

/** `over`: no probe is under way, or none that is waited for any longer. `full`: as many wait as may. `ended`: a signal came. */
export type ProbeWait = 'over' | 'full' | 'ended';

/**
 * Keeps calls from a model that fails anyway. Each model has its own: providers run out of capacity for one model
 * while the others answer, and one bad model must not take them with it.
 */
export interface Breaker {
  /** Whether calls fail at once now. During a probe they wait for its end. */
  refuses(): boolean;
  /** @returns undefined where the attempt must not be made now; else report what came of it. */
  admit(): Admission | undefined;
  /** Waits while a probe is under way; at once where none is. One that hangs is waited for until the next may start. */
  waitForProbe(accountId: number, signals: readonly StopSignal[]): ProbeWait | Promise<ProbeWait>;
  /** Once for each attempt that was let through. */
  report(admission: Admission, accountId: number, evidence: Evidence): void;
  state(): BreakerState;
}

/**
 * @param room of all calls of the provider that wait for a probe.
 * @param now milliseconds of a clock that never goes back.
 */
export function createBreaker(
  { calls, failedPercent, openMs }: BreakerRules,
  room: WaitingRoom,
  now: () => number,
): Breaker {
  const recent = createAttemptWindow({ size: calls, failedPercent }, now);
  let state: BreakerState = 'closed';
  /** When the next probe may start; a probe that hangs must not keep the breaker open for as long as it hangs. */
  let probeAt = 0;
  let probed = new StopSource();

  const open = (): void => {
    state = 'open';
    probeAt = now() + openMs;
  };
  const endProbe = (accountId: number, evidence: Evidence): void => {
    if (evidence === 'answering') {
      recent.clear();
      recent.add(accountId, false);
      state = 'closed';
    } else if (evidence === 'failing') open();
    // The next call may find out what this one could not.
    else if (state === 'halfOpen') probeAt = now();
    const ended = probed;
    probed = new StopSource();
    ended.stop();
  };

  return {
    refuses: () => state === 'open' && now() < probeAt,
    admit() {
      if (state === 'closed') return 'call';
      if (now() < probeAt) return undefined;
      state = 'halfOpen';
      probeAt = now() + openMs;
      return 'probe';
    },
    waitForProbe(accountId, signals) {
      const leftMs = state === 'halfOpen' ? probeAt - now() : 0;
      if (leftMs <= 0) return 'over';
      if (!room.enter(accountId)) return 'full';
      return pause(leftMs, [probed, ...signals]).then(() => {
        room.leave(accountId);
        return signals.some(({ isStopped }) => isStopped) ? 'ended' : 'over';
      });
    },
    report(admission, accountId, evidence) {
      if (state !== 'closed') {
        // What began before the breaker opened tells of an earlier time.
        if (admission === 'probe') endProbe(accountId, evidence);
      } else if (evidence !== 'nothing' && recent.add(accountId, evidence === 'failing')) open();
    },
    state: () => state,
  };
}
