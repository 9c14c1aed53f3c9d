import { createHash } from 'node:crypto';
import {
  changeAccount,
  createAccount,
  describeAccount,
  describeEntry,
  eraseTexts,
  giveCredits,
  suspendAccount,
  type ShownAccount,
} from '../../administration/accounts.ts';
import { microCreditsFromCredits, parseMarkup } from '../../billing/amounts.ts';
import { GatewayError } from '../../errors.ts';
import type { ChangeAccountRequest } from '../../generated/admin-requests.ts';
import type { CreditClaim } from '../../ledger/administration/credit-claim.ts';
import type { AccountSettings } from '../../ledger/administration/settings.ts';
import { plainNumber } from '../../text/plain-json.ts';
import { readIdempotencyKey } from '../read/read-prompt.ts';
import { AdminError } from './admin-error.ts';
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
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

const MAX_LISTED = 1_000;
const DEFAULT_LISTED = 100;

export function accountRoutes(): readonly AdminRoute[] {
  return [
    { method: 'get', path: '/accounts', handle: list },
    { method: 'post', path: '/accounts', handle: create },
    { method: 'get', path: '/accounts/:name', handle: get },
    { method: 'patch', path: '/accounts/:name', handle: set },
    { method: 'post', path: '/accounts/:name/suspend', handle: (asked) => suspend(asked, true) },
    { method: 'post', path: '/accounts/:name/resume', handle: (asked) => suspend(asked, false) },
    { method: 'delete', path: '/accounts/:name/texts', handle: erase },
    { method: 'post', path: '/accounts/:name/credits', handle: credit },
    { method: 'get', path: '/accounts/:name/history', handle: history },
  ];
}

async function list(asked: AdminRequest): Promise<void> {
  const { limit, after } = readQuery(asked, ['limit', 'cursor'], (query) => ({
    limit: query.count('limit', MAX_LISTED, DEFAULT_LISTED),
    after: readPlace(query, 1)?.[0] ?? 0,
  }));
  const found = await asked.office.ledger.accountsAfter(after, limit + 1);
  const accounts = found.slice(0, limit);
  const last = accounts.at(-1);
  const nextCursor = found.length > limit && last !== undefined ? writePlace([last.id]) : null;
  asked.response.json({ accounts: accounts.map(describeAccount), nextCursor });
}

async function create(asked: AdminRequest): Promise<void> {
  const { name, credits = 0 } = await readAdminBody(asked, 'createAccount');
  const microCredits = readField('/credits', () => microCreditsFromCredits(credits));
  await change('/name', createAccount(asked.office, name, microCredits));
  asked.response.status(201).json(await accountNamed(asked, name));
}

async function get(asked: AdminRequest): Promise<void> {
  asked.response.json(await accountNamed(asked, segment(asked, 'name')));
}

async function set(asked: AdminRequest): Promise<void> {
  const settings = settingsOf(await readAdminBody(asked, 'changeAccount'));
  const name = segment(asked, 'name');
  await change(pointerOfBudgets(settings.budgets ?? {}), changeAccount(asked.office, name, settings));
  asked.response.json(await accountNamed(asked, name));
}

function settingsOf({ markup, budgetDay, budgetMonth, ...rest }: ChangeAccountRequest): AccountSettings {
  const settings = { ...rest, budgets: readBudgets({ budgetDay, budgetMonth }) };
  if (markup === undefined) return settings;
  return { ...settings, markupMilli: readField('/markup', () => parseMarkup(plainNumber(markup))) };
}

async function suspend(asked: AdminRequest, suspended: boolean): Promise<void> {
  asked.response.json(await suspendAccount(asked.office, segment(asked, 'name'), suspended));
}

async function erase(asked: AdminRequest): Promise<void> {
  asked.response.json(await eraseTexts(asked.office, segment(asked, 'name')));
}

async function credit(asked: AdminRequest): Promise<void> {
  const key = readIdempotencyKey(asked.request);
  if (key === undefined) {
    const message =
      'the header Idempotency-Key is required: name the payment, so that its credits are given once';
    throw new GatewayError('validation-failed', {
      errors: [{ pointer: '', code: 'idempotency_key', message }],
    });
  }
  const name = segment(asked, 'name');
  const { credits, note } = await readAdminBody(asked, 'giveCredits');
  const microCredits = readField('/credits', () => microCreditsFromCredits(Math.abs(credits)));
  const isCorrection = credits < 0;
  const claim = claimOf(key, [name, isCorrection, microCredits, note ?? null]);
  const given = giveCredits(asked.office, { name, microCredits, isCorrection, note, claim });
  const { shown, isRepeated } = await change('/credits', given);
  if (isRepeated) asked.response.set('Idempotency-Replayed', 'true');
  asked.response.json(shown);
}

function claimOf(key: string, payment: readonly unknown[]): CreditClaim {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return { key: sha256(key), fingerprint: sha256(JSON.stringify(payment)) };
}

async function history(asked: AdminRequest): Promise<void> {
  const limit = readQuery(asked, ['limit'], (query) => query.count('limit', MAX_LISTED, DEFAULT_LISTED));
  const entries = await asked.office.ledger.history(segment(asked, 'name'), limit);
  asked.response.json({ entries: entries.map(describeEntry) });
}

async function accountNamed({ office }: AdminRequest, name: string): Promise<ShownAccount> {
  const account = await office.ledger.findAccount(name);
  if (account === undefined)
    throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
  return describeAccount(account);
}
