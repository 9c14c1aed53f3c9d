import { Counter, type CounterConfiguration, type LabelValues } from 'prom-client';
import { HeldSeries } from './held-series.ts';

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

  override get(): ReturnType<Counter<Label>['get']> {
    for (const sum of this.#series.all()) this.inc(sum.labels, sum.take());
    return super.get();
  }
}
