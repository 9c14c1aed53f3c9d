import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { Ledger, Settlement } from '../ledger/ledger.ts';
import type { RequestContext } from './request-context.ts';
import { countCharge, settlementOf } from './settle.ts';

/**
 * Ends the hold of a request that failed. If nothing of its answer has left, the hold is given back: an error of the
 * gateway costs the caller nothing. Otherwise the calls that have ended are charged. The charge is written in the
 * background, and repeated there while the ledger cannot be written.
 */
export async function endFailedRequest(context: RequestContext): Promise<void> {
  const { services, delivery, requestId } = context;
  const { ledger, metrics } = services;
  await delivery?.end();
  if (delivery?.mayHaveSent !== true) {
    try {
      return await ledger.void(requestId);
    } catch (error) {
      // If the ledger's reply to a delivery was lost, the request is marked as delivering all the same, and is charged.
      if (!(error instanceof LedgerError && error.code === 'delivering')) {
        void voidLater(requestId, ledger);
        return;
      }
    }
  }
  const settlement = settlementOf(context, delivery?.calls ?? []);
  void settleLater(settlement, ledger).then((isSettled) => {
    if (isSettled) countCharge(settlement, metrics);
  });
}

/** They take about a quarter of an hour. After that, recovery ends the hold once this gateway has stopped. */
const MAX_VOID_RETRIES = 20;
/** They take most of a day. After that, recovery charges the known costs once this gateway has stopped. */
const MAX_SETTLE_RETRIES = 1_000;
const BACKOFF = { initialDelay: 1_000, maxDelay: 60_000 };

/** Errors of a ledger that cannot be written now and that has changed nothing. */
const TRANSIENT: ReadonlySet<LedgerErrorCode> = new Set(['unavailable', 'queue-full']);
/** A store that `rejected` may accept later, and after `failed` another try shows whether the charge took effect. */
const TRANSIENT_OR_UNCERTAIN: ReadonlySet<LedgerErrorCode> = new Set([...TRANSIENT, 'rejected', 'failed']);

const isOneOf = (codes: ReadonlySet<LedgerErrorCode>) => (error: unknown) =>
  error instanceof LedgerError && codes.has(error.code);

/**
 * Gives back a hold that will not be charged. While the ledger cannot be written, it tries again with growing pauses,
 * because the hold would otherwise reduce the balance for as long as this gateway runs.
 * @returns whether this call gave it back; false if the request had ended otherwise or the ledger stayed unavailable.
 */
export function voidLater(requestId: string, ledger: Pick<Ledger, 'void'>): Promise<boolean> {
  return keepTrying(() => ledger.void(requestId), TRANSIENT, MAX_VOID_RETRIES);
}

/**
 * Charges a request whose answer has left, in part or whole. Its hold stays until the charge is durable. While the
 * ledger cannot be written, it tries again with growing pauses.
 * @returns whether this call charged it; false if the request had ended otherwise or the ledger stayed unavailable.
 */
export function settleLater(settlement: Settlement, ledger: Pick<Ledger, 'settle'>): Promise<boolean> {
  return keepTrying(() => ledger.settle(settlement), TRANSIENT_OR_UNCERTAIN, MAX_SETTLE_RETRIES);
}

async function keepTrying(
  work: () => Promise<void>,
  codes: ReadonlySet<LedgerErrorCode>,
  maxAttempts: number,
): Promise<boolean> {
  // The package is loaded on demand, because failures here are rare and a start should not pay for it.
  const { ExponentialBackoff, handleWhen, retry } = await import('cockatiel');
  const retrying = retry(handleWhen(isOneOf(codes)), {
    maxAttempts,
    backoff: new ExponentialBackoff(BACKOFF),
  }).dangerouslyUnref();
  return retrying.execute(work).then(
    () => true,
    () => false,
  );
}
