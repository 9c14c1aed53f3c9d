import type { OperationResult } from '../ledger-operation.ts';
import type { Recovery } from '../ledger.ts';

/** What `recover` operations came to. One that was refused, or whose request was gone, counts for nothing. */
export function sumOfRecovered(results: readonly OperationResult[]): Recovery {
  const sum = { voidedRequests: 0, chargedRequests: 0, chargedMicroCredits: 0, givenBackMicroCredits: 0 };
  for (const result of results) {
    const value = 'value' in result ? result.value : null;
    if (typeof value !== 'object' || value === null || !('outcome' in value)) continue;
    if (value.outcome !== 'voided' && value.outcome !== 'charged') continue;
    if (value.outcome === 'voided') sum.voidedRequests += 1;
    else sum.chargedRequests += 1;
    sum.chargedMicroCredits += value.chargeMicroCredits;
    sum.givenBackMicroCredits += Math.max(0, value.holdMicroCredits - value.chargeMicroCredits);
  }
  return sum;
}
