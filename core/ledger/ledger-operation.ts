import type { Account, CreditResult, Delivery, Reservation, ReserveResult, Settlement } from './ledger.ts';
import type {
  AccountSettings,
  CreditClaim,
  KeyRotation,
  KeySettings,
  NewKey,
  RotatedKey,
} from './administration/settings.ts';
import type { Refusal } from './ledger-error.ts';
import type { NewAdminToken } from './administration/admin-token.ts';
import type { AuditNote } from './administration/audit.ts';

/** Credits that an operator gives or takes. */
interface Adjustment {
  readonly accountName: string;
  readonly microCredits: number;
  readonly note: string | null;
  /** Where it must be given or taken once. */
  readonly claim: CreditClaim | null;
}

/** What each operation asks and answers with. */
interface Operations {
  reserve(asked: Reservation): ReserveResult;
  deliver(asked: Delivery): null;
  settle(asked: Settlement): null;
  void(asked: { readonly requestId: string }): null;
  /** Ends a request that a dead gateway left open: charges the calls that were delivered, else voids it. */
  recover(asked: { readonly requestId: string; readonly owner: string }): RecoveredRequest;
  createAccount(asked: { readonly name: string; readonly microCredits: number }): Account;
  grant(asked: Adjustment): CreditResult;
  correct(asked: Adjustment): CreditResult;
  suspendAccount(asked: { readonly accountName: string; readonly suspended: boolean }): null;
  changeAccount(asked: { readonly accountName: string; readonly settings: AccountSettings }): Account;
  createKey(asked: NewKey): null;
  changeKey(asked: { readonly prefix: string; readonly settings: KeySettings }): null;
  revokeKey(asked: { readonly prefix: string }): boolean;
  rotateKey(asked: KeyRotation): RotatedKey;
  createAdminToken(asked: NewAdminToken): null;
  revokeAdminToken(asked: { readonly name: string }): boolean;
  /** Changes nothing here: for the audit log alone. */
  record(asked: unknown): null;
  /** Writes what is there already, to find out whether anything can be written. */
  probe(asked: unknown): null;
}

export type OperationKind = keyof Operations;

/** One change that the ledger's rules decide; what operators change, with its note for the audit log. */
export type Operation = {
  readonly [Kind in OperationKind]: {
    readonly kind: Kind;
    readonly audit?: AuditNote | undefined;
  } & Parameters<Operations[Kind]>[0];
}[OperationKind];

export type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>;

/** What an operation answers with. */
export type ValueOf<Kind extends OperationKind> = ReturnType<Operations[Kind]>;

/** What became of a request that a dead gateway left open; `gone` where it was ended by another gateway meanwhile. */
export type RecoveredRequest =
  | { readonly outcome: 'gone' }
  | {
      readonly outcome: 'voided' | 'charged';
      readonly holdMicroCredits: number;
      /** 0 where it was voided. It may pass the hold. */
      readonly chargeMicroCredits: number;
    };

export type OperationResult = { readonly value: ValueOf<OperationKind> } | { readonly refusal: Refusal };

/** `later`: another session has locked the operation's account. Nothing was changed; send it again. */
export type WriteResult = OperationResult | 'later';

/** What became of one request's texts, or of an answer for the cache. */
export interface TextResult {
  /**
   * - `kept`: stored.
   * - `making-room`: the oldest of the account gave way, and more have to: hand it over again.
   * - `too-large`: larger than all an account may keep.
   * - `not-allowed`: under zero data retention, also where that was switched on since, or no request of this process; an
   * answer of an account without a cache.
   * - `failed`: the store refused them.
   */
  readonly outcome: 'kept' | 'making-room' | 'too-large' | 'not-allowed' | 'failed';
  /** How many of the account's older ones were deleted for it. */
  readonly gaveWay: number;
}
