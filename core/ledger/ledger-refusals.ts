import type { LedgerErrorCode } from './ledger-error.ts';
import type { Outcome } from './ledger-operation.ts';

/** What every ledger says when it refuses an operation, in the same words whatever database it keeps. */

export function refuse(code: LedgerErrorCode, message: string): Outcome {
  return { refusal: { code, message } };
}

export function refuseUnknownAccount(account: string | number): Outcome {
  return refuse(
    'account-unknown',
    typeof account === 'number'
      ? `There is no account ${account}. Authenticate again.`
      : `There is no account named ${account}. Create it with \`assay account create\`.`,
  );
}

export function refuseTakenName(name: string): Outcome {
  return refuse('account-exists', `There is an account named ${name} already. Choose another name.`);
}

export function refuseTakenKey(): Outcome {
  return refuse('key-exists', 'A key with this prefix exists already. Create another.');
}

export function refuseGrowth(): Outcome {
  return refuse('invalid', 'The balance would grow past what the ledger can hold exactly. Grant less.');
}

/** @param state as it is, `reserved` where another process holds it; undefined where there is no such request. */
export function refuseNotReserved(requestId: string, state: string | undefined): Outcome {
  if (state === undefined) return refuse('not-reserved', `Request ${requestId} was never reserved.`);
  return state === 'reserved'
    ? refuse('not-reserved', `Request ${requestId} was reserved by another process.`)
    : refuse('not-reserved', `Request ${requestId} is ${state} already.`);
}

export function refuseOverHold(chargeMicroCredits: number, holdMicroCredits: number): Outcome {
  return refuse(
    'invalid',
    `The charge of ${chargeMicroCredits} micro-credits is more than the hold of ${holdMicroCredits}. Book the rest to the house.`,
  );
}

export function refuseVoid(requestId: string): Outcome {
  return refuse(
    'delivering',
    `Part of the answer to request ${requestId} may have been sent. Settle it instead of voiding it.`,
  );
}
