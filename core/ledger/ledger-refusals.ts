import type { LedgerErrorCode, Refusal } from './ledger-error.ts';

export function refuse(code: LedgerErrorCode, message: string): { readonly refusal: Refusal } {
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

export function refuseTakenKey(): { readonly refusal: Refusal } {
  return refuse('key-exists', 'A key with this prefix exists already. Create another.');
}

export function refuseUnknownKey(prefix: string): { readonly refusal: Refusal } {
  return refuse('key-unknown', `No active key has the prefix ${prefix}. \`assay key list\` shows every key.`);
}
