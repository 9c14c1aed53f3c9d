import { LedgerError } from '../ledger/ledger-error.ts';
import { checkKeySettings, readMoment } from '../ledger/check-operation.ts';
import type { ListedKey, NewKey } from '../ledger/ledger.ts';
import type { KeySettings } from '../ledger/administration/settings.ts';
import { createApiKey, prefixFor, prefixIn } from '../stores/api-key.ts';
import type { BudgetChanges } from '../ledger/budgets/budget.ts';
import {
  checkBudgetOrder,
  describeChanges,
  describeRoom,
  type ShownBudgets,
  type ShownRoom,
} from './budgets.ts';
import type { Office } from './office.ts';

/** A key as operators see it; nothing of the key itself but its prefix. Times are ISO 8601, UTC. */
export interface ShownKey extends ShownRoom {
  readonly name: string | null;
  readonly prefix: string;
  readonly created: string;
  readonly lastUsed: string | null;
  readonly expires: string | null;
  readonly revoked: string | null;
  /** Null for every model. */
  readonly models: readonly string[] | null;
  /** Null for the account's. */
  readonly requestsPerMinute: number | null;
  readonly account: string;
}

/** A new key; its secret is shown this once. */
export interface ShownNewKey extends Partial<ShownBudgets> {
  readonly account: string;
  readonly prefix: string;
  readonly name?: string;
  readonly expires?: string;
  readonly models?: readonly string[];
  readonly requestsPerMinute?: number;
  readonly key: string;
}

export interface WantedKey {
  readonly accountName: string;
  readonly name: string | undefined;
  /** Unix milliseconds. */
  readonly expiresMs: number | undefined;
  readonly budgets?: BudgetChanges | undefined;
  readonly models?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** An `Idempotency-Key`: it decides the prefix, which no two keys share, so that it makes one key at most. */
  readonly madeOnceAs?: string | undefined;
}

/** What was changed of a key. */
export interface ShownKeySettings extends Partial<ShownBudgets> {
  readonly prefix: string;
  readonly name?: string | null;
  readonly expires?: string | null;
  readonly models?: readonly string[] | null;
  readonly requestsPerMinute?: number | null;
}

/** What a key is to have. @throws LedgerError `invalid`, also for a name that could be another key's prefix. */
export function checkKeyTerms(settings: KeySettings): void {
  checkKeySettings(settings);
  const { name } = settings;
  // A word of small letters is hardly ever a prefix; where it is, whoever uses it is asked which is meant.
  if (typeof name !== 'string' || prefixIn(name) === undefined || /^[a-z]+$/.test(name)) return;
  // It may be a whole key: it is not repeated.
  throw new LedgerError(
    'invalid',
    'A key’s name is not of 8 letters and digits, with or without assay_, since a key’s prefix is: make it longer or shorter, put a hyphen in it, or use small letters alone.',
  );
}

/** A key that is not in the ledger yet. @throws LedgerError `invalid`. */
export function newKey({ madeOnceAs, ...terms }: WantedKey): {
  readonly wanted: NewKey;
  readonly shown: ShownNewKey;
} {
  const { accountName, name, expiresMs, budgets, models, requestsPerMinute } = terms;
  const { key, prefix, hash } = createApiKey(madeOnceAs === undefined ? undefined : prefixFor(madeOnceAs));
  const limits = {
    ...(models !== undefined && { models }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  const wanted: NewKey = { accountName, prefix, hash, name, expiresMs, budgets, ...limits };
  checkKeyTerms(wanted);
  const shown = {
    account: accountName,
    prefix,
    ...(name !== undefined && { name }),
    ...(expiresMs !== undefined && { expires: new Date(expiresMs).toISOString() }),
    ...limits,
    ...describeChanges(budgets),
    key,
  };
  return { wanted, shown };
}

/**
 * When a key expires.
 * @returns Unix milliseconds. @throws LedgerError `invalid` for what is no date, or has passed.
 */
export function readExpiry(text: string): number {
  const expiresMs = readMoment(text);
  if (expiresMs <= Date.now()) throw new LedgerError('invalid', `${text} has passed; name a later day`);
  return expiresMs;
}

/** @throws LedgerError `account-unknown`; `key-exists` where the `Idempotency-Key` has made a key. */
export async function createKey(
  { ledger, by }: Office,
  { wanted, shown }: ReturnType<typeof newKey>,
): Promise<ShownNewKey> {
  await ledger.createKey(wanted, by);
  return shown;
}

/** A key that took another one's place; its secret is shown this once. */
export interface ShownRotatedKey extends Omit<ShownNewKey, 'models' | 'requestsPerMinute'> {
  readonly replaces: string;
  /** From when on the replaced key is refused. */
  readonly replacedUntil: string;
}

/**
 * @param terms the prefix of the key to replace, and how long it goes on, milliseconds.
 * @throws LedgerError `invalid`, `key-unknown`, `key-rotated`.
 */
export async function rotateKey(
  { ledger, by }: Office,
  { prefix: replaces, graceMs }: { readonly prefix: string; readonly graceMs: number },
): Promise<ShownRotatedKey> {
  const { key, prefix, hash } = createApiKey();
  const rotated = await ledger.rotateKey({ prefix: replaces, successor: { prefix, hash }, graceMs }, by);
  const { accountName: account, name, expiresMs, oldExpiresMs } = rotated;
  return {
    account,
    prefix,
    ...(name !== null && { name }),
    ...(expiresMs !== null && { expires: new Date(expiresMs).toISOString() }),
    replaces,
    replacedUntil: new Date(oldExpiresMs).toISOString(),
    key,
  };
}

/** @throws LedgerError `invalid`, `key-unknown`, `key-rotated`. */
export async function changeKey(
  { ledger, by }: Office,
  { prefix, budgets: current }: ListedKey,
  settings: KeySettings,
): Promise<ShownKeySettings> {
  checkBudgetOrder({ ...current, ...settings.budgets });
  await ledger.changeKey(prefix, settings, by);
  const { name, expiresMs, models, requestsPerMinute, budgets } = settings;
  return {
    prefix,
    ...(name !== undefined && { name }),
    ...(expiresMs !== undefined && {
      expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
    }),
    ...(models !== undefined && { models }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...describeChanges(budgets),
  };
}

export function describeKey(listed: ListedKey): ShownKey {
  return {
    name: listed.name,
    prefix: listed.prefix,
    created: listed.createdAt,
    lastUsed: listed.lastUsedAt,
    expires: listed.expiresAt,
    revoked: listed.revokedAt,
    ...describeRoom(listed),
    models: listed.models,
    requestsPerMinute: listed.requestsPerMinute,
    account: listed.accountName,
  };
}
