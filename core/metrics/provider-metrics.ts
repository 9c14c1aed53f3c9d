import type prom from 'prom-client';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from './prom-client.ts';

/** The current load and state of one provider. */
export interface ProviderState {
  readonly provider: string;
  readonly inFlight: number;
  /** Upper bound of the calls in flight. */
  readonly limit: number;
  readonly waiting: number;
  /** Whether each key rests, in the order of its variable. */
  readonly keysResting: readonly boolean[];
  /** The breakers of the models that were called. */
  readonly breakers: readonly { readonly model: string; readonly state: 'closed' | 'halfOpen' | 'open' }[];
}

const BREAKER_STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

/** Metrics of single requests to providers, and of calls that were not sent. */
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

/** Gauges that are read at each scrape, so that they cost a call nothing. */
export function providerGauges(registers: Registry[], providers: () => readonly ProviderState[]) {
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    update: (gauge: prom.Gauge, state: ProviderState) => void,
  ): prom.Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        // A reload may have removed a provider or a model.
        this.reset();
        for (const state of providers()) update(this, state);
      },
    });
  return {
    callsInFlight: gauge(
      'assay_provider_calls_in_flight',
      'Calls that hold one of the places for calls to their provider.',
      ['provider'],
      (series, { provider, inFlight }) => series.set({ provider }, inFlight),
    ),
    callsLimit: gauge(
      'assay_provider_calls_limit',
      'Places for calls to the provider: concurrency.calls of its manifest.',
      ['provider'],
      (series, { provider, limit }) => series.set({ provider }, limit),
    ),
    callsWaiting: gauge(
      'assay_provider_calls_waiting',
      'Calls that wait for such a place, or for the end of a breaker’s trial call.',
      ['provider'],
      (series, { provider, waiting }) => series.set({ provider }, waiting),
    ),
    keyResting: gauge(
      'assay_provider_key_resting',
      '1 while a key rests after a 429 or a refusal; keys are numbered from 1, as listed.',
      ['provider', 'key'],
      (series, { provider, keysResting }) => {
        for (const [index, rests] of keysResting.entries())
          series.set({ provider, key: String(index + 1) }, rests ? 1 : 0);
      },
    ),
    breakerState: gauge(
      'assay_provider_breaker_state',
      'Of each model that was asked: 0 closed, 1 half open, 2 open.',
      ['model', 'provider'],
      (series, { provider, breakers }) => {
        for (const { model, state } of breakers) series.set({ model, provider }, BREAKER_STATES[state]);
      },
    ),
  };
}
