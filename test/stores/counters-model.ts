import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Admission, RateCounters } from '../../core/stores/rate-counters.ts';
import { withinOneMinute } from '../support/within-one-minute.ts';
import { cases } from '../support/whole-run.ts';

const LIMITS = { requestsPerMinute: 5, requestsInFlight: 3 };

type Step =
  | { readonly kind: 'admit'; readonly gateway: number }
  | { readonly kind: 'release'; readonly index: number }
  | { readonly kind: 'minute' };

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('admit' as const), gateway: fc.nat(2) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('minute' as const) }) },
  ),
  { maxLength: 40 },
);

/** What the counters of one key must answer: two numbers. */
class PlainCounts {
  readonly inFlight: Admission[] = [];
  used = 0;

  get refusal(): string | undefined {
    if (this.used >= LIMITS.requestsPerMinute) return 'requests_per_minute';
    return this.inFlight.length >= LIMITS.requestsInFlight ? 'requests_in_flight' : undefined;
  }

  expect(admission: Admission): void {
    const { refusal } = this;
    expect(admission.count?.refusedBy).toBe(refusal);
    if (refusal !== undefined) return;
    this.inFlight.push(admission);
    this.used += 1;
    expect(admission.count?.remaining).toBe(LIMITS.requestsPerMinute - this.used);
  }
}

/** Requests of one key that come to and end at several gateways in any order, with minutes that turn in between. */
export async function expectPlainCounts(
  gateways: readonly RateCounters[],
  clock: { nextMinute(): Promise<void> },
): Promise<void> {
  const run = async (sequence: readonly Step[]): Promise<void> => {
    await withinOneMinute(2_000);
    const keyId = randomUUID();
    const plain = new PlainCounts();
    for (const step of sequence) {
      if (step.kind === 'minute') {
        await clock.nextMinute();
        plain.used = 0;
      } else if (step.kind === 'release') {
        await plain.inFlight.splice(step.index, 1)[0]?.release();
      } else {
        const admission = await gateways[step.gateway % gateways.length]?.admit(keyId, LIMITS);
        if (admission !== undefined) plain.expect(admission);
      }
    }
    await Promise.all(plain.inFlight.map((admission) => admission.release()));
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: cases(40) });
}
