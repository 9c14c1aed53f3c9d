export interface SpreadFigures {
  readonly count: number;
  /** NaN of none, as all of them. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** How figures lie. It keeps each, so it is for seconds. */
export class Spread {
  #values = new Float64Array(4_096);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(this.#count * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  figures(): SpreadFigures {
    const sorted = this.#values.slice(0, this.#count).toSorted();
    const at = (share: number): number =>
      sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
    return { count: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
  }
}
