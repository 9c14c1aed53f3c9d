import type { Registry } from 'prom-client';
import { Counter, Gauge } from './prom-client.ts';

export type ReloadMetrics = ReturnType<typeof reloadMetrics>;

/** Metrics of the reloads of the manifests and keys. */
export function reloadMetrics(registers: Registry[]) {
  return {
    reloads: new Counter({
      name: 'assay_registry_reloads_total',
      help: 'Reloads of manifests, calibrations, panels and key files by outcome: swapped, unchanged, refused.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** The day on which a model is shut down. */
export interface ModelShutdown {
  readonly model: string;
  readonly provider: string;
  /** 00:00 UTC of the day, in Unix seconds. */
  readonly seconds: number;
}

export function retirementMetrics(registers: Registry[], shutdowns: () => readonly ModelShutdown[]) {
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
