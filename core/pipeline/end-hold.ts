import { LedgerError } from '../ledger/ledger-error.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { countCharge } from './count-charge.ts';
import type { Delivery } from './delivery.ts';
import { giveBack, settleLater } from './give-back.ts';
import type { PromptServices } from './prompt-job.ts';
import { settlementOf } from './settlement.ts';

/**
 * Ends a hold whose request came to no whole answer. Where nothing of it left, the hold is given back: a fault of ours
 * costs the caller nothing. Where something left, the hold stands until what is known of it is charged.
 */
export async function endHold(
  reservation: Reservation,
  delivery: Delivery | undefined,
  { ledger, metrics }: Pick<PromptServices, 'ledger' | 'metrics'>,
): Promise<void> {
  await delivery?.end();
  if (delivery?.hasBegun !== true) {
    const refused = await ledger.void(reservation.requestId).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused === undefined) return;
    // The ledger may have marked it although the answer to that was lost.
    if (!(refused instanceof LedgerError && refused.code === 'delivering')) {
      void giveBack(reservation.requestId, ledger);
      return;
    }
  }
  const settlement = settlementOf(reservation, delivery?.calls ?? []);
  void settleLater(settlement, ledger).then((isSettled) => {
    if (isSettled) countCharge(metrics, settlement);
  });
}
