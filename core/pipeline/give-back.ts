import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { LedgerError } from '../billing/ledger-error.ts';
import type { Ledger } from '../billing/ledger.ts';

/** About a quarter of an hour; a ledger that is away for longer recovers the hold when a gateway next starts on it. */
const MAX_RETRIES = 20;

/** The ledger cannot be written now, and nothing was changed: worth another try. */
const isPassing = handleWhen(
  (error) => error instanceof LedgerError && (error.code === 'unavailable' || error.code === 'queue-full'),
);

/**
 * Gives back a hold that will not be charged. A hold nobody frees would shrink a balance for as long as this gateway
 * lives, so a ledger that cannot be written is asked again, in the background, ever more slowly.
 * @returns whether the hold is free; false where it was settled or voided otherwise, or the ledger stayed away.
 */
export function giveBack(requestId: string, ledger: Pick<Ledger, 'void'>): Promise<boolean> {
  const patient = retry(isPassing, {
    maxAttempts: MAX_RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: 1_000, maxDelay: 60_000 }),
  }).dangerouslyUnref();
  return patient
    .execute(() => ledger.void(requestId))
    .then(
      () => true,
      () => false,
    );
}
