import { Counter, Gauge, type Registry } from 'prom-client';

/** What one provider's calls are up against at this moment. */
export interface ProviderState {
  readonly provider: string;
  readonly inFlight: number;
  /** At most so many may be. */
  readonly limit: number;
  readonly waiting: number;
  /** By the key's place in its variable. */
  readonly keysResting: readonly boolean[];
  /** Of the models that were asked. */
  readonly breakers: readonly { readonly model: string; readonly state: 'closed' | 'halfOpen' | 'open' }[];
}

const BREAKER_STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

/** Of single requests to providers, and of calls that never became one. */
export function attemptMetrics(registers: Registry[]) {
  return {
    attempts: new Counter({
      name: 'assay_provider_attempts_total',
      help: 'Requests sent to a provider by outcome: completed, the fault code, or internal_error.',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    streamsCut: new Counter({
      name: 'assay_streams_cut_total',
      help: 'Streamed replies that broke off, by whether the provider had reported a usage: reported, or unknown.',
      labelNames: ['provider', 'usage'],
      registers,
    }),
    unsent: new Counter({
      name: 'assay_provider_calls_unsent_total',
      help: 'Calls that failed at once, with nothing sent: an open breaker, a full queue.',
      labelNames: ['provider', 'reason'],
      registers,
    }),
    retryBudgetExhausted: new Counter({
      name: 'assay_provider_retry_budget_exhausted_total',
      help: 'Retries not made because the retry budget was used up.',
      labelNames: ['provider'],
      registers,
    }),
  };
}

/** Read when they are asked for, so that they cost a call nothing. */
export function providerGauges(registers: Registry[], providers: () => readonly ProviderState[]) {
  return {
    callsInFlight: new Gauge({
      name: 'assay_provider_calls_in_flight',
      help: 'Calls that hold one of the places for calls to their provider.',
      labelNames: ['provider'],
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const { provider, inFlight } of providers()) this.set({ provider }, inFlight);
      },
    }),
    callsLimit: new Gauge({
      name: 'assay_provider_calls_limit',
      help: 'Places for calls to the provider: concurrency.calls of its manifest.',
      labelNames: ['provider'],
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const { provider, limit } of providers()) this.set({ provider }, limit);
      },
    }),
    callsWaiting: new Gauge({
      name: 'assay_provider_calls_waiting',
      help: 'Calls that wait for such a place, or for the end of a breaker’s trial call.',
      labelNames: ['provider'],
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const { provider, waiting } of providers()) this.set({ provider }, waiting);
      },
    }),
    keyResting: new Gauge({
      name: 'assay_provider_key_resting',
      help: '1 while a key rests after a 429 or a refusal; keys are numbered from 1, as listed.',
      labelNames: ['provider', 'key'],
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const { provider, keysResting } of providers())
          for (const [index, rests] of keysResting.entries())
            this.set({ provider, key: String(index + 1) }, rests ? 1 : 0);
      },
    }),
    breakerState: new Gauge({
      name: 'assay_provider_breaker_state',
      help: 'Of each model that was asked: 0 closed, 1 half open, 2 open.',
      labelNames: ['model', 'provider'],
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const { provider, breakers } of providers())
          for (const { model, state } of breakers) this.set({ model, provider }, BREAKER_STATES[state]);
      },
    }),
  };
}
