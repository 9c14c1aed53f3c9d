import type { RecoveredRequest } from '../ledger-operation.ts';
import type { Recovery } from '../ledger.ts';

/** What the recovery of several requests came to. */
export function sumOfRecovered(recovered: readonly RecoveredRequest[]): Recovery {
  const sum = { voidedRequests: 0, chargedRequests: 0, chargedMicroCredits: 0, givenBackMicroCredits: 0 };
  for (const each of recovered) {
    if (each.outcome === 'gone') continue;
    if (each.outcome === 'voided') sum.voidedRequests += 1;
    else sum.chargedRequests += 1;
    sum.chargedMicroCredits += each.chargeMicroCredits;
    sum.givenBackMicroCredits += Math.max(0, each.holdMicroCredits - each.chargeMicroCredits);
  }
  return sum;
}
