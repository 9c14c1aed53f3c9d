import { auditNote } from './administration/audit.ts';
import type { AccountSettings, KeySettings } from './administration/settings.ts';
import { oldestAnswerMs } from './answers/cached-answer.ts';
import {
  checkAdjustment,
  checkAdminToken,
  checkClaim,
  checkKeySettings,
  checkNewAccount,
  checkNewKey,
  checkRotation,
  checkSettings,
  checkWebhook,
  readMoment,
} from './check-operation.ts';
import type { LedgerAdmin } from './administration/ledger-admin.ts';
import type { LedgerQueues } from './ledger-queues.ts';
import { readAccount } from './sql/accounts.ts';
import { repeatStep } from './sql/steps.ts';
import type { WebhookAdmin } from './webhooks/outbox.ts';

/**
 * Makes the methods of operators. Each checks its input, makes a note for the audit log and queues the change. A note
 * never contains a key, a hash or a secret.
 */
export function operatorChanges({ operations, runStep }: Pick<LedgerQueues, 'operations' | 'runStep'>) {
  const pruneAnswers = async (beforeMs: number): Promise<number> =>
    await repeatStep(() => runStep({ kind: 'pruneAnswers', beforeMs }));
  return {
    createAccount: async (name, microCredits, by) => {
      checkNewAccount(name, microCredits);
      const audit = auditNote(by, 'account.create', name, { microCredits });
      return readAccount(await operations.submit({ kind: 'createAccount', name, microCredits, audit }));
    },
    adjustCredits: async (accountName, microCredits, note, { by, claim = null } = {}) => {
      checkAdjustment(microCredits, note);
      if (claim !== null) checkClaim(claim);
      const credits = { microCredits, note: note ?? null };
      const action = microCredits < 0 ? 'account.correct' : 'account.credit';
      const audit = auditNote(by, action, accountName, credits);
      return await operations.submit({ kind: 'adjustCredits', accountName, ...credits, claim, audit });
    },
    suspendAccount: async (accountName, suspended, by) => {
      const audit = auditNote(by, suspended ? 'account.suspend' : 'account.resume', accountName);
      await operations.submit({ kind: 'changeAccount', accountName, settings: { suspended }, audit });
    },
    changeAccount: async (accountName, settings, by) => {
      checkSettings(settings);
      const audit = auditNote(by, 'account.set', accountName, detailOf(settings));
      const changed = readAccount(
        await operations.submit({ kind: 'changeAccount', accountName, settings, audit }),
      );
      // The cache is already off, so a failure here is harmless: the next pruning deletes the answers.
      if (settings.cache === false || settings.zeroDataRetention === true)
        await pruneAnswers(oldestAnswerMs(Date.now())).catch(() => 0);
      return changed;
    },
    createKey: async (key, by) => {
      checkNewKey(key);
      const { accountName, prefix, name = null, expiresMs = null, budgets } = key;
      const limits = {
        models: key.models ?? undefined,
        requestsPerMinute: key.requestsPerMinute ?? undefined,
      };
      const detail = { prefix, name, ...detailOf({ ...limits, expiresMs, budgets }) };
      await operations.submit({
        kind: 'createKey',
        ...key,
        audit: auditNote(by, 'key.create', accountName, detail),
      });
    },
    changeKey: async (prefix, settings, by) => {
      checkKeySettings(settings);
      const audit = auditNote(by, 'key.set', prefix, detailOf(settings));
      await operations.submit({ kind: 'changeKey', prefix, settings, audit });
    },
    revokeKey: async (prefix, by) =>
      await operations.submit({ kind: 'revokeKey', prefix, audit: auditNote(by, 'key.revoke', prefix) }),
    rotateKey: async (rotation, by) => {
      checkRotation(rotation);
      const { prefix, successor, graceMs } = rotation;
      const detail = { successor: successor.prefix, graceSeconds: graceMs / 1_000 };
      return await operations.submit({
        kind: 'rotateKey',
        ...rotation,
        audit: auditNote(by, 'key.rotate', prefix, detail),
      });
    },
    createAdminToken: async (token, by) => {
      checkAdminToken(token);
      const { name, scope, prefix } = token;
      const audit = auditNote(by, 'admin-token.create', name, { scope, prefix });
      await runStep({ kind: 'createAdminToken', token, audit });
    },
    revokeAdminToken: async (name, by) => {
      const audit = auditNote(by, 'admin-token.revoke', name);
      return (await runStep({ kind: 'revokeAdminToken', name, audit })).rows > 0;
    },
    record: async ({ action, detail }, by) => {
      await runStep({ kind: 'record', audit: auditNote(by, action, null, detail) });
    },
    prunePrompts: async (before, by) => {
      const beforeMs = readMoment(before);
      await repeatStep(() => runStep({ kind: 'forgetKeys' }));
      const pruned = await repeatStep(() => {
        const audit = auditNote(by, 'prompts.prune', null, { before: new Date(beforeMs).toISOString() });
        return runStep({ kind: 'prunePrompts', beforeMs, audit });
      });
      await repeatStep(() => runStep({ kind: 'pruneEvents', beforeMs }));
      await pruneAnswers(beforeMs);
      return pruned;
    },
    eraseAccount: async (accountName, by) => {
      const audit = auditNote(by, 'account.erase', accountName);
      await runStep({ kind: 'eraseAccount', accountName, audit });
      await repeatStep(() => runStep({ kind: 'eraseSome', accountName }));
    },
  } satisfies Partial<LedgerAdmin>;
}

/**
 * Makes the operators' methods for webhooks. A note has only the host of a webhook, because its path may be a secret.
 */
export function webhookChanges({ runStep }: Pick<LedgerQueues, 'runStep'>) {
  return {
    set: async (accountName, webhook, by) => {
      checkWebhook(webhook);
      const audit = auditNote(by, 'webhook.set', accountName, { receiver: new URL(webhook.url).host });
      await runStep({ kind: 'setWebhook', accountName, webhook, audit });
    },
    remove: async (accountName, by) => {
      const audit = auditNote(by, 'webhook.remove', accountName);
      await runStep({ kind: 'removeWebhook', accountName, audit });
      return await repeatStep(() => runStep({ kind: 'forgetEvents', accountName }));
    },
    retry: async (id, by) =>
      (await runStep({ kind: 'retryEvent', id, audit: auditNote(by, 'webhook.retry', id) })).rows > 0,
    retryDead: async (by) =>
      await repeatStep(() =>
        runStep({ kind: 'retryDead', audit: auditNote(by, 'webhook.retry', null, { every: 'dead letter' }) }),
      ),
  } satisfies Partial<WebhookAdmin>;
}

/** Flattens the settings of an account or a key for a note, with budgets in micro-credits. */
function detailOf({
  budgets = {},
  expiresMs,
  ...settings
}: Omit<AccountSettings, keyof KeySettings> & KeySettings): Readonly<Record<string, unknown>> {
  return {
    ...settings,
    expires: typeof expiresMs === 'number' ? new Date(expiresMs).toISOString() : expiresMs,
    budgetDayMicroCredits: budgets.day,
    budgetMonthMicroCredits: budgets.month,
  };
}
