import { unavailableNow } from '../../errors.ts';

/** Waits for what the ledger reads. @throws GatewayError 503 if it cannot. */
export async function askLedger<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((cause: unknown) => {
    throw unavailableNow('The ledger cannot be read now.', cause);
  });
}
