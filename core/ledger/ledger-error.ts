/** The reason why a ledger refused. Except for `failed`, nothing was changed. */
export type LedgerErrorCode =
  | 'account-exists'
  | 'account-unknown'
  | 'account-suspended'
  | 'key-exists'
  /** No active key has this prefix. */
  | 'key-unknown'
  /** Another key has taken its place already. */
  | 'key-rotated'
  | 'token-exists'
  /** The key of a payment was used for another one. */
  | 'claim-mismatch'
  /** The request is not open, or another process took its hold. */
  | 'not-reserved'
  /** Part of the answer may have left, so the request can only be settled. */
  | 'delivering'
  /** An amount or a name is outside its bounds, or a settlement does not add up. */
  | 'invalid'
  /** The store refused this operation. */
  | 'rejected'
  /** The ledger has as many operations waiting as it takes. The caller should try again later. */
  | 'queue-full'
  /** The store cannot be written now: locked, full or read-only. */
  | 'unavailable'
  /** The database file is not one this program can use, or another gateway holds it. */
  | 'unusable'
  | 'closed'
  /** The writer is lost. Recovery will find out if the last operations became durable. */
  | 'failed';

/** A refusal changed nothing and does not disturb the rest of its batch. */
export interface Refusal {
  readonly code: LedgerErrorCode;
  readonly message: string;
}

export class LedgerError extends Error {
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerError';
    this.code = code;
  }
}

/** The message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}

/** Makes the error that a refused caller gets. */
export function errorOf({ refusal }: { readonly refusal: Refusal }): LedgerError {
  return new LedgerError(refusal.code, refusal.message);
}

export function refuse(code: LedgerErrorCode, message: string): { readonly refusal: Refusal } {
  return { refusal: { code, message } };
}

export function refuseUnknownAccount(account: string | number): { readonly refusal: Refusal } {
  return refuse(
    'account-unknown',
    typeof account === 'number'
      ? `There is no account ${account}. Authenticate again.`
      : `There is no account named ${account}. \`assay account list\` names them all, and \`assay account create\` makes one.`,
  );
}
