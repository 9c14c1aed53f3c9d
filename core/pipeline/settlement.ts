import type { CallRecord, Reservation, Settlement } from '../ledger/ledger.ts';

/** Charges the caller's part of what the calls cost, at most the hold; the house bears the rest. */
export function settlementOf(
  { requestId, holdMicroCredits }: Pick<Reservation, 'requestId' | 'holdMicroCredits'>,
  calls: readonly CallRecord[],
): Settlement {
  const cost = calls.reduce((sum, { chargeMicroCredits }) => sum + chargeMicroCredits, 0);
  const spent = calls.reduce((sum, { houseMicroCredits = 0 }) => sum - houseMicroCredits, cost);
  const charge = Math.min(spent, holdMicroCredits);
  return { requestId, chargeMicroCredits: charge, houseMicroCredits: cost - charge, calls };
}
