import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { Gateway } from './gateway.ts';
import { byId, element } from './element.ts';
import { startMoneyDialog } from './money-dialog.ts';
import { shortCredits } from './short-credits.ts';

const REFRESH_MS = 2_000;
/** A cancelled request releases its hold when its calls have ended, for which a minute is usually enough. */
const MAX_REFRESHES = 30;

/** The balance in the page's head. */
export function createBalanceLine(gateway: Gateway) {
  const line = byId('balance', HTMLButtonElement);
  startMoneyDialog(line, gateway);
  let last: BalanceResponse | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (balance: BalanceResponse) => {
    last = balance;
    const { creditsAvailable, creditsReserved } = balance;
    const heldText = element('span', { class: 'held' }, `, ${shortCredits(creditsReserved, 'ceil')} held`);
    line.hidden = false;
    line.replaceChildren(
      `${shortCredits(creditsAvailable, 'floor')} credits`,
      ...(creditsReserved > 0 ? [heldText] : []),
    );
  };
  const refresh = async (repeats: number) => {
    clearTimeout(timer);
    try {
      show(await gateway.balance());
    } catch {
      // The old figure stays. The next request shows the error.
      return;
    }
    if (last !== undefined && last.creditsReserved > 0 && repeats > 0)
      timer = setTimeout(() => void refresh(repeats - 1), REFRESH_MS);
  };
  return {
    /** Credits that the next request may hold, as of the last read. */
    available: () => last?.creditsAvailable,
    show,
    /** Reads the balance again, repeatedly while credits are held. */
    refresh: () => refresh(MAX_REFRESHES),
  };
}
