import { performance } from 'node:perf_hooks';
import { CircuitState, CountBreaker } from 'cockatiel';
import type { Credentials } from '../config.ts';
import type { BreakerRules, Provider } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { createSlots, type Slots } from './slots.ts';

/** What stands between the calls of all requests and one provider, by the rules of its manifest. */
export interface ProviderLine {
  readonly slots: Slots;
  readonly keys: KeyRing;
  readonly budget: RetryBudget;
  breaker(modelId: string): Breaker;
  state(): ProviderState;
}

const now = (): number => performance.now();

/** @param credentials at least one. */
export function createProviderLine(provider: Provider, credentials: readonly Credentials[]): ProviderLine {
  const { concurrency, retryBudget } = provider;
  const slots = createSlots({ slots: concurrency.calls, queue: concurrency.queue });
  const keys = createKeyRing(credentials, now);
  const breakers = new Map<string, Breaker>();
  return {
    slots,
    keys,
    budget: createRetryBudget(retryBudget, now),
    breaker(modelId) {
      const known = breakers.get(modelId);
      if (known !== undefined) return known;
      const made = createBreaker(provider.breaker, now);
      breakers.set(modelId, made);
      return made;
    },
    state: () => ({
      provider: provider.id,
      inFlight: slots.inUse(),
      limit: concurrency.calls,
      waiting: slots.waiting(),
      keysResting: keys.resting(),
      breakers: [...breakers].map(([model, breaker]) => ({ model, state: breaker.state() })),
    }),
  };
}

/** Retries are held against the calls of this last stretch, counted in slices that expire one by one. */
const WINDOW_MS = 60_000;
const SLICES = 12;
const SLICE_MS = WINDOW_MS / SLICES;

/** Bounds the retries of all calls to a provider: in an outage every call would else be sent several times. */
export interface RetryBudget {
  /** One call begins. */
  called(): void;
  /** Takes one retry out of the budget. @returns false where it is used up. */
  spend(): boolean;
}

/**
 * At most `percent` of the calls of the last minute, and `perMinute` on top.
 * @param now milliseconds of a clock that never goes back.
 */
export function createRetryBudget(
  { percent, perMinute }: { readonly percent: number; readonly perMinute: number },
  now: () => number,
): RetryBudget {
  const calls = Array.from({ length: SLICES }, () => 0);
  const retries = Array.from({ length: SLICES }, () => 0);
  let allCalls = 0;
  let allRetries = 0;
  let latest = Math.floor(now() / SLICE_MS);

  /** Forgets what is older than the window. @returns the place of the current slice. */
  const advance = (): number => {
    const current = Math.floor(now() / SLICE_MS);
    const first = Math.max(latest + 1, current - SLICES + 1);
    for (let slice = first; slice <= current; slice += 1) {
      const place = slice % SLICES;
      allCalls -= calls[place] ?? 0;
      allRetries -= retries[place] ?? 0;
      calls[place] = 0;
      retries[place] = 0;
    }
    latest = Math.max(latest, current);
    return latest % SLICES;
  };

  return {
    called() {
      const place = advance();
      calls[place] = (calls[place] ?? 0) + 1;
      allCalls += 1;
    },
    spend() {
      const place = advance();
      if (allRetries + 1 > perMinute + (allCalls * percent) / 100) return false;
      retries[place] = (retries[place] ?? 0) + 1;
      allRetries += 1;
      return true;
    },
  };
}

/** What an attempt says about the provider; `nothing` where it was ended from our side. */
export type Evidence = 'answering' | 'failing' | 'nothing';

/** How an attempt was let through. */
export type Admission = 'call' | 'probe';

export type BreakerState = 'closed' | 'halfOpen' | 'open';

/**
 * Keeps calls from a model that fails anyway. Each model has its own: providers run out of capacity for one model
 * while the others answer, and one bad model must not take them with it.
 */
export interface Breaker {
  /** Whether an attempt would be refused now. */
  refuses(): boolean;
  /** @returns undefined where the attempt must not be made; else report what came of it. */
  admit(): Admission | undefined;
  report(admission: Admission, evidence: Evidence): void;
  state(): BreakerState;
}

/**
 * Whether to open is decided by cockatiel, over the last attempts. The states are our own: cockatiel's policy lets the
 * calls that arrive during a probe wait for its end, which may take ten minutes here, and it reads the clock of the day.
 * @param now milliseconds of a clock that never goes back.
 */
export function createBreaker({ calls, failedPercent, openMs }: BreakerRules, now: () => number): Breaker {
  const recent = new CountBreaker({ threshold: failedPercent / 100, size: calls });
  let state: BreakerState = 'closed';
  /** When the next probe may start; a probe that hangs must not keep the breaker open for as long as it hangs. */
  let probeAt = 0;

  const open = (): void => {
    state = 'open';
    probeAt = now() + openMs;
  };
  const refuses = (): boolean => state !== 'closed' && now() < probeAt;

  return {
    refuses,
    admit() {
      if (state === 'closed') return 'call';
      if (refuses()) return undefined;
      state = 'halfOpen';
      probeAt = now() + openMs;
      return 'probe';
    },
    report(admission, evidence) {
      if (state === 'closed') {
        if (evidence === 'answering') recent.success(CircuitState.Closed);
        else if (evidence === 'failing' && recent.failure(CircuitState.Closed)) open();
        return;
      }
      // What began before the breaker opened tells of an earlier time.
      if (admission === 'call') return;
      if (evidence === 'answering') {
        // Forgets what was before.
        recent.success(CircuitState.HalfOpen);
        state = 'closed';
      } else if (evidence === 'failing') open();
      // The next call may find out what this one could not.
      else if (state === 'halfOpen') probeAt = now();
    },
    state: () => state,
  };
}
