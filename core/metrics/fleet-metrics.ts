import { Counter, Gauge, Registry } from 'prom-client';
import { reloadMetrics } from './reload-metrics.ts';

export type FleetMetrics = ReturnType<typeof createFleetMetrics>;

/** What a primary measures of its workers. Everything else is theirs. */
export function createFleetMetrics() {
  const register = new Registry();
  const registers = [register];
  return Object.freeze({
    register,
    ...reloadMetrics(registers),
    workersReady: new Gauge({
      name: 'assay_workers_ready',
      help: 'Worker processes that take requests; only with --workers.',
      registers,
    }),
    workersEnded: new Counter({
      name: 'assay_workers_ended_total',
      help: 'Worker processes that ended and were replaced; only with --workers.',
      registers,
    }),
  });
}
