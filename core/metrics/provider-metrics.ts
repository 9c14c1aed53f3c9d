import type prom from 'prom-client';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from './prom-client.ts';

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
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    show: (gauge: prom.Gauge, state: ProviderState) => void,
  ): prom.Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        // A provider or a model may be gone since.
        this.reset();
        for (const state of providers()) show(this, state);
      },
    });
  return {
    callsInFlight: gauge(
      'assay_provider_calls_in_flight',
      'Calls that hold one of the places for calls to their provider.',
      ['provider'],
      (shown, { provider, inFlight }) => shown.set({ provider }, inFlight),
    ),
    callsLimit: gauge(
      'assay_provider_calls_limit',
      'Places for calls to the provider: concurrency.calls of its manifest.',
      ['provider'],
      (shown, { provider, limit }) => shown.set({ provider }, limit),
    ),
    callsWaiting: gauge(
      'assay_provider_calls_waiting',
      'Calls that wait for such a place, or for the end of a breaker’s trial call.',
      ['provider'],
      (shown, { provider, waiting }) => shown.set({ provider }, waiting),
    ),
    keyResting: gauge(
      'assay_provider_key_resting',
      '1 while a key rests after a 429 or a refusal; keys are numbered from 1, as listed.',
      ['provider', 'key'],
      (shown, { provider, keysResting }) => {
        for (const [index, rests] of keysResting.entries())
          shown.set({ provider, key: String(index + 1) }, rests ? 1 : 0);
      },
    ),
    breakerState: gauge(
      'assay_provider_breaker_state',
      'Of each model that was asked: 0 closed, 1 half open, 2 open.',
      ['model', 'provider'],
      (shown, { provider, breakers }) => {
        for (const { model, state } of breakers) shown.set({ model, provider }, BREAKER_STATES[state]);
      },
    ),
  };
}
