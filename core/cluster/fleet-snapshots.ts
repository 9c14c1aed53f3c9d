import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';
import type { MetricSnapshot } from './message.ts';

/** What only grows: it must not shrink when a worker ends, or every rate over it would be wrong. */
const GROWING = ['counter', 'histogram'];

/** The latest of each worker's measurements, and what the ones that are gone had counted. */
export class FleetSnapshots {
  readonly #latest = new Map<number, MetricSnapshot>();
  #gone: Promise<MetricSnapshot> = Promise.resolve([]);

  update(workerId: number, snapshot: MetricSnapshot): void {
    this.#latest.set(workerId, snapshot);
  }

  /** The worker has ended: its counts stay, its gauges go. */
  bury(workerId: number): void {
    const last = this.#latest.get(workerId);
    this.#latest.delete(workerId);
    if (last === undefined) return;
    const growing = last.filter(({ type }) => GROWING.includes(String(type)));
    this.#gone = this.#gone.then(async (gone) => await aggregate([gone, growing]).getMetricsAsJSON());
  }

  /** All of them as one process, together with what the primary measures itself. */
  async merge(own: MetricSnapshot): Promise<Registry> {
    const gone = await this.#gone;
    return aggregate([own, gone, ...this.#latest.values()]);
  }
}

function aggregate(snapshots: MetricSnapshot[]): Registry {
  return AggregatorRegistry.aggregate<PrometheusContentType>(snapshots);
}
