import { Gauge, type Registry } from 'prom-client';
import { creditsFromMicroCredits } from '../billing/amounts.ts';

/** Credits held for requests in flight. Kept as a whole number: sums of fractions would not come back to 0. */
export class ReservedCredits {
  readonly gauge: Gauge;
  #microCredits = 0;

  constructor(registers: Registry[]) {
    const read = (): number => creditsFromMicroCredits(this.#microCredits);
    this.gauge = new Gauge({
      name: 'assay_credits_reserved',
      help: 'Credits held for requests in flight here.',
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  hold(microCredits: number): void {
    this.#microCredits += microCredits;
  }

  /** Of what was held before. */
  release(microCredits: number): void {
    this.#microCredits -= microCredits;
  }
}
