import type { Actor } from './audit.ts';

/** `read` may look at everything an operator sees; `write` may also change it. */
export type AdminScope = 'read' | 'write';

export const ADMIN_SCOPES: readonly AdminScope[] = ['read', 'write'];

export interface NewAdminToken {
  /** 1 to 64 characters. No two tokens ever have the same, so that the audit log is clear about who it was. */
  readonly name: string;
  readonly scope: AdminScope;
  /** Shown to people; by it a token is found, never accepted. */
  readonly prefix: string;
  /** SHA-256 of the whole token. */
  readonly hash: Uint8Array;
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
  /** @throws LedgerError `invalid`, and `token-exists` where the name was used before. */
  createAdminToken(token: NewAdminToken, by?: Actor): Promise<void>;
  /** The oldest first, revoked ones too. */
  listAdminTokens(): Promise<readonly ListedAdminToken[]>;
  /** @returns false where no active token has this name. */
  revokeAdminToken(name: string, by?: Actor): Promise<boolean>;
  /** @returns `none` where no token is active at all: the administration API is off then. */
  findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined>;
}
