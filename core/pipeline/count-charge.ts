import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { Settlement } from '../ledger/ledger.ts';
import type { Metrics } from '../metrics.ts';

/** Counts what a durable settlement charged, and what the house bears of it. */
export function countCharge(
  metrics: Metrics,
  { chargeMicroCredits, houseMicroCredits }: Pick<Settlement, 'chargeMicroCredits' | 'houseMicroCredits'>,
): void {
  metrics.creditsCharged.inc(creditsFromMicroCredits(chargeMicroCredits));
  metrics.creditsHouse.inc(creditsFromMicroCredits(houseMicroCredits));
}
