import type { CachedAnswer } from './answers/cached-answer.ts';
import type { CreditResult, Delivery, Hold, HoldResult, Settlement, Texts } from './ledger.ts';
import type {
  AccountSettings,
  CreditClaim,
  KeyRotation,
  KeySettings,
  NewKey,
  RotatedKey,
} from './administration/settings.ts';
import type { Refusal } from './ledger-error.ts';
import type { AuditNote } from './administration/audit.ts';
import type { RowOf } from './rules/tables.ts';

/** Credits that an operator grants or takes back. */
interface Adjustment {
  readonly accountName: string;
  /** Below zero they are taken back. */
  readonly microCredits: number;
  readonly note: string | null;
  /** Set if the credits must be granted or taken back only once, however often the operation is sent. */
  readonly claim: CreditClaim | null;
}

/** The input and the result of each operation. */
interface Operations {
  hold(input: Hold): HoldResult;
  deliver(input: Delivery): null;
  settle(input: Settlement): null;
  void(input: { readonly requestId: string }): null;
  /** Ends a request that a dead gateway left open: charges the delivered calls, or voids it if there is no delivery. */
  recover(input: { readonly requestId: string; readonly owner: string }): RecoveredRequest;
  createAccount(input: { readonly name: string; readonly microCredits: number }): RowOf<'account'>;
  adjustCredits(input: Adjustment): CreditResult;
  changeAccount(input: {
    readonly accountName: string;
    /** A suspended account's keys are refused until it is resumed. Its running requests end as usual. */
    readonly settings: AccountSettings & { readonly suspended?: boolean };
  }): RowOf<'account'>;
  createKey(input: NewKey): null;
  changeKey(input: { readonly prefix: string; readonly settings: KeySettings }): null;
  revokeKey(input: { readonly prefix: string }): boolean;
  rotateKey(input: KeyRotation): RotatedKey;
  /** Changes nothing: it writes a value again to find out whether the ledger can be written. */
  probe(input: unknown): null;
}

export type OperationKind = keyof Operations;

/** One change that the ledger's rules decide. An operator's change has a note for the audit log. */
export type Operation = {
  readonly [Kind in OperationKind]: {
    readonly kind: Kind;
    readonly audit?: AuditNote | undefined;
  } & Parameters<Operations[Kind]>[0];
}[OperationKind];

export type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>;

/** The result of an operation that is not refused. */
export type ValueOf<Kind extends OperationKind> = ReturnType<Operations[Kind]>;

/** How recovery ended a request of a dead gateway; `gone` if another gateway had ended it already. */
export type RecoveredRequest =
  | { readonly outcome: 'gone' }
  | {
      readonly outcome: 'voided' | 'charged';
      readonly holdMicroCredits: number;
      /** 0 if it was voided. It may exceed the hold. */
      readonly chargeMicroCredits: number;
    };

export type OperationResult = { readonly value: ValueOf<OperationKind> } | { readonly refusal: Refusal };

/** `later`: another session has locked the operation's account. Nothing was changed; send it again. */
export type WriteResult = OperationResult | 'later';

/** Data that is stored separately from operations on money: texts for the log, or an answer for the cache. */
export type Storable = Texts | CachedAnswer;

/** The result of storing it. */
export interface TextResult {
  /**
   * - `kept`: stored.
   * - `making-room`: some of the account's oldest texts were deleted, and more have to be: hand it over again.
   * - `too-large`: larger than everything that an account may keep.
   * - `not-allowed`: the request is under zero data retention, even if that was switched on since, or is not of this
   * process; or the account has no cache.
   * - `failed`: the store refused them.
   */
  readonly outcome: 'kept' | 'making-room' | 'too-large' | 'not-allowed' | 'failed';
  /** How many older texts or answers of the account were deleted for it. */
  readonly evicted: number;
}
