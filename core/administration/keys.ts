import type { AdminKey, AdminKeySettings, AdminNewKey, AdminRotatedKey } from '../generated/admin-answers.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { checkKeySettings, readMoment } from '../ledger/check-operation.ts';
import type { ListedKey, NewKey } from '../ledger/ledger.ts';
import type { KeySettings } from '../ledger/administration/settings.ts';
import { createApiKey, prefixFor, prefixIn } from '../stores/api-key.ts';
import { checkBudgetOrder, describeChanges, describeBudgetStatus } from './budgets.ts';
import type { AdminContext } from './admin-context.ts';

export interface KeyOptions extends Pick<NewKey, 'accountName' | 'budgets'> {
  readonly name: string | undefined;
  /** Unix milliseconds. */
  readonly expiresMs: number | undefined;
  readonly models?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** An `Idempotency-Key`. It determines the prefix, which no two keys share, so that it creates at most one key. */
  readonly idempotencyKey?: string | undefined;
}

/** @throws LedgerError `invalid`, also for a name that could be another key's prefix. */
export function checkKeyOptions(settings: KeySettings): void {
  checkKeySettings(settings);
  const { name } = settings;
  // A word of small letters is hardly ever a prefix; if it is both, `keyNamed` refuses it as ambiguous.
  if (typeof name !== 'string' || prefixIn(name) === undefined || /^[a-z]+$/.test(name)) return;
  // The message does not repeat the name, which may be a whole key.
  throw new LedgerError(
    'invalid',
    'A key’s name is not of 8 letters and digits, with or without assay_, since a key’s prefix is: make it longer or shorter, put a hyphen in it, or use small letters alone.',
  );
}

/**
 * Makes a key that is not in the ledger yet.
 * @returns its row for the ledger, and the answer to its creator, which is the only one with the text of the key.
 * @throws LedgerError `invalid`.
 */
export function newKey({ idempotencyKey, ...options }: KeyOptions): {
  readonly record: NewKey;
  readonly answer: AdminNewKey;
} {
  const { accountName, name, expiresMs, budgets, models, requestsPerMinute } = options;
  const { key, prefix, hash } = createApiKey(
    idempotencyKey === undefined ? undefined : prefixFor(idempotencyKey),
  );
  const limits = {
    ...(models !== undefined && { models }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  const record: NewKey = { accountName, prefix, hash, name, expiresMs, budgets, ...limits };
  checkKeyOptions(record);
  const answer = {
    account: accountName,
    prefix,
    ...(name !== undefined && { name }),
    ...(expiresMs !== undefined && { expires: new Date(expiresMs).toISOString() }),
    ...limits,
    ...describeChanges(budgets),
    key,
  };
  return { record, answer };
}

/**
 * Reads the expiry of a key.
 * @returns Unix milliseconds. @throws LedgerError `invalid` unless it is a date in the future.
 */
export function readExpiry(text: string): number {
  const expiresMs = readMoment(text);
  if (expiresMs <= Date.now()) throw new LedgerError('invalid', `${text} has passed; name a later day`);
  return expiresMs;
}

/** @throws LedgerError `account-unknown`; `key-exists` if the `Idempotency-Key` was used for a key before. */
export async function createKey(
  { ledger, by }: AdminContext,
  { record, answer }: ReturnType<typeof newKey>,
): Promise<AdminNewKey> {
  await ledger.createKey(record, by);
  return answer;
}

/**
 * Makes a key in the place of another, which stays valid for `graceMs` milliseconds.
 * @throws LedgerError `invalid`, `key-unknown`, `key-rotated`.
 */
export async function rotateKey(
  { ledger, by }: AdminContext,
  { prefix: replaces, graceMs }: { readonly prefix: string; readonly graceMs: number },
): Promise<AdminRotatedKey> {
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
  { ledger, by }: AdminContext,
  { prefix, budgets: current }: ListedKey,
  settings: KeySettings,
): Promise<AdminKeySettings> {
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

export function describeKey({ budgets, budgetsLeft, ...listed }: ListedKey): AdminKey {
  const { models, requestsPerMinute, account, ...key } = listed;
  return { ...key, ...describeBudgetStatus({ budgets, budgetsLeft }), models, requestsPerMinute, account };
}
