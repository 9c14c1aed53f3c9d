import { Counter, type Registry } from 'prom-client';

export type ReloadMetrics = ReturnType<typeof reloadMetrics>;

/** How reloads of the manifests and keys end. */
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
