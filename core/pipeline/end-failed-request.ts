import { LedgerError, type LedgerErrorCode } from '../ledger/ledger-error.ts';
import type { Settlement } from '../ledger/ledger.ts';
import { describeError } from '../log.ts';
import { logFieldsOf } from './call/log-attempt.ts';
import type { PromptServices, RequestContext } from './request-context.ts';
import { countCharge, settlementOf } from './settle.ts';

/**
 * Ends the hold of a request that failed. If nothing of its answer has left, the hold is given back: an error of the
 * gateway costs the caller nothing. Otherwise the calls that have ended are charged. The charge is written in the
 * background, and repeated there while the ledger cannot be written.
 */
export async function endFailedRequest(context: RequestContext): Promise<void> {
  const { services, delivery, promptLogId } = context;
  const { ledger } = services;
  await delivery?.end();
  const settlement = settlementOf(context, delivery?.calls ?? []);
  const hold: HoldToEnd = { settlement, services, logFields: logFieldsOf(context) };
  if (delivery?.mayHaveSent !== true) {
    try {
      return await ledger.void(promptLogId);
    } catch (error) {
      if (!isMarkedAsDelivering(error)) {
        void voidLater(hold);
        return;
      }
    }
  }
  void settleLater(hold);
}

/** What its retries keep of a request. The rest of its context would take memory for as long. */
interface HoldToEnd {
  readonly settlement: Settlement;
  readonly services: Pick<PromptServices, 'ledger' | 'metrics' | 'log'>;
  readonly logFields: ReturnType<typeof logFieldsOf>;
}

/** If the ledger's reply to a delivery was lost, the request is marked as delivering all the same, and is charged. */
function isMarkedAsDelivering(error: unknown): boolean {
  return error instanceof LedgerError && error.code === 'delivering';
}

/** The retries take about a quarter of an hour. After that, recovery ends the hold once this gateway has stopped. */
const MAX_VOID_RETRIES = 20;
/** The retries take most of a day. After that, recovery charges the known costs once this gateway has stopped. */
const MAX_SETTLE_RETRIES = 1_000;
const BACKOFF = { initialDelay: 1_000, maxDelay: 60_000 };

/** The ledger may accept the operation later, or after `failed` another try shows whether the last one took effect. */
const TRANSIENT: ReadonlySet<LedgerErrorCode> = new Set(['unavailable', 'queue-full', 'rejected', 'failed']);
/** The request has ended otherwise, or this gateway stops and recovery ends the hold. */
const EXPECTED: ReadonlySet<LedgerErrorCode> = new Set(['not-reserved', 'closed']);

const isOneOf = (codes: ReadonlySet<LedgerErrorCode>) => (error: unknown) =>
  error instanceof LedgerError && codes.has(error.code);

/**
 * Gives back a hold that will not be charged. While the ledger cannot be written, it tries again with growing pauses,
 * because the hold would otherwise reduce the balance for as long as this gateway runs. A request that is found to be
 * marked as delivering is charged instead.
 */
async function voidLater(hold: HoldToEnd): Promise<void> {
  const { settlement, services } = hold;
  const voiding = keepTrying(() => services.ledger.void(settlement.requestId), MAX_VOID_RETRIES);
  await voiding.catch(async (error: unknown) => {
    if (isMarkedAsDelivering(error)) await settleLater(hold);
    else logUnended(error, hold);
  });
}

/**
 * Charges a request whose answer has left, in part or whole. Its hold stays until the charge is durable. While the
 * ledger cannot be written, it tries again with growing pauses.
 */
async function settleLater(hold: HoldToEnd): Promise<void> {
  const { settlement, services } = hold;
  const settling = keepTrying(() => services.ledger.settle(settlement), MAX_SETTLE_RETRIES);
  await settling.then(
    () => countCharge(settlement, services.metrics),
    (error: unknown) => logUnended(error, hold),
  );
}

function logUnended(error: unknown, { services, logFields }: HoldToEnd): void {
  if (isOneOf(EXPECTED)(error)) return;
  services.log.error({ ...logFields, error: describeError(error) }, 'the hold of a failed request stays');
}

/** @throws the last error. */
async function keepTrying(work: () => Promise<void>, maxAttempts: number): Promise<void> {
  // The package is loaded on demand, because failures here are rare and a start should not pay for it.
  const { ExponentialBackoff, handleWhen, retry } = await import('cockatiel');
  const retrying = retry(handleWhen(isOneOf(TRANSIENT)), {
    maxAttempts,
    backoff: new ExponentialBackoff(BACKOFF),
  }).dangerouslyUnref();
  await retrying.execute(work);
}
