import type { Registry as MetricRegistry } from 'prom-client';
import { creditsFromMicroCredits } from './billing/amounts.ts';
import { attemptMetrics, providerGauges, type ProviderState } from './metrics/provider-metrics.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from './metrics/prom-client.ts';
import { runMetrics } from './metrics/run-metrics.ts';

export type { ProviderState };

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const OVERHEAD_SECONDS = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1];
const COMMIT_SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1];
const COMMIT_OPERATIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

const OUTCOMES = ['delivered', 'failed', 'dead'] as const;
const STATES = ['pending', 'dead'] as const;
const SCOPES = ['account', 'key'] as const;
const PERIODS = ['day', 'month'] as const;
/** In per cent of a budget. */
const THRESHOLDS = ['80', '100'] as const;

export type Metrics = ReturnType<typeof createMetrics>;

/** The day on which a model is shut down. */
export interface ModelShutdown {
  readonly model: string;
  readonly provider: string;
  /** 00:00 UTC of the day, in Unix seconds. */
  readonly seconds: number;
}

export interface MetricSources {
  readonly version: string;
  readonly queuedTasks: () => number;
  /** The sum of the holds of the requests that run here. */
  readonly heldMicroCredits: () => number;
  readonly providers: () => readonly ProviderState[];
  readonly shutdowns: () => readonly ModelShutdown[];
}

/**
 * All metrics of the gateway. Label values come from the registry, the route table or `core/errors.ts`,
 * never from a request, so the number of series is bounded whatever clients send.
 */
