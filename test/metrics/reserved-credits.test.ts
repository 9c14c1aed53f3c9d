import * as fc from 'fast-check';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ReservedCredits } from '../../core/metrics/reserved-credits.ts';

async function valueOf({ gauge }: ReservedCredits): Promise<number | undefined> {
  return (await gauge.get()).values[0]?.value;
}

it('is exact whatever is held and given back, and 0 in the end', async () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 0, max: 1e12 }), fc.nat()), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(amounts, async (held) => {
      const reserved = new ReservedCredits([new Registry()]);
      let microCredits = 0;
      for (const [amount] of held) {
        reserved.hold(amount);
        microCredits += amount;
      }
      expect(await valueOf(reserved)).toBe(microCredits / 1e6);
      for (const [amount] of held.toSorted(([, one], [, other]) => one - other)) {
        reserved.release(amount);
        microCredits -= amount;
        expect(await valueOf(reserved)).toBe(microCredits / 1e6);
      }
      expect(await valueOf(reserved)).toBe(0);
    }),
  );
});
