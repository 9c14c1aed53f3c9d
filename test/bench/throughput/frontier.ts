/** What a subject did at one rate of requests. */
export interface AtRate {
  /** Requests a second that were offered. */
  readonly rate: number;
  readonly addedP99Ms: number;
  readonly failed: number;
  /** Requests a second that were answered: fewer than offered where the subject, or its load, could not keep up. */
  readonly requestsPerSecond: number;
}

/** What a user notices little of, something of, and much of; added to the provider's time, milliseconds. */
const FRONTIER_MS = [1, 5, 25] as const;

/** Parts of a subject's own maximum that are tried, from the lowest on. */
export const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Below the rate that was offered by more than chance: few requests a second vary most. */
const KEPT_UP = 0.9;

/**
 * The highest rate at which a request in a hundred waits no longer for the gateway, in one look at it, every lower rate
 * included: a rate that was kept by luck above one that was not does not count.
 * @returns 0 where the lowest rate is already too much.
 */
export function highestRate(tried: readonly AtRate[], maxAddedP99Ms: number): number {
  const isKept = ({ rate, addedP99Ms, failed, requestsPerSecond }: AtRate): boolean =>
    failed === 0 && requestsPerSecond >= KEPT_UP * rate && addedP99Ms < maxAddedP99Ms;
  let highest = 0;
  for (const [rate, looks] of Map.groupBy(tried, ({ rate: each }) => each)) {
    if (!looks.some(isKept)) break;
    highest = rate;
  }
  return highest;
}

/** A line for each subject. */
export function printFrontier(bySubject: ReadonlyMap<string, readonly AtRate[]>): void {
  console.log('\n  Highest rate at which the added p99 stays below, requests a second, one model');
  console.log(`  ${'subject'.padEnd(22)}${FRONTIER_MS.map((ms) => `${ms} ms`.padStart(8)).join('')}`);
  for (const [subject, tried] of bySubject) {
    const rates = FRONTIER_MS.map((ms) => highestRate(tried, ms).toFixed(0).padStart(8));
    console.log(`  ${subject.padEnd(22)}${rates.join('')}`);
  }
}
