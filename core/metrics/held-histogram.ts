import { Histogram, type HistogramConfiguration, type LabelValues } from 'prom-client';
import { HeldSeries } from './held-series.ts';

/** One series of a histogram. It is there from the moment it is held, empty. */
export interface HeldDistribution {
  observe(value: number): void;
}

class Distribution<Label extends string> implements HeldDistribution {
  readonly labels: LabelValues<Label>;
  readonly #bounds: readonly number[];
  /** Of each bucket alone; the last is what lies above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: LabelValues<Label>, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  /** As prom-client puts a histogram: every bucket holds those below it too. */
  values(name: string): readonly { labels: object; value: number; metricName: string }[] {
    let count = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, index) => {
      count += this.#counts[index] ?? 0;
      return { labels: { le, ...this.labels }, value: count, metricName: `${name}_bucket` };
    });
    const { labels } = this;
    return [
      ...buckets,
      { labels, value: this.#sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }
}

type HeldHistogramConfiguration<Label extends string> = HistogramConfiguration<Label> & {
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
};

/** A histogram that is counted here and only shown by prom-client, which cannot be told of many observations at once. */
export class HeldHistogram<Label extends string> extends Histogram<Label> {
  readonly #empty: Histogram<Label>;
  readonly #series: HeldSeries<Label, Distribution<Label>>;
  readonly #name: string;

  constructor(configuration: HeldHistogramConfiguration<Label>) {
    super(configuration);
    const { name, labelNames, buckets } = configuration;
    this.#empty = new Histogram({ ...configuration, registers: [] });
    this.#series = new HeldSeries(labelNames, (labels) => new Distribution(labels, buckets));
    this.#name = name;
  }

  hold(labels: LabelValues<Label>): HeldDistribution {
    return this.#series.hold(labels);
  }

  override async get(): ReturnType<Histogram<Label>['get']> {
    const values = this.#series.all().flatMap((series) => series.values(this.#name));
    return { ...(await this.#empty.get()), values };
  }

  /** What prom-client (15) asks a histogram for where it writes text. */
  getForPromString(): ReturnType<Histogram<Label>['get']> {
    return this.get();
  }
}
