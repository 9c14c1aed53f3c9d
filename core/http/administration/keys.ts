import { unknownModels } from '../../administration/allowed-models.ts';
import { keyNamed } from '../../administration/key-named.ts';
import {
  changeKey,
  checkKeyOptions,
  createKey,
  describeKey,
  newKey,
  readExpiry,
  rotateKey,
} from '../../administration/keys.ts';
import type { AdminContext } from '../../administration/admin-context.ts';
import { wrongFields } from '../../errors.ts';
import { checkKeySettings } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ListedKey } from '../../ledger/ledger.ts';
import { AdminError } from './admin-error.ts';
import {
  type AdminHandlers,
  type AdministrationServices,
  translateRefusal,
  readField,
  readCursor,
  writeCursor,
} from './admin-request.ts';
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

const DEFAULT_GRACE_SECONDS = 24 * 60 * 60;

/** API keys. */
export const keyHandlers = {
  async listKeys(request) {
    const { account, limit, from } = request.query((query, refuse) => ({
      account: query.account,
      limit: query.limit,
      from: readCursor(query.cursor, 1, refuse)?.[0] ?? 0,
    }));
    const keys = await request.context.ledger.listKeys(account);
    // Keys are never deleted, so each keeps its place.
    const end = from + limit;
    const nextCursor = end < keys.length ? writeCursor([end]) : null;
    return { keys: keys.slice(from, end).map(describeKey), nextCursor };
  },
  async createKey(request) {
    const { idempotencyKey } = request;
    const { account: accountName, name, expires, budgetDay, budgetMonth, ...rest } = await request.body();
    const expiresMs = expires === undefined ? undefined : readField('/expires', () => readExpiry(expires));
    const budgets = readBudgets({ budgetDay, budgetMonth });
    readField('/models', () => checkKeySettings({ models: rest.models }));
    await refuseUnknownModels(rest.models, request.services);
    const creation = readField('/name', () =>
      newKey({ ...rest, accountName, name, expiresMs, budgets, idempotencyKey }),
    );
    return await createKey(request.context, creation).catch(async (error: unknown) => {
      const isRepeated =
        idempotencyKey !== undefined && error instanceof LedgerError && error.code === 'key-exists';
      throw isRepeated ? await keyMadeError(request.context, creation.answer.prefix) : error;
    });
  },
  async changeKey(request) {
    const { expires, budgetDay, budgetMonth, ...rest } = await request.body();
    const expiresMs =
      expires === undefined || expires === null ? expires : readField('/expires', () => readExpiry(expires));
    const settings = { ...rest, expiresMs, budgets: readBudgets({ budgetDay, budgetMonth }) };
    readField('/models', () => checkKeySettings({ models: settings.models }));
    readField('/name', () => checkKeyOptions(settings));
    await refuseUnknownModels(settings.models, request.services);
    const key = await findKey(request.context, request.segment('key'));
    const changing = changeKey(request.context, key, settings);
    return await translateRefusal(pointerOfBudgets(settings.budgets), changing);
  },
  async rotateKey(request) {
    const { graceSeconds = DEFAULT_GRACE_SECONDS } = await request.body();
    const { prefix } = await findKey(request.context, request.segment('key'));
    const rotation = { prefix, graceMs: graceSeconds * 1_000 };
    return await translateRefusal('/graceSeconds', rotateKey(request.context, rotation));
  },
  async revokeKey(request) {
    const { ledger, by } = request.context;
    const { prefix } = await findKey(request.context, request.segment('key'));
    if (!(await ledger.revokeKey(prefix, by)))
      throw new AdminError('unknown', `The key ${prefix} is revoked already.`);
    return { prefix, revoked: true };
  },
} satisfies Partial<AdminHandlers>;

/** The answer to a repetition, because the key's text is not stored and cannot be shown again. */
async function keyMadeError({ ledger }: AdminContext, prefix: string): Promise<AdminError> {
  const key = (await ledger.listKeys()).find((one) => one.prefix === prefix);
  const owner =
    key === undefined
      ? ''
      : ` of the account ${key.account}${key.name === null ? '' : `, named ${key.name}`}`;
  const advice =
    key?.revoked === null
      ? `If its text is lost, POST /admin/v1/keys/${prefix}/rotate with {"graceSeconds": 0} replaces it.`
      : 'It is revoked.';
  const detail = `This Idempotency-Key has made the key ${prefix}${owner}, whose text was shown once. ${advice} Send another Idempotency-Key to make another key.`;
  return new AdminError('key-made', detail, {}, { prefix });
}

/** The key that the path names. @throws GatewayError 400 if several have the name; AdminError 404 */
async function findKey({ ledger }: AdminContext, name: string): Promise<ListedKey> {
  return await translateRefusal('', keyNamed(ledger, name));
}

/** @throws GatewayError 400 naming each entry of a key's models that matches no model. */
async function refuseUnknownModels(
  names: readonly string[] | null | undefined,
  { models: describe }: Pick<AdministrationServices, 'models'>,
): Promise<void> {
  if (names === undefined || names === null) return;
  const { models, switchedOff } = await describe();
  const modelIds = new Set([...models.map(({ id }) => id), ...switchedOff]);
  const unknown = unknownModels(names, modelIds, 'GET /admin/v1/models lists them');
  if (unknown.length === 0) return;
  throw wrongFields(
    unknown.slice(0, MAX_ERRORS).map(({ index, message }) => ({
      pointer: `/models/${index}`,
      code: 'unknown_model',
      message,
    })),
  );
}

const MAX_ERRORS = 32;
