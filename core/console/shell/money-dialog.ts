import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { Gateway } from './gateway.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';
import { shortCredits } from './short-credits.ts';

/**
 * Connects the button that opens a dialog with the account's balance, usage and budgets.
 */
export function startMoneyDialog(button: HTMLButtonElement, gateway: Gateway): void {
  button.addEventListener('click', () => {
    const figures = element('dl', { class: 'money', id: 'money' }, element('dt', {}, 'Reading …'));
    const budgets = element('div', { id: 'money-budgets' });
    const hint = element('p', { class: 'hint' }, 'Days and months begin at 00:00 UTC.');
    openDialog('Credits', figures, budgets, hint);
    void show(figures, budgets);
  });

  async function show(figures: HTMLElement, budgets: HTMLElement) {
    const today = new Date().toISOString().slice(0, 10);
    try {
      const [balance, usage] = await Promise.all([gateway.balance(), gateway.usage(today.slice(0, 7))]);
      const spentToday = usage.rows.find(({ group }) => group === today)?.creditsUsed ?? 0;
      figures.replaceChildren(
        ...line('Available', shortCredits(balance.creditsAvailable, 'floor')),
        ...(balance.creditsOwed > 0 ? line('Owed', shortCredits(balance.creditsOwed, 'ceil')) : []),
        ...line('Held for running requests', shortCredits(balance.creditsReserved, 'ceil')),
        ...line('Spent today', shortCredits(spentToday, 'ceil')),
        ...line('Spent this month', shortCredits(usage.total.creditsUsed, 'ceil')),
      );
      budgets.replaceChildren(...balance.budgets.map(budgetNode));
    } catch (error) {
      const words = error instanceof Error ? error.message : 'The gateway does not answer.';
      figures.replaceChildren(element('dt', { role: 'alert' }, words));
    }
  }
}

function line(name: string, figure: string): readonly HTMLElement[] {
  return [element('dt', {}, name), element('dd', {}, figure)];
}

function budgetNode(budget: BalanceResponse['budgets'][number]): HTMLElement {
  const { scope, period, limit, spent, held, remaining, resetsAt } = budget;
  const whose = scope === 'account' ? 'Budget of the account' : 'Budget of this key';
  const name = `${whose} for the ${period}`;
  const left = `${shortCredits(remaining, 'floor')} of ${shortCredits(limit, 'floor')} left`;
  const parts = `${shortCredits(spent, 'ceil')} spent, ${shortCredits(held, 'ceil')} held; resets on ${new Date(resetsAt).toLocaleString('en')}`;
  return element(
    'section',
    { class: 'budget' },
    element('h3', {}, element('strong', {}, name), `: ${left}`),
    element('progress', { value: Math.min(spent + held, limit), max: limit || 1, 'aria-label': name }),
    element('p', { class: 'hint' }, parts),
  );
}
