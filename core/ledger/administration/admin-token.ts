import type { Actor } from './audit.ts';
import type { KeyIdentity } from '../../stores/api-key.ts';

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

export interface AdminTokens {
  /** @throws LedgerError `invalid`, and `token-exists` if the name was used before. */
  createAdminToken(token: NewAdminToken, by?: Actor): Promise<void>;
  /** The oldest first, revoked ones too. */
  listAdminTokens(): Promise<readonly ListedAdminToken[]>;
  /** @returns false if no active token has this name. */
  revokeAdminToken(name: string, by?: Actor): Promise<boolean>;
  /** @returns `none` if there is no active token at all, so that the administration API is off. */
  findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined>;
}
