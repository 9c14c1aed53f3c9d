import type { RequestHandler } from 'express';
import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { Account, Balance } from '../../ledger/ledger.ts';
import type { BalanceResponse } from '../../generated/balance-response.ts';
import { admit, type AdmitServices } from '../admit/admit.ts';
import { askLedger } from './ask-ledger.ts';

/** GET /api/v1/balance: the account's credits and the settings its requests run under. */
export function balanceRoute(services: AdmitServices): RequestHandler {
  return admit(services, async ({ response, caller: { account } }) => {
    const balance = await askLedger(services.ledger.balance(account.id));
    response.set('Cache-Control', 'no-store').json(describeBalance(account, balance));
  });
}

function describeBalance(account: Account, balance: Balance): BalanceResponse {
  const { postedMicroCredits, reservedMicroCredits } = balance;
  return {
    creditsPosted: creditsFromMicroCredits(postedMicroCredits),
    creditsReserved: creditsFromMicroCredits(reservedMicroCredits),
    creditsAvailable: creditsFromMicroCredits(postedMicroCredits - reservedMicroCredits),
    zeroDataRetention: account.zeroDataRetention,
    requestsPerMinute: account.requestsPerMinute,
    requestsInFlight: account.requestsInFlight,
    markup: account.markupMilli / 1_000,
  };
}
