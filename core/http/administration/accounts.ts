import { createHash } from 'node:crypto';
import {
  changeAccount,
  createAccount,
  describeAccount,
  describeEntry,
  eraseTexts,
  giveCredits,
  suspendAccount,
} from '../../administration/accounts.ts';
import type { AdminContext } from '../../administration/admin-context.ts';
import { microCreditsFromCredits, parseMarkup } from '../../billing/amounts.ts';
import { wrongFields } from '../../errors.ts';
import type { AdminAccount } from '../../generated/admin-answers.ts';
import type { ChangeAccountRequest } from '../../generated/admin-requests.ts';
import type { AccountSettings, CreditClaim } from '../../ledger/administration/settings.ts';
import { plainNumber } from '../../text/plain-json.ts';
import { AdminError } from './admin-error.ts';
import { translateRefusal, readField, readCursor, writeCursor, type AdminHandlers } from './admin-request.ts';
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

/** Accounts, their credits and settings. */
export const accountHandlers = {
  async listAccounts(request) {
    const { limit, after } = request.query((query, refuse) => ({
      limit: query.limit,
      after: readCursor(query.cursor, 1, refuse)?.[0] ?? 0,
    }));
    const rows = await request.context.ledger.listAccounts(after, limit + 1);
    const accounts = rows.slice(0, limit);
    const last = accounts.at(-1);
    const nextCursor = rows.length > limit && last !== undefined ? writeCursor([last.id]) : null;
    return { accounts: accounts.map(describeAccount), nextCursor };
  },
  async createAccount(request) {
    const { name, credits = 0 } = await request.body();
    const microCredits = readField('/credits', () => microCreditsFromCredits(credits));
    await translateRefusal('/name', createAccount(request.context, name, microCredits));
    return await findAccount(request.context, name);
  },
  getAccount: (request) => findAccount(request.context, request.segment('name')),
  async changeAccount(request) {
    const settings = settingsOf(await request.body());
    const name = request.segment('name');
    await translateRefusal(
      pointerOfBudgets(settings.budgets ?? {}),
      changeAccount(request.context, name, settings),
    );
    return await findAccount(request.context, name);
  },
  suspendAccount: (request) => suspendAccount(request.context, request.segment('name'), true),
  resumeAccount: (request) => suspendAccount(request.context, request.segment('name'), false),
  eraseTexts: (request) => eraseTexts(request.context, request.segment('name')),
  async giveCredits(request) {
    const key = request.idempotencyKey;
    if (key === undefined) {
      const message =
        'the header Idempotency-Key is required: name the payment, so that its credits are given once';
      throw wrongFields([{ pointer: '', code: 'idempotency_key', message }]);
    }
    const name = request.segment('name');
    const { credits, note } = await request.body();
    const microCredits = readField('/credits', () => microCreditsFromCredits(Math.abs(credits)));
    const isCorrection = credits < 0;
    const claim = claimOf(key, [name, isCorrection, microCredits, note ?? null]);
    const signed = isCorrection ? -microCredits : microCredits;
    const giving = giveCredits(request.context, { name, microCredits: signed, note, claim });
    const { answer, isRepeated } = await translateRefusal('/credits', giving);
    if (isRepeated) request.response.set('Idempotency-Replayed', 'true');
    return answer;
  },
  async accountHistory(request) {
    const limit = request.query((query) => query.limit);
    const entries = await request.context.ledger.history(request.segment('name'), limit);
    return { entries: entries.map(describeEntry) };
  },
} satisfies Partial<AdminHandlers>;

function settingsOf({ markup, budgetDay, budgetMonth, ...rest }: ChangeAccountRequest): AccountSettings {
  const settings = { ...rest, budgets: readBudgets({ budgetDay, budgetMonth }) };
  if (markup === undefined) return settings;
  return { ...settings, markupMilli: readField('/markup', () => parseMarkup(plainNumber(markup))) };
}

function claimOf(key: string, payment: readonly unknown[]): CreditClaim {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return { key: sha256(key), fingerprint: sha256(JSON.stringify(payment)) };
}

async function findAccount({ ledger }: AdminContext, name: string): Promise<AdminAccount> {
  const account = await ledger.findAccount(name);
  if (account === undefined)
    throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
  return describeAccount(account);
}
