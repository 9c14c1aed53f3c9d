import { balanceFromMicroCredits, creditsFromMicroCredits, owedOf } from '../../billing/amounts.ts';
import { describeBudget, type Budget } from '../../ledger/budgets/budget.ts';
import type { Account, Balance } from '../../ledger/ledger.ts';
import type { BalanceResponse } from '../../generated/balance-response.ts';
import type { AdmitServices, HandlerOf } from '../admit/admit.ts';
import { askLedger } from './ask-ledger.ts';

/** GET /api/v1/balance: the account's credits and budgets, and the settings its requests run under. */
export function balanceRoute(services: AdmitServices): HandlerOf['rate'] {
  return async ({ response, caller: { account } }) => {
    const { ledger } = services;
    const [balance, budgets] = await askLedger(
      Promise.all([ledger.balance(account.id), ledger.budgets(account.id, account.keyId)]),
    );
    response.set('Cache-Control', 'no-store').json(describeBalance(account, balance, budgets));
  };
}

function describeBalance(account: Account, balance: Balance, budgets: readonly Budget[]): BalanceResponse {
  const { postedMicroCredits, heldMicroCredits } = balance;
  return {
    creditsPosted: balanceFromMicroCredits(postedMicroCredits),
    creditsReserved: creditsFromMicroCredits(heldMicroCredits),
    creditsAvailable: balanceFromMicroCredits(postedMicroCredits - heldMicroCredits),
    creditsOwed: creditsFromMicroCredits(owedOf(postedMicroCredits)),
    zeroDataRetention: account.zeroDataRetention,
    cache: account.cache,
    requestsPerMinute: account.requestsPerMinute,
    requestsInFlight: account.requestsInFlight,
    markup: account.markupMilli / 1_000,
    budgets: budgets.map(describeBudget),
  };
}
