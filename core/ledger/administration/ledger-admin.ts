import type { Account, CreditResult, LedgerEntry, LedgerProblem, ListedAccount } from '../ledger.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import type { WebhookAdmin } from '../webhooks/outbox.ts';
import type { KeyIdentity } from '../../stores/api-key.ts';
import type { Actor, AuditPage, AuditQuery, RecordedChange } from './audit.ts';
import type {
  AccountSettings,
  CreditOptions,
  KeyRotation,
  KeySettings,
  ListedKey,
  NewKey,
  RotatedKey,
} from './settings.ts';

/** `read` may look at everything an operator sees; `write` may also change it. */
export type AdminScope = 'read' | 'write';

export const ADMIN_SCOPES: readonly AdminScope[] = ['read', 'write'];

export interface NewAdminToken extends KeyIdentity {
  /** 1 to 64 characters. A name is never used twice, so that the audit log is unambiguous. */
  readonly name: string;
  readonly scope: AdminScope;
}

/** A token as `assay admin-token list` shows it. Times are ISO 8601, UTC. */
export interface ListedAdminToken {
  readonly name: string;
  readonly scope: AdminScope;
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** An active token of one prefix, to be compared with what a request carries. */
export type KnownAdminToken = Pick<NewAdminToken, 'name' | 'scope' | 'hash'>;

/** The methods that the `assay` command and the administration API need. The audit log notes each change. */
export interface LedgerAdmin {
  readonly webhooks: WebhookAdmin;
  /**
   * @param name 1 to 64 characters.
   * @param microCredits the first grant, at least 0.
   * @throws LedgerError `invalid`, and `account-exists` if an account has the name.
   */
  createAccount(name: string, microCredits: number, by?: Actor): Promise<Account>;
  /**
   * Gives credits, or takes back credits that were granted by mistake.
   * @param microCredits not 0. Below zero they are taken back: at most the credits that are neither spent nor reserved.
   * @param note 1 to 200 characters.
   * @returns the balance after it.
   * @throws LedgerError `invalid` if fewer credits are free; `claim-mismatch` if the claim was used for another payment.
   */
  adjustCredits(
    accountName: string,
    microCredits: number,
    note?: string,
    options?: CreditOptions,
  ): Promise<CreditResult>;
  /**
   * Refuses every key of the account from the next request on, or accepts them again. Running requests end as usual.
   * @throws LedgerError `account-unknown`.
   */
  suspendAccount(accountName: string, suspended: boolean, by?: Actor): Promise<void>;
  /** @throws LedgerError `invalid`, and `account-unknown`. */
  changeAccount(accountName: string, settings: AccountSettings, by?: Actor): Promise<Account>;
  /** Lists the next accounts after an ID, at most `limit`; by default all accounts. */
  listAccounts(afterId?: number, limit?: number): Promise<readonly ListedAccount[]>;
  /** Undefined if no account has the name. */
  findAccount(name: string): Promise<ListedAccount | undefined>;
  /** @throws LedgerError `invalid`, `account-unknown`, and `key-exists` if a key has the prefix or the hash. */
  createKey(key: NewKey, by?: Actor): Promise<void>;
  /**
   * Lists keys, the oldest first and including revoked ones; only those of the account, if one is named. It reads every
   * request for the last use of each key, off the event loop. @throws if there is no such account.
   */
  listKeys(accountName?: string): Promise<readonly ListedKey[]>;
  /** As `Ledger.usage`. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>;
  /**
   * Copies the whole ledger, as of one moment, beside a running gateway.
   * @param path of a file that does not exist yet. @throws LedgerError `invalid` for PostgreSQL, with what to do instead.
   */
  backup(path: string): Promise<void>;
  /** @throws LedgerError `key-unknown` if no active key has it; `key-rotated` for the expiry of a replaced key. */
  changeKey(prefix: string, settings: KeySettings, by?: Actor): Promise<void>;
  /** @returns false if no active key has this prefix. */
  revokeKey(prefix: string, by?: Actor): Promise<boolean>;
  /**
   * Makes a key with the account, name and expiry of another, which stays valid until the grace ends or it expires.
   * @throws LedgerError `key-unknown` if that one is revoked, expired or unknown; `key-rotated` if it was replaced before.
   */
  rotateKey(rotation: KeyRotation, by?: Actor): Promise<RotatedKey>;
  /** @throws LedgerError `invalid`, and `token-exists` if the name was used before. */
  createAdminToken(token: NewAdminToken, by?: Actor): Promise<void>;
  /** The oldest first, revoked ones too. */
  listAdminTokens(): Promise<readonly ListedAdminToken[]>;
  /** @returns false if no active token has this name. */
  revokeAdminToken(name: string, by?: Actor): Promise<boolean>;
  /** @returns `none` if there is no active token at all, so that the administration API is off. */
  findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined>;
  /** Notes in the audit log a change that was made outside the ledger. */
  record(change: RecordedChange, by?: Actor): Promise<void>;
  /** Lists the operators' changes, the newest first. @throws LedgerError `invalid` if the limit is out of range. */
  audit(query: AuditQuery): Promise<AuditPage>;
  /** Lists an account's grants, corrections and charges, the newest first. @throws if there is no such account. */
  history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]>;
  /**
   * Deletes texts stored before then, answers cached before then, and dead letters given up before then, and idempotency
   * keys that have expired. Metering rows and entries stay. A repetition under an idempotency key that has not expired is
   * answered without a reply and not run again.
   * @param before ISO 8601. @returns how many requests lost their texts.
   */
  prunePrompts(before: string, by?: Actor): Promise<number>;
  /**
   * Erases all ended requests of an account as `Ledger.eraseRequest` does, and its whole cache. Texts of ended requests
   * that still wait in any process are not stored. Texts of requests that end later are kept as usual.
   * @throws LedgerError `account-unknown`.
   */
  eraseAccount(accountName: string, by?: Actor): Promise<void>;
  /** Checks every invariant inside one read transaction. @returns the violations. */
  check(): Promise<readonly LedgerProblem[]>;
  close(): Promise<void>;
}
