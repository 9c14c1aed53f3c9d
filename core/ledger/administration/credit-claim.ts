import type { Actor } from './audit.ts';

/**
 * Names one payment, so that its credits are given once however often it is posted. Unlike the idempotency key of a
 * request it is kept for good: a payment that comes again after a month is the same payment.
 */
export interface CreditClaim {
  /** SHA-256 of the key, in 64 lower-case hexadecimal digits. */
  readonly key: string;
  /** The same of the account, the amount and the note: the same key with others is refused. */
  readonly fingerprint: string;
}

export interface CreditTerms {
  readonly by?: Actor | undefined;
  readonly claim?: CreditClaim | undefined;
}
