import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallRecord } from '../../core/ledger/ledger.ts';
import { settlementOf } from '../../core/pipeline/settle.ts';
import { call } from '../contract/ledgers/samples.ts';

const amounts = fc.integer({ min: 0, max: 10_000_000 });

const calls: fc.Arbitrary<readonly CallRecord[]> = fc.array(
  fc
    .record({ paid: amounts, absorbed: amounts })
    .map(({ paid, absorbed }) => call({ costMicroCredits: paid + absorbed, absorbedMicroCredits: absorbed })),
  { maxLength: 8 },
);

const sum = (of: readonly CallRecord[], figure: (call: CallRecord) => number | undefined): number =>
  of.reduce((total, one) => total + (figure(one) ?? 0), 0);

it('charges what the calls cost their caller, up to the bound, and every credit is somebody’s', () => {
  fc.assert(
    fc.property(amounts, calls, (maxChargeMicroCredits, billed) => {
      const context = { promptLogId: 'r', maxChargeMicroCredits };
      const { chargeMicroCredits, absorbedMicroCredits } = settlementOf(context, billed);
      const cost = sum(billed, (one) => one.costMicroCredits);
      const paid = cost - sum(billed, (one) => one.absorbedMicroCredits);
      expect(chargeMicroCredits).toBe(Math.min(paid, maxChargeMicroCredits));
      expect(chargeMicroCredits + absorbedMicroCredits).toBe(cost);
    }),
  );
});
