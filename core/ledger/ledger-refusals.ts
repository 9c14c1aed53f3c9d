import { MICRO_CREDITS_PER_CREDIT } from '../billing/amounts.ts';
import type { LedgerErrorCode, Refusal } from './ledger-error.ts';
import type { OperationResult } from './ledger-operation.ts';

/** What every ledger says when it refuses an operation, in the same words whatever database it keeps. */

export function refuse(
  code: LedgerErrorCode,
  message: string,
): OperationResult & { readonly refusal: Refusal } {
  return { refusal: { code, message } };
}

export function refuseUnknownAccount(account: string | number): { readonly refusal: Refusal } {
  return refuse(
    'account-unknown',
    typeof account === 'number'
      ? `There is no account ${account}. Authenticate again.`
      : `There is no account named ${account}. Create it with \`assay account create\`.`,
  );
}

export function refuseSuspendedAccount(): OperationResult {
  return refuse('account-suspended', 'The account is suspended. Resume it with `assay account resume`.');
}

export function refuseTakenName(name: string): OperationResult {
  return refuse('account-exists', `There is an account named ${name} already. Choose another name.`);
}

export function refuseTakenKey(): OperationResult {
  return refuse('key-exists', 'A key with this prefix exists already. Create another.');
}

export function refuseUnknownKey(prefix: string): OperationResult {
  return refuse('key-unknown', `No active key has the prefix ${prefix}. \`assay key list\` shows every key.`);
}

export function refuseRotatedKey(prefix: string, successor: string): OperationResult {
  return refuse(
    'key-rotated',
    `The key ${prefix} was rotated already, and ${successor} has taken its place. Rotate that one, or revoke ${prefix}.`,
  );
}

/** Of another expiry: the grace that the rotation left it stays as it is. @param replacedMs Unix milliseconds. */
export function refuseReplacedKey(prefix: string, successor: string, replacedMs: number): OperationResult {
  const day = new Date(replacedMs).toISOString().slice(0, 10);
  return refuse(
    'key-rotated',
    `The key ${prefix} was replaced by ${successor} on ${day}, so its expiry cannot be changed any more. Change that of ${successor}, or make a new key.`,
  );
}

export function refuseTakenToken(name: string): OperationResult {
  return refuse(
    'token-exists',
    `There is or was an admin token named ${name}. Choose another name, so that the audit log tells them apart.`,
  );
}

export function refuseClaim(): OperationResult {
  return refuse(
    'claim-mismatch',
    'A payment was credited under this key already, with another account, amount or note, and nothing more was credited now. Look at the history of the account; send a new key only for another payment.',
  );
}

export function refuseGrowth(): OperationResult {
  return refuse('invalid', 'The balance would grow past what the ledger can hold exactly. Grant less.');
}

export function refuseCorrection(freeMicroCredits: number): OperationResult {
  return refuse(
    'invalid',
    `Only ${Math.max(0, freeMicroCredits) / MICRO_CREDITS_PER_CREDIT} credits are neither spent nor reserved. Take back at most these.`,
  );
}

/** @param state as it is, `reserved` where another process holds it; undefined where there is no such request. */
export function refuseNotReserved(requestId: string, state: string | undefined): OperationResult {
  if (state === undefined) return refuse('not-reserved', `Request ${requestId} was never reserved.`);
  return state === 'reserved'
    ? refuse('not-reserved', `Request ${requestId} was reserved by another process.`)
    : refuse('not-reserved', `Request ${requestId} is ${state} already.`);
}

export function refuseVoid(requestId: string): OperationResult {
  return refuse(
    'delivering',
    `Part of the answer to request ${requestId} may have been sent. Settle it instead of voiding it.`,
  );
}
