import type prom from 'prom-client';
import type { CounterConfiguration, HistogramConfiguration, LabelValues } from 'prom-client';
import { Counter, Histogram } from './prom-client.ts';

/**
 * The series of one metric. Its user looks up each series once and keeps it. Prom-client would make a text of all labels
 * for each count: with sixteen models a request, that takes a twelfth of the processor time.
 */
class CachedSeries<Label extends string, Series> {
  readonly #names: readonly Label[];
  readonly #create: (labels: LabelValues<Label>) => Series;
  readonly #byLabels = new Map<string, Series>();

  constructor(names: readonly Label[], create: (labels: LabelValues<Label>) => Series) {
    this.#names = names;
    this.#create = create;
  }

  /** Returns the same series for the same labels, so that a reload of the registry adds none. */
  find(labels: LabelValues<Label>): Series {
    const key = JSON.stringify(this.#names.map((name) => labels[name]));
    const series = this.#byLabels.get(key) ?? this.#create(labels);
    this.#byLabels.set(key, series);
    return series;
  }

  all(): readonly Series[] {
    return [...this.#byLabels.values()];
  }
}

/** One series of a counter. It exists, at 0, once it was looked up. */
export interface CounterSeries {
  /** @param value 0 or more. */
  add(value: number): void;
}

class Sum<Label extends string> implements CounterSeries {
  readonly labels: LabelValues<Label>;
  #pending = 0;

  constructor(labels: LabelValues<Label>) {
    this.labels = labels;
  }

  add(value: number): void {
    this.#pending += value;
  }

  /** @returns the sum since the last call. */
  take(): number {
    const sum = this.#pending;
    this.#pending = 0;
    return sum;
  }
}

/** A counter with cached series. Prom-client gets their sums at each scrape. */
export class CachedCounter<Label extends string> extends Counter<Label> {
  readonly #series: CachedSeries<Label, Sum<Label>>;

  constructor(configuration: CounterConfiguration<Label> & { readonly labelNames: readonly Label[] }) {
    super(configuration);
    this.#series = new CachedSeries(configuration.labelNames, (labels) => new Sum(labels));
  }

  series(labels: LabelValues<Label>): CounterSeries {
    return this.#series.find(labels);
  }

  override get(): ReturnType<prom.Counter<Label>['get']> {
    for (const sum of this.#series.all()) this.inc(sum.labels, sum.take());
    return super.get();
  }
}

/** One series of a histogram. It exists, without observations, once it was looked up. */
export interface HistogramSeries {
  observe(value: number): void;
}

class Distribution<Label extends string> implements HistogramSeries {
  readonly labels: LabelValues<Label>;
  readonly #bounds: readonly number[];
  /** The count of each bucket, without those below it. The last bucket is above all bounds. */
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

  /** The values in prom-client's form, in which every bucket includes those below it. */
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

type CachedHistogramConfiguration<Label extends string> = HistogramConfiguration<Label> & {
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
};

/** A histogram with cached series. They count themselves, because prom-client cannot add many observations at once. */
export class CachedHistogram<Label extends string> extends Histogram<Label> {
  readonly #empty: prom.Histogram<Label>;
  readonly #series: CachedSeries<Label, Distribution<Label>>;
  readonly #name: string;

  constructor(configuration: CachedHistogramConfiguration<Label>) {
    super(configuration);
    const { name, labelNames, buckets } = configuration;
    this.#empty = new Histogram({ ...configuration, registers: [] });
    this.#series = new CachedSeries(labelNames, (labels) => new Distribution(labels, buckets));
    this.#name = name;
  }

  series(labels: LabelValues<Label>): HistogramSeries {
    return this.#series.find(labels);
  }

  override async get(): ReturnType<prom.Histogram<Label>['get']> {
    const values = this.#series.all().flatMap((series) => series.values(this.#name));
    return { ...(await this.#empty.get()), values };
  }

  /** Prom-client (15) calls this when it writes text. */
  getForPromString(): ReturnType<prom.Histogram<Label>['get']> {
    return this.get();
  }
}