export function createMetrics(options: MetricSources) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics(register);
  // These gauges have the suffix of a counter, which Prometheus' own check refuses. Other metrics have their figures.
  for (const kind of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${kind}_total`);
  return Object.freeze({
    register,
    ...requestMetrics(registers),
    ...runMetrics(registers),
    ...attemptMetrics(registers),
    ...providerGauges(registers, options.providers),
    ...retirementMetrics(registers, options),
    ...judgeMetrics(registers),
    ...moneyMetrics(registers, options),
    ...webhookMetrics(registers),
    ...reloadMetrics(registers),
    ...processMetrics(registers, options),
  });
}

function requestMetrics(registers: MetricRegistry[]) {
  return {
    requests: new Counter({
      name: 'assay_requests_total',
      help: 'Answered HTTP requests. Of a 5xx, fault tells whose it is: gateway or provider.',
      labelNames: ['route', 'status', 'fault'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'assay_request_duration_seconds',
      help: 'Request received to response written.',
      labelNames: ['route'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'assay_requests_in_flight',
      help: 'HTTP requests being answered.',
      registers,
    }),
    overheadSeconds: new Histogram({
      name: 'assay_gateway_overhead_seconds',
      help: 'Duration of a prompt request minus its slowest upstream path.',
      buckets: OVERHEAD_SECONDS,
      registers,
    }),
    rateLimited: new Counter({
      name: 'assay_rate_limited_total',
      help: 'Requests answered 429.',
      labelNames: ['limit'],
      registers,
    }),
    rateUncounted: new Counter({
      name: 'assay_rate_uncounted_total',
      help: 'Requests for which the rate counters were unreachable, by answer: passed, or unavailable (503).',
      labelNames: ['answer'],
      registers,
    }),
    rateCountersUp: new Gauge({
      name: 'assay_rate_counters_up',
      help: '1 while requests are counted, 0 while the shared counters cannot be reached.',
      registers,
    }),
  };
}

function judgeMetrics(registers: MetricRegistry[]) {
  return {
    judgeRuns: new Counter({
      name: 'assay_judge_runs_total',
      help: 'One judge over one pair in one order: completed, invalid (no readable verdict), failed.',
      labelNames: ['judge', 'outcome'],
      registers,
    }),
    judgePairs: new Counter({
      name: 'assay_judge_pairs_total',
      help: 'Pairs by how the two orders agree: full, partial, contradictory (an order flip), none.',
      labelNames: ['judge', 'agreement'],
      registers,
    }),
    judgeAgreement: new Counter({
      name: 'assay_judge_agreement_total',
      help: 'Pairs decided by two judges: the same winner, or another.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

function moneyMetrics(registers: MetricRegistry[], { heldMicroCredits }: MetricSources) {
  return {
    creditsCharged: new Counter({
      name: 'assay_credits_charged_total',
      help: 'Credits charged to accounts.',
      registers,
    }),
    creditsAbsorbed: new Counter({
      name: 'assay_credits_absorbed_total',
      help: 'Credits that the operator paid for callers: repeated attempts, dearer models that answered in the place of others, by estimate what calls cost that the gateway ended, and what was billed beyond the most a call can cost.',
      registers,
    }),
    cacheLookups: new Counter({
      name: 'assay_cache_lookups_total',
      help: 'Entries of requests that were looked up in the cache of their account: hit, miss, or failed (the cache could not be read: the request is answered 503 and no model is asked).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    budgetRefusals: new Counter({
      name: 'assay_budget_refusals_total',
      help: 'Requests refused with 402 because a budget does not cover them, by whose budget it is and its period.',
      labelNames: ['scope', 'period'] as const,
      registers,
    }),
    creditsHeld: new Gauge({
      name: 'assay_credits_reserved',
      help: 'Credits held for requests in flight here.',
      registers,
      collect() {
        this.set(creditsFromMicroCredits(heldMicroCredits()));
      },
    }),
    textsLost: new Counter({
      name: 'assay_prompt_texts_lost_total',
      help: 'Requests whose texts the prompt log does not keep: queue_full, request_too_large (over 16 MiB), too_large (over the account’s bound), failed, or gave_way to newer ones.',
      labelNames: ['reason'],
      registers,
    }),
    ledgerCommitSeconds: new Histogram({
      name: 'assay_ledger_commit_duration_seconds',
      help: 'One durable ledger transaction.',
      buckets: COMMIT_SECONDS,
      registers,
    }),
    ledgerCommitOperations: new Histogram({
      name: 'assay_ledger_commit_operations',
      help: 'Operations sharing one ledger transaction.',
      buckets: COMMIT_OPERATIONS,
      registers,
    }),
  };
}

/** Metrics of webhooks, of their outbox, and of the budgets that they report. */
function webhookMetrics(registers: MetricRegistry[]) {
  const webhookDeliveries = new Counter({
    name: 'assay_webhook_deliveries_total',
    help: 'Attempts to deliver webhook events: delivered, failed (tried again later), dead (given up).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) webhookDeliveries.inc({ outcome }, 0);
  const webhookEvents = new Gauge({
    name: 'assay_webhook_events',
    help: 'Webhook events in the ledger, counted up to 10,000: pending, and dead letters.',
    labelNames: ['state'],
    registers,
  });
  for (const state of STATES) webhookEvents.set({ state }, 0);
  const budgetAlerts = new Counter({
    name: 'assay_budget_alerts_total',
    help: 'Budgets of which so many per cent were spent, each counted once a period, by whose budget it is and its period.',
    labelNames: ['scope', 'period', 'threshold'],
    registers,
  });
  for (const scope of SCOPES)
    for (const period of PERIODS)
      for (const threshold of THRESHOLDS) budgetAlerts.inc({ scope, period, threshold }, 0);
  return { webhookDeliveries, webhookEvents, budgetAlerts };
}

/** Metrics of the reloads of the manifests and keys. */
function reloadMetrics(registers: MetricRegistry[]) {
  return {
    reloads: new Counter({
      name: 'assay_registry_reloads_total',
      help: 'Reloads of manifests, calibrations, panels and key files by outcome: swapped, unchanged, refused.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

function retirementMetrics(registers: MetricRegistry[], { shutdowns }: MetricSources) {
  return {
    succeededRuns: new Counter({
      name: 'assay_succeeded_runs_total',
      help: 'Runs and answers from the cache that a successor gave in the place of a model that is shut down (onShutdown: successor); model is the one that the request names.',
      labelNames: ['model', 'successor', 'role'] as const,
      registers,
    }),
    /** A time, not the remaining days, because Prometheus has its own clock. */
    modelShutdown: new Gauge({
      name: 'assay_model_shutdown_timestamp_seconds',
      help: 'When the provider shuts the model down, Unix time; only models with such a day.',
      labelNames: ['model', 'provider'],
      registers,
      collect() {
        // A reload may have moved or removed it.
        this.reset();
        for (const { model, provider, seconds } of shutdowns()) this.set({ model, provider }, seconds);
      },
    }),
  };
}

function processMetrics(registers: MetricRegistry[], options: MetricSources) {
  const buildInfo = new Gauge({
    name: 'assay_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node', 'registry'],
    registers,
  });
  return {
    poolQueue: new Gauge({
      name: 'assay_worker_pool_queue',
      help: 'Tasks waiting for a worker thread.',
      registers,
      collect() {
        this.set(options.queuedTasks());
      },
    }),
    /** Sets the one series that names the running build and registry. */
    setBuild(registryHash: string): void {
      buildInfo.reset();
      buildInfo.set(
        { version: options.version, node: process.version, registry: registryHash.slice(0, 12) },
        1,
      );
    },
  };
}
