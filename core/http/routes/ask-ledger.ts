import { unavailableNow } from '../../errors.ts';

/** Waits for an answer of the ledger. @throws GatewayError 503 if it fails. */
export async function askLedger<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((cause: unknown) => {
    throw unavailableNow('The ledger cannot be read now.', cause);
  });
}
