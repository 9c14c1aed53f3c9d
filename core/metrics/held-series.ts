import type prom from 'prom-client';
import type {
  CounterConfiguration,
  GaugeConfiguration,
  HistogramConfiguration,
  LabelValues,
} from 'prom-client';
import { Counter, Gauge, Histogram } from './prom-client.ts';

/**
 * The series of one metric, each looked up once and then kept by its user. Prom-client finds a series by a text it makes
 * of all its labels each time one is counted: at sixteen models a request, a twelfth of the processor time.
 */
class HeldSeries<Label extends string, Series> {
  readonly #names: readonly Label[];
  readonly #create: (labels: LabelValues<Label>) => Series;
  readonly #byLabels = new Map<string, Series>();

  constructor(names: readonly Label[], create: (labels: LabelValues<Label>) => Series) {
    this.#names = names;
    this.#create = create;
  }

  /** The same for the same labels, so that a reload of the registry adds none. */
  hold(labels: LabelValues<Label>): Series {
    const key = JSON.stringify(this.#names.map((name) => labels[name]));
    const held = this.#byLabels.get(key) ?? this.#create(labels);
    this.#byLabels.set(key, held);
    return held;
  }

  all(): readonly Series[] {
    return [...this.#byLabels.values()];
  }
}

/** One series of a counter. It is there from the moment it is held, at 0. */
export interface HeldCount {
  /** @param value 0 or more. */
  add(value: number): void;
}

class Sum<Label extends string> implements HeldCount {
  readonly labels: LabelValues<Label>;
  #unsaid = 0;

  constructor(labels: LabelValues<Label>) {
    this.labels = labels;
  }

  add(value: number): void {
    this.#unsaid += value;
  }

  /** @returns what was added since it was last asked. */
  take(): number {
    const taken = this.#unsaid;
    this.#unsaid = 0;
    return taken;
  }
}

/** A counter whose series are held; prom-client is told what was added when somebody asks it. */
export class HeldCounter<Label extends string> extends Counter<Label> {
  readonly #series: HeldSeries<Label, Sum<Label>>;

  constructor(configuration: CounterConfiguration<Label> & { readonly labelNames: readonly Label[] }) {
    super(configuration);
    this.#series = new HeldSeries(configuration.labelNames, (labels) => new Sum(labels));
  }

  hold(labels: LabelValues<Label>): HeldCount {
    return this.#series.hold(labels);
  }

  override get(): ReturnType<prom.Counter<Label>['get']> {
    for (const sum of this.#series.all()) this.inc(sum.labels, sum.take());
    return super.get();
  }
}

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
  readonly #empty: prom.Histogram<Label>;
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

  override async get(): ReturnType<prom.Histogram<Label>['get']> {
    const values = this.#series.all().flatMap((series) => series.values(this.#name));
    return { ...(await this.#empty.get()), values };
  }

  /** What prom-client (15) asks a histogram for where it writes text. */
  getForPromString(): ReturnType<prom.Histogram<Label>['get']> {
    return this.get();
  }
}

/** A gauge whose sum is kept here as a whole number: sums of fractions would not come back to 0. */
export class HeldGauge {
  readonly gauge: prom.Gauge;
  #sum = 0;

  /** @param shown the sum in the metric's unit. */
  constructor(configuration: GaugeConfiguration<string>, shown: (sum: number) => number) {
    const read = (): number => shown(this.#sum);
    this.gauge = new Gauge({
      ...configuration,
      collect() {
        this.set(read());
      },
    });
  }

  add(change: number): void {
    this.#sum += change;
  }
}
