import { unknownModels } from '../../administration/allowed-models.ts';
import { keyNamed } from '../../administration/key-named.ts';
import {
  changeKey,
  checkKeyTerms,
  createKey,
  describeKey,
  newKey,
  readExpiry,
  rotateKey,
} from '../../administration/keys.ts';
import type { Office } from '../../administration/office.ts';
import { GatewayError } from '../../errors.ts';
import { checkKeySettings } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ListedKey } from '../../ledger/ledger.ts';
import { AdminError } from './admin-error.ts';
import {
  type AdminHandlers,
  type AdministrationServices,
  change,
  readField,
  readPlace,
  writePlace,
} from './admin-request.ts';
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

const DEFAULT_GRACE_SECONDS = 24 * 60 * 60;

/** API keys. */
export const keyHandlers = {
  async listKeys(asked) {
    const { account, limit, from } = asked.query((query, refuse) => ({
      account: query.account,
      limit: query.limit,
      from: readPlace(query.cursor, 1, refuse)?.[0] ?? 0,
    }));
    const keys = await asked.office.ledger.listKeys(account);
    // Keys are never deleted, so each keeps its place.
    const end = from + limit;
    const nextCursor = end < keys.length ? writePlace([end]) : null;
    return { keys: keys.slice(from, end).map(describeKey), nextCursor };
  },
  async createKey(asked) {
    const madeOnceAs = asked.idempotencyKey;
    const { account: accountName, name, expires, models, requestsPerMinute, ...asks } = await asked.body();
    const expiresMs = expires === undefined ? undefined : readField('/expires', () => readExpiry(expires));
    const budgets = readBudgets(asks);
    readField('/models', () => checkKeySettings({ models }));
    await refuseUnknownModels(models, asked.services);
    const made = readField('/name', () =>
      newKey({ accountName, name, expiresMs, budgets, models, requestsPerMinute, madeOnceAs }),
    );
    return await createKey(asked.office, made).catch(async (error: unknown) => {
      const isRepeated =
        madeOnceAs !== undefined && error instanceof LedgerError && error.code === 'key-exists';
      throw isRepeated ? await keyMade(asked.office, made.shown.prefix) : error;
    });
  },
  async changeKey(asked) {
    const { expires, budgetDay, budgetMonth, ...rest } = await asked.body();
    const expiresMs =
      expires === undefined || expires === null ? expires : readField('/expires', () => readExpiry(expires));
    const settings = { ...rest, expiresMs, budgets: readBudgets({ budgetDay, budgetMonth }) };
    readField('/models', () => checkKeySettings({ models: settings.models }));
    readField('/name', () => checkKeyTerms(settings));
    await refuseUnknownModels(settings.models, asked.services);
    const key = await keyAt(asked.office, asked.segment('key'));
    const changing = changeKey(asked.office, key, settings);
    return await change(pointerOfBudgets(settings.budgets), changing);
  },
  async rotateKey(asked) {
    const { graceSeconds = DEFAULT_GRACE_SECONDS } = await asked.body();
    const { prefix } = await keyAt(asked.office, asked.segment('key'));
    const rotation = { prefix, graceMs: graceSeconds * 1_000 };
    return await change('/graceSeconds', rotateKey(asked.office, rotation));
  },
  async revokeKey(asked) {
    const { ledger, by } = asked.office;
    const { prefix } = await keyAt(asked.office, asked.segment('key'));
    if (!(await ledger.revokeKey(prefix, by)))
      throw new AdminError('unknown', `The key ${prefix} is revoked already.`);
    return { prefix, revoked: true };
  },
} satisfies Partial<AdminHandlers>;

/** What a repetition is answered with: the key's text is not kept, so it cannot be shown again. */
async function keyMade({ ledger }: Office, prefix: string): Promise<AdminError> {
  const found = (await ledger.listKeys()).find((key) => key.prefix === prefix);
  const ofWhom =
    found === undefined
      ? ''
      : ` of the account ${found.account}${found.name === null ? '' : `, named ${found.name}`}`;
  const cure =
    found?.revoked === null
      ? `If its text is lost, POST /admin/v1/keys/${prefix}/rotate with {"graceSeconds": 0} replaces it.`
      : 'It is revoked.';
  const detail = `This Idempotency-Key has made the key ${prefix}${ofWhom}, whose text was shown once. ${cure} Send another Idempotency-Key to make another key.`;
  return new AdminError('key-made', detail, {}, { prefix });
}

/** The key that the path names. @throws GatewayError 400 if several have the name; AdminError 404 */
async function keyAt({ ledger }: Office, name: string): Promise<ListedKey> {
  return await change('', keyNamed(ledger, name));
}

/** @throws GatewayError 400 naming each entry of a key's models that matches no model. */
export async function refuseUnknownModels(
  names: readonly string[] | null | undefined,
  { models: describe }: Pick<AdministrationServices, 'models'>,
): Promise<void> {
  if (names === undefined || names === null) return;
  const { models, switchedOff } = await describe();
  const known = new Set([...models.map(({ id }) => id), ...switchedOff]);
  const unknown = unknownModels(names, known, 'GET /admin/v1/models lists them');
  if (unknown.length === 0) return;
  throw new GatewayError('validation-failed', {
    errors: unknown.slice(0, MAX_ERRORS).map(({ index, message }) => ({
      pointer: `/models/${index}`,
      code: 'unknown_model',
      message,
    })),
  });
}

const MAX_ERRORS = 32;
