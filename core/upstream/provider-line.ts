import { performance } from 'node:perf_hooks';
import { ConstantBackoff, handleWhenResult, retry, type RetryPolicy } from 'cockatiel';
import type { Provider } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import { createBreaker, type Breaker } from './breaker.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { createSlots, type Slots } from './slots.ts';

/** What stands between the calls of all requests and one provider, by the rules of its manifest. */
export interface ProviderLine {
  readonly slots: Slots;
  readonly keys: KeyRing;
  readonly budget: RetryBudget;
  /** Runs its argument again for as long as that resolves to true and attempts are left. */
  readonly repeat: RetryPolicy;
  breaker(modelId: string): Breaker;
  state(): ProviderState;
}

/** Whether a call is repeated, and after which pause, is decided within it: cockatiel's pause cannot be cut short. */
const WITHOUT_PAUSE = new ConstantBackoff(0);

const now = (): number => performance.now();

/** @param keyCount at least 1. */
export function createProviderLine(provider: Provider, keyCount: number): ProviderLine {
  const { concurrency, retries, retryBudget } = provider;
  const slots = createSlots({ slots: concurrency.calls, queue: concurrency.queue });
  const keys = createKeyRing(keyCount, now);
  const breakers = new Map<string, Breaker>();
  return {
    slots,
    keys,
    budget: createRetryBudget(retryBudget, now),
    repeat: retry(
      handleWhenResult((again) => again === true),
      { maxAttempts: retries.attempts - 1, backoff: WITHOUT_PAUSE },
    ),
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
      waiting: slots.waiting(),
      keysResting: keys.resting(),
      breakers: [...breakers].map(([model, breaker]) => ({ model, state: breaker.state() })),
    }),
  };
}
