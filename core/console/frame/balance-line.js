/** @import { BalanceResponse } from '../../generated/balance-response.ts' */
/** @import { Gateway } from './gateway.js' */
import { byId, element } from './element.js';
import { startMoneyDialog } from './money-dialog.js';
import { shortCredits } from './short-credits.js';

const REFRESH_MS = 2_000;
/** What a cancelled request holds is given back when its calls have ended; nobody watches for longer than this. */
const MAX_REFRESHES = 30;

/**
 * The balance in the page's head.
 * @typedef {object} BalanceLine
 * @property {() => number | undefined} available Credits the next request may hold, as last read.
 * @property {(balance: BalanceResponse) => void} show
 * @property {() => Promise<void>} refresh Reads it again, and again while credits are held.
 */

/**
 * @param {Gateway} gateway
 * @returns {BalanceLine}
 */
export function createBalanceLine(gateway) {
  const line = byId('balance', HTMLButtonElement);
  startMoneyDialog(line, gateway);
  /** @type {BalanceResponse | undefined} */
  let last;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = (/** @type {BalanceResponse} */ balance) => {
    last = balance;
    const { creditsAvailable, creditsReserved } = balance;
    const held = element('span', { class: 'held' }, `, ${shortCredits(creditsReserved, 'ceil')} held`);
    line.hidden = false;
    line.replaceChildren(
      `${shortCredits(creditsAvailable, 'floor')} credits`,
      ...(creditsReserved > 0 ? [held] : []),
    );
  };
  const refresh = async (/** @type {number} */ left) => {
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
  return { available: () => last?.creditsAvailable, show, refresh: () => refresh(MAX_REFRESHES) };
}
