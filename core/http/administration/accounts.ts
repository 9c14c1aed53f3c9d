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
import type { Office } from '../../administration/office.ts';
import { microCreditsFromCredits, parseMarkup } from '../../billing/amounts.ts';
import { GatewayError } from '../../errors.ts';
import type { AdminAccount } from '../../generated/admin-answers.ts';
import type { ChangeAccountRequest } from '../../generated/admin-requests.ts';
import type { AccountSettings, CreditClaim } from '../../ledger/administration/settings.ts';
import { plainNumber } from '../../text/plain-json.ts';
import { AdminError } from './admin-error.ts';
import { change, readField, readPlace, writePlace, type AdminHandlers } from './admin-request.ts';
import { pointerOfBudgets, readBudgets } from './read-budgets.ts';

/** Accounts, their credits and settings. */
export const accountHandlers = {
  async listAccounts(asked) {
    const { limit, after } = asked.query((query, refuse) => ({
      limit: query.limit,
      after: readPlace(query.cursor, 1, refuse)?.[0] ?? 0,
    }));
    const found = await asked.office.ledger.listAccounts(after, limit + 1);
    const accounts = found.slice(0, limit);
    const last = accounts.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? writePlace([last.id]) : null;
    return { accounts: accounts.map(describeAccount), nextCursor };
  },
  async createAccount(asked) {
    const { name, credits = 0 } = await asked.body();
    const microCredits = readField('/credits', () => microCreditsFromCredits(credits));
    await change('/name', createAccount(asked.office, name, microCredits));
    return await accountNamed(asked.office, name);
  },
  getAccount: (asked) => accountNamed(asked.office, asked.segment('name')),
  async changeAccount(asked) {
    const settings = settingsOf(await asked.body());
    const name = asked.segment('name');
    await change(pointerOfBudgets(settings.budgets ?? {}), changeAccount(asked.office, name, settings));
    return await accountNamed(asked.office, name);
  },
  suspendAccount: (asked) => suspendAccount(asked.office, asked.segment('name'), true),
  resumeAccount: (asked) => suspendAccount(asked.office, asked.segment('name'), false),
  eraseTexts: (asked) => eraseTexts(asked.office, asked.segment('name')),
  async giveCredits(asked) {
    const key = asked.idempotencyKey;
    if (key === undefined) {
      const message =
        'the header Idempotency-Key is required: name the payment, so that its credits are given once';
      throw new GatewayError('validation-failed', {
        errors: [{ pointer: '', code: 'idempotency_key', message }],
      });
    }
    const name = asked.segment('name');
    const { credits, note } = await asked.body();
    const microCredits = readField('/credits', () => microCreditsFromCredits(Math.abs(credits)));
    const isCorrection = credits < 0;
    const claim = claimOf(key, [name, isCorrection, microCredits, note ?? null]);
    const signed = isCorrection ? -microCredits : microCredits;
    const given = giveCredits(asked.office, { name, microCredits: signed, note, claim });
    const { shown, isRepeated } = await change('/credits', given);
    if (isRepeated) asked.response.set('Idempotency-Replayed', 'true');
    return shown;
  },
  async accountHistory(asked) {
    const limit = asked.query((query) => query.limit);
    const entries = await asked.office.ledger.history(asked.segment('name'), limit);
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

async function accountNamed({ ledger }: Office, name: string): Promise<AdminAccount> {
  const account = await ledger.findAccount(name);
  if (account === undefined)
    throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
  return describeAccount(account);
}
