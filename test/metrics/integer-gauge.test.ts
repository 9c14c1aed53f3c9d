import * as fc from 'fast-check';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { creditsFromMicroCredits } from '../../core/billing/amounts.ts';
import { IntegerGauge } from '../../core/metrics/cached-series.ts';

async function valueOf({ gauge }: IntegerGauge): Promise<number | undefined> {
  return (await gauge.get()).values[0]?.value;
}

it('is exact after each change, and 0 in the end', async () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 0, max: 1e12 }), fc.nat()), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(amounts, async (holds) => {
      const reserved = new IntegerGauge(
        { name: 'credits', help: 'Held.', registers: [new Registry()] },
        creditsFromMicroCredits,
      );
      let microCredits = 0;
      for (const [amount] of holds) {
        reserved.add(amount);
        microCredits += amount;
      }
      expect(await valueOf(reserved)).toBe(microCredits / 1e6);
      for (const [amount] of holds.toSorted(([, one], [, other]) => one - other)) {
        reserved.add(-amount);
        microCredits -= amount;
        expect(await valueOf(reserved)).toBe(microCredits / 1e6);
      }
      expect(await valueOf(reserved)).toBe(0);
    }),
  );
});
