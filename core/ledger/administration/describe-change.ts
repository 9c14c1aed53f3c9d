import { randomUUID } from 'node:crypto';
import type { AccountSettings, KeySettings } from './settings.ts';
import type { Operation } from '../ledger-operation.ts';
import type { LedgerStep } from '../ledger-step.ts';
import { PROGRAM, type Actor } from './audit.ts';

interface Change {
  readonly action: string;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The same with its note for the audit log; none for what requests and gateways do by themselves. */
export function noted<Noted extends Operation | LedgerStep>(operation: Noted, by: Actor = PROGRAM): Noted {
  const change = describeChange(operation);
  if (change === undefined) return operation;
  const { action, subject, detail } = change;
  const audit = { ...by, changeId: randomUUID(), action, subject, detail: JSON.stringify(detail) };
  return { ...operation, audit };
}

/** Nothing that opens a door: no key, hash or secret, and of a webhook only the host, since its path may be one. */
function describeChange(operation: Operation | LedgerStep): Change | undefined {
  switch (operation.kind) {
    case 'createAccount':
      return about('account.create', operation.name, { microCredits: operation.microCredits });
    case 'grant': {
      const { accountName, microCredits, note } = operation;
      return about('account.credit', accountName, { microCredits, note });
    }
    case 'correct': {
      const { accountName, microCredits, note } = operation;
      // Taken back: as the history has it.
      return about('account.correct', accountName, { microCredits: -microCredits, note });
    }
    case 'suspendAccount':
      return about(operation.suspended ? 'account.suspend' : 'account.resume', operation.accountName);
    case 'changeAccount':
      return about('account.set', operation.accountName, settingsOf(operation.settings));
    case 'createKey': {
      const { accountName, prefix, name = null, expiresMs = null, budgets } = operation;
      const models = operation.models ?? undefined;
      const requestsPerMinute = operation.requestsPerMinute ?? undefined;
      const settings = settingsOf({ models, requestsPerMinute, expiresMs, budgets });
      return about('key.create', accountName, { prefix, name, ...settings });
    }
    case 'changeKey':
      return about('key.set', operation.prefix, settingsOf(operation.settings));
    case 'revokeKey':
      return about('key.revoke', operation.prefix);
    case 'rotateKey': {
      const { prefix, successor, graceMs } = operation;
      return about('key.rotate', prefix, { successor: successor.prefix, graceSeconds: graceMs / 1_000 });
    }
    case 'createAdminToken':
      return about('admin-token.create', operation.name, {
        scope: operation.scope,
        prefix: operation.prefix,
      });
    case 'revokeAdminToken':
      return about('admin-token.revoke', operation.name);
    case 'record':
      return about(operation.action, null, operation.detail);
    case 'prunePrompts':
      return about('prompts.prune', null, { before: new Date(operation.beforeMs).toISOString() });
    case 'eraseAccount':
      return about('account.erase', operation.accountName);
    case 'setWebhook':
      return about('webhook.set', operation.accountName, { receiver: new URL(operation.webhook.url).host });
    case 'removeWebhook':
      return about('webhook.remove', operation.accountName);
    case 'retryEvent':
      return about('webhook.retry', operation.id);
    case 'retryDead':
      return about('webhook.retry', null, { every: 'dead letter' });
    case 'reserve':
    case 'deliver':
    case 'settle':
    case 'void':
    case 'recover':
    case 'probe':
    case 'claimEvents':
    case 'takeAlerts':
    case 'forgetEvents':
    case 'pruneEvents':
    case 'forgetKeys':
    case 'pruneAnswers':
    case 'eraseRequest':
    case 'vote':
    case 'eraseSome':
      return undefined;
  }
  const unknown: never = operation;
  throw new TypeError(`The audit log does not know ${JSON.stringify(unknown)}.`);
}

/** Of an account or a key, on one level: budgets beside the rest, in micro-credits. What is undefined is not noted. */
function settingsOf({
  budgets = {},
  ...settings
}: Omit<AccountSettings, keyof KeySettings> & KeySettings): Change['detail'] {
  const { expiresMs, ...rest } = settings;
  return {
    ...rest,
    expires: typeof expiresMs === 'number' ? new Date(expiresMs).toISOString() : expiresMs,
    budgetDayMicroCredits: budgets.day,
    budgetMonthMicroCredits: budgets.month,
  };
}

function about(action: string, subject: string | null, detail: Change['detail'] = {}): Change {
  return { action, subject, detail };
}
