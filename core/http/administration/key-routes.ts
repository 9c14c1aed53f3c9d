import { createKey, describeKey, newKey, readExpiry } from '../../administration/keys.ts';
import { prefixIn } from '../../stores/api-key.ts';
import { AdminError } from './admin-error.ts';
import {
  readAdminBody,
  readField,
  readQuery,
  segment,
  type AdminRequest,
  type AdminRoute,
} from './admin-route.ts';
import { readBudgets } from './read-budgets.ts';

export function keyRoutes(): readonly AdminRoute[] {
  return [
    { method: 'get', path: '/keys', handle: list },
    { method: 'post', path: '/keys', handle: create },
    { method: 'post', path: '/keys/:prefix/revoke', handle: revoke },
  ];
}

async function list(asked: AdminRequest): Promise<void> {
  const accountName = readQuery(asked, ['account'], (query) => {
    const name = query.text('account');
    if (name === undefined) query.wrong('account', 'required', 'name the account whose keys to list');
    return name ?? '';
  });
  const keys = await asked.office.ledger.listKeys(accountName);
  asked.response.json({ keys: keys.map(describeKey) });
}

async function create(asked: AdminRequest): Promise<void> {
  const { account: accountName, name, expires, ...asks } = await readAdminBody(asked, 'createKey');
  const expiresMs = expires === undefined ? undefined : readField('/expires', () => readExpiry(expires));
  const budgets = readBudgets(asks);
  const made = readField('/name', () => newKey({ accountName, name, expiresMs, budgets }));
  asked.response.status(201).json(await createKey(asked.office, made));
}

async function revoke(asked: AdminRequest): Promise<void> {
  const { ledger, by } = asked.office;
  const prefix = prefixIn(segment(asked, 'prefix'));
  if (prefix === undefined || !(await ledger.revokeKey(prefix, by)))
    throw new AdminError('unknown', 'No active key has this prefix.');
  asked.response.json({ prefix, revoked: true });
}
