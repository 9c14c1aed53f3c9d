import type { Account, CreditResult, Delivery, Reservation, ReserveResult, Settlement } from './ledger.ts';
import type { AccountSettings, KeySettings } from './administration/settings.ts';
import type { KeyRotation, NewKey, RotatedKey } from './listed-key.ts';
import type { Refusal } from './ledger-error.ts';
import type { NewAdminToken } from './administration/admin-token.ts';
import type { AuditNote, RecordedChange } from './administration/audit.ts';
import type { CreditClaim } from './administration/credit-claim.ts';

/** Credits that an operator gives or takes. */
interface Adjustment {
  readonly accountName: string;
  readonly microCredits: number;
  readonly note: string | null;
  /** Where it must be given or taken once. */
  readonly claim: CreditClaim | null;
}

/** One change that the ledger's rules decide; what operators change, with its note for the audit log. */
export type Operation = Change & { readonly audit?: AuditNote | undefined };

type Change =
  | ({ readonly kind: 'reserve' } & Reservation)
  | ({ readonly kind: 'deliver' } & Delivery)
  | ({ readonly kind: 'settle' } & Settlement)
  | { readonly kind: 'void'; readonly requestId: string }
  /** Ends a request that a dead gateway left open: charges the calls that were delivered, else voids it. */
  | { readonly kind: 'recover'; readonly requestId: string; readonly owner: string }
  | { readonly kind: 'createAccount'; readonly name: string; readonly microCredits: number }
  | ({ readonly kind: 'grant' } & Adjustment)
  | ({ readonly kind: 'correct' } & Adjustment)
  | { readonly kind: 'suspendAccount'; readonly accountName: string; readonly suspended: boolean }
  | { readonly kind: 'changeAccount'; readonly accountName: string; readonly settings: AccountSettings }
  | ({ readonly kind: 'createKey' } & NewKey)
  | { readonly kind: 'changeKey'; readonly prefix: string; readonly settings: KeySettings }
  | { readonly kind: 'revokeKey'; readonly prefix: string }
  | ({ readonly kind: 'rotateKey' } & KeyRotation)
  | ({ readonly kind: 'createAdminToken' } & NewAdminToken)
  | { readonly kind: 'revokeAdminToken'; readonly name: string }
  /** Changes nothing here: for the audit log alone. */
  | ({ readonly kind: 'record' } & RecordedChange)
  /** Writes what is there already, to find out whether anything can be written. */
  | { readonly kind: 'probe' };

/** What each operation answers with. */
export interface OperationValues {
  readonly reserve: ReserveResult;
  readonly deliver: null;
  readonly settle: null;
  readonly void: null;
  readonly recover: RecoveredRequest;
  readonly createAccount: Account;
  readonly grant: CreditResult;
  readonly correct: CreditResult;
  readonly suspendAccount: null;
  readonly changeAccount: Account;
  readonly createKey: null;
  readonly changeKey: null;
  readonly revokeKey: boolean;
  readonly rotateKey: RotatedKey;
  readonly createAdminToken: null;
  readonly revokeAdminToken: boolean;
  readonly record: null;
  readonly probe: null;
}

/** What became of a request that a dead gateway left open; `gone` where it was ended by another gateway meanwhile. */
export type RecoveredRequest =
  | { readonly outcome: 'gone' }
  | {
      readonly outcome: 'voided' | 'charged';
      readonly holdMicroCredits: number;
      /** 0 where it was voided. It may pass the hold. */
      readonly chargeMicroCredits: number;
    };

export type OperationKind = Operation['kind'];
export type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>;

export type OperationResult =
  | { readonly value: OperationValues[OperationKind] }
  | { readonly refusal: Refusal };

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
