import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { Gateway } from './gateway.ts';
import { byId, element } from './element.ts';
import { startMoneyDialog } from './money-dialog.ts';
import { shortCredits } from './short-credits.ts';

const REFRESH_MS = 2_000;
/** What a cancelled request holds is given back when its calls have ended; nobody watches for longer than this. */
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
    const held = element('span', { class: 'held' }, `, ${shortCredits(creditsReserved, 'ceil')} held`);
    line.hidden = false;
    line.replaceChildren(
      `${shortCredits(creditsAvailable, 'floor')} credits`,
      ...(creditsReserved > 0 ? [held] : []),
    );
  };
  const refresh = async (left: number) => {
    clearTimeout(timer);
    try {
      show(await gateway.balance());
    } catch {
      // The old figure stays; the next refresh, or the next request, tells what is wrong.
      return;
    }
    if (last !== undefined && last.creditsReserved > 0 && left > 0)
      timer = setTimeout(() => void refresh(left - 1), REFRESH_MS);
  };
  return {
    /** Credits the next request may hold, as last read. */
    available: () => last?.creditsAvailable,
    show,
    /** Reads it again, and again while credits are held. */
    refresh: () => refresh(MAX_REFRESHES),
  };
}
