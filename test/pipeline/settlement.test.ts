import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BilledCall } from '../../core/pipeline/call/to-result.ts';
import type { HeldRequest } from '../../core/pipeline/prompt-job.ts';
import { settlementOf } from '../../core/pipeline/settle-prompt.ts';

const amounts = fc.integer({ min: 0, max: 10_000_000 });

const calls: fc.Arbitrary<readonly BilledCall[]> = fc.array(
  fc.record({ asked: amounts, surplus: amounts, absorbed: amounts }).map(({ asked, surplus, absorbed }) => ({
    role: 'contestant' as const,
    index: 0,
    modelId: 'sample-one',
    status: 'completed' as const,
    faultCode: null,
    tokensIn: 0,
    tokensCached: 0,
    tokensCacheWrite: 0,
    searches: 0,
    tokensOut: 0,
    attempts: 1,
    latencyMs: 0,
    providerCostNanoUsd: 0,
    chargeMicroCredits: asked + surplus + absorbed,
    absorbedMicroCredits: absorbed,
    surplusMicroCredits: surplus,
  })),
  { maxLength: 8 },
);

const holds = fc.record({ hold: amounts, beyond: amounts, isOwnBound: fc.boolean() });
const requests = holds.map(({ hold, beyond, isOwnBound }): HeldRequest => ({
  reservation: {
    requestId: 'r',
    accountId: 1,
    keyId: 1,
    holdMicroCredits: hold,
    exposureMicroCredits: beyond,
    mayHoldExposure: false,
    models: ['sample-one'],
    judges: [],
    zeroDataRetention: false,
    idempotency: null,
    isAsync: false,
  },
  maxChargeMicroCredits: hold + beyond,
  isOwnBound,
}));

const sum = (of: readonly BilledCall[], figure: (call: BilledCall) => number | undefined): number =>
  of.reduce((total, call) => total + (figure(call) ?? 0), 0);

it('a surplus is charged up to the hold, the absorbed bears the rest, and no account overruns by it', () => {
  fc.assert(
    fc.property(requests, calls, (held, billed) => {
      const settlement = settlementOf(held, billed);
      const {
        chargeMicroCredits,
        absorbedMicroCredits,
        overrunMicroCredits = 0,
        unpaidMicroCredits = 0,
      } = settlement;
      // The account has chosen not to pay it.
      expect(unpaidMicroCredits).toBe(held.isOwnBound ? overrunMicroCredits : 0);
      const { maxChargeMicroCredits: most } = held;
      const { holdMicroCredits: hold } = held.reservation;
      const cost = sum(billed, (call) => call.chargeMicroCredits);
      const spent = cost - sum(billed, (call) => call.absorbedMicroCredits);
      const asAsked = spent - sum(billed, (call) => call.surplusMicroCredits);
      const plain = settlementOf(
        held,
        billed.map((call) => ({
          ...call,
          chargeMicroCredits: call.chargeMicroCredits - (call.surplusMicroCredits ?? 0),
          surplusMicroCredits: 0,
        })),
      );
      // Every credit is somebody's.
      expect(chargeMicroCredits + absorbedMicroCredits).toBe(cost);
      expect(chargeMicroCredits).toBeLessThanOrEqual(Math.min(spent, most));
      expect(chargeMicroCredits).toBeLessThanOrEqual(Math.max(hold, plain.chargeMicroCredits));
      expect(chargeMicroCredits).toBeGreaterThanOrEqual(plain.chargeMicroCredits);
      if (spent <= hold) expect(chargeMicroCredits).toBe(spent);
      // As if the model that was asked had answered.
      expect(plain.chargeMicroCredits).toBe(Math.min(asAsked, most));
      expect(overrunMicroCredits).toBe(plain.overrunMicroCredits ?? 0);
    }),
  );
});
