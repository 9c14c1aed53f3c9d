import { performance } from 'node:perf_hooks';
import type { Credentials } from '../config.ts';
import type { Provider } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import { Breaker } from './breaker.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { createSlots, type Slots } from './slots.ts';
import { createWaitingRoom } from './waiting-room.ts';

/** What stands between the calls of all requests and one provider, by the rules of its manifest. */
export interface ProviderGate {
  readonly slots: Slots;
  readonly keys: KeyRing;
  readonly retryBudget: RetryBudget;
  breaker(modelId: string): Breaker;
  state(): ProviderState;
}

const now = (): number => performance.now();

/** One slot in so many is kept for accounts that hold none; else one could keep all others out with silent calls. */
const KEPT_DIVISOR = 8;

/** @param credentials at least one. */
export function createProviderGate(provider: Provider, credentials: readonly Credentials[]): ProviderGate {
  const { concurrency, retryBudget } = provider;
  const room = createWaitingRoom(concurrency.queue);
  const { calls } = concurrency;
  const slots = createSlots({ slots: calls, kept: Math.floor(calls / KEPT_DIVISOR), queue: room });
  const keys = createKeyRing(credentials, now);
  const breakers = new Map<string, Breaker>();
  return {
    slots,
    keys,
    retryBudget: createRetryBudget(retryBudget, now),
    breaker(modelId) {
      const known = breakers.get(modelId);
      if (known !== undefined) return known;
      const made = new Breaker(provider.breaker, room, now);
      breakers.set(modelId, made);
      return made;
    },
    state: () => ({
      provider: provider.id,
      inFlight: slots.inUse(),
      limit: calls,
      waiting: room.waiting(),
      keysResting: keys.resting(),
      breakers: [...breakers].map(([model, { state }]) => ({ model, state })),
    }),
  };
}
