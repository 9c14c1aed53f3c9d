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
import { checkKeySettings } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { ListedKey } from '../../ledger/ledger.ts';
import { readIdempotencyKey } from '../read/read-prompt.ts';
import { AdminError } from './admin-error.ts';
import type { AdministrationServices } from './administration-services.ts';
import {
  change,
  readAdminBody,
  readField,
  readPlace,
  readQuery,
  segment,
  writePlace,
  type AdminRequest,
  type AdminRoute,
} from './admin-route.ts';
import { refuseUnknownModels } from './refuse-unknown-models.ts';
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

const MAX_LISTED = 1_000;
const DEFAULT_LISTED = 100;

export function keyRoutes(services: AdministrationServices): readonly AdminRoute[] {
  return [
    { method: 'get', path: '/keys', handle: list },
    { method: 'post', path: '/keys', handle: (asked) => create(asked, services) },
    { method: 'patch', path: '/keys/:key', handle: (asked) => set(asked, services) },
    { method: 'post', path: '/keys/:key/rotate', handle: rotate },
    { method: 'post', path: '/keys/:key/revoke', handle: revoke },
  ];
}

async function list(asked: AdminRequest): Promise<void> {
  const { accountName, limit, from } = readQuery(asked, ['account', 'limit', 'cursor'], (query) => {
    const name = query.text('account');
    if (name === undefined) query.wrong('account', 'missing', 'name the account whose keys to list');
    return {
      accountName: name ?? '',
      limit: query.count('limit', MAX_LISTED, DEFAULT_LISTED),
      from: readPlace(query, 1)?.[0] ?? 0,
    };
  });
  const keys = await asked.office.ledger.listKeys(accountName);
  // Keys are never deleted, so each keeps its place.
  const end = from + limit;
  const nextCursor = end < keys.length ? writePlace([end]) : null;
  asked.response.json({ keys: keys.slice(from, end).map(describeKey), nextCursor });
}

async function create(asked: AdminRequest, services: AdministrationServices): Promise<void> {
  const madeOnceAs = readIdempotencyKey(asked.request);
  const {
    account: accountName,
    name,
    expires,
    models,
    requestsPerMinute,
    ...asks
  } = await readAdminBody(asked, 'createKey');
  const expiresMs = expires === undefined ? undefined : readField('/expires', () => readExpiry(expires));
  const budgets = readBudgets(asks);
  readField('/models', () => checkKeySettings({ models }));
  await refuseUnknownModels(models, services);
  const made = readField('/name', () =>
    newKey({ accountName, name, expiresMs, budgets, models, requestsPerMinute, madeOnceAs }),
  );
  const created = await createKey(asked.office, made).catch(async (error: unknown) => {
    const isRepeated =
      madeOnceAs !== undefined && error instanceof LedgerError && error.code === 'key-exists';
    throw isRepeated ? await keyMade(asked, made.shown.prefix) : error;
  });
  asked.response.status(201).json(created);
}

/** What a repetition is answered with: the key's text is not kept, so it cannot be shown again. */
async function keyMade({ office }: AdminRequest, prefix: string): Promise<AdminError> {
  const found = (await office.ledger.listKeys()).find((key) => key.prefix === prefix);
  const ofWhom =
    found === undefined
      ? ''
      : ` of the account ${found.accountName}${found.name === null ? '' : `, named ${found.name}`}`;
  const cure =
    found?.revokedAt === null
      ? `If its text is lost, POST /admin/v1/keys/${prefix}/rotate with {"graceSeconds": 0} replaces it.`
      : 'It is revoked.';
  const detail = `This Idempotency-Key has made the key ${prefix}${ofWhom}, whose text was shown once. ${cure} Send another Idempotency-Key to make another key.`;
  return new AdminError('key-made', detail, {}, { prefix });
}

async function set(asked: AdminRequest, services: AdministrationServices): Promise<void> {
  const { expires, budgetDay, budgetMonth, ...rest } = await readAdminBody(asked, 'changeKey');
  const expiresMs =
    expires === undefined || expires === null ? expires : readField('/expires', () => readExpiry(expires));
  const settings = { ...rest, expiresMs, budgets: readBudgets({ budgetDay, budgetMonth }) };
  readField('/models', () => checkKeySettings({ models: settings.models }));
  readField('/name', () => checkKeyTerms(settings));
  await refuseUnknownModels(settings.models, services);
  const key = await keyAt(asked);
  const changing = changeKey(asked.office, key, settings);
  asked.response.json(await change(pointerOfBudgets(settings.budgets), changing));
}

const DEFAULT_GRACE_SECONDS = 24 * 60 * 60;

async function rotate(asked: AdminRequest): Promise<void> {
  const { graceSeconds = DEFAULT_GRACE_SECONDS } = await readAdminBody(asked, 'rotateKey');
  const { prefix } = await keyAt(asked);
  const rotation = { prefix, graceMs: graceSeconds * 1_000 };
  asked.response.status(201).json(await change('/graceSeconds', rotateKey(asked.office, rotation)));
}

async function revoke(asked: AdminRequest): Promise<void> {
  const { ledger, by } = asked.office;
  const { prefix } = await keyAt(asked);
  if (!(await ledger.revokeKey(prefix, by)))
    throw new AdminError('unknown', `The key ${prefix} is revoked already.`);
  asked.response.json({ prefix, revoked: true });
}

/** The key that the path names. @throws GatewayError 400 where several have the name; AdminError 404 */
async function keyAt(asked: AdminRequest): Promise<ListedKey> {
  return await change('', keyNamed(asked.office.ledger, segment(asked, 'key')));
}
