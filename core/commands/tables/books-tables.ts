import type { Command, CommandGroup } from '../command-table.ts';

export const USAGE: Command = {
  name: 'usage',
  summary: 'Report what was used, what it cost you, and what was billed.',
  options: {
    account: { value: 'NAME', help: 'Only this account.' },
    by: { oneOf: ['account', 'model', 'key', 'day'], help: 'One row for each; account by default.' },
    month: { value: 'YYYY-MM', help: 'A month in UTC; the current one by default.' },
    from: { value: 'DATE', help: 'From this day on, or this moment as ISO 8601.' },
    to: { value: 'DATE', help: 'Before this day or moment; until now by default.' },
    csv: { help: 'Print CSV with exact decimals.' },
    focus: {
      help: 'Print CSV, also without --csv, in the columns of FOCUS 1.2: one row a day, account, key and model, with costs in US dollars by ASSAY_CREDITS_PER_USD.',
    },
  },
  notes:
    "Only settled requests count, by the time of their charge. Calls of judges count as calls. What a charge does not cover is shown as absorbed: a request's charge pays for its calls in their order.",
  isWide: true,
  json: 'Print JSON; with --focus an array of rows, with decimals as text.',
  examples: [
    'assay usage --account acme --by model --month 2026-11',
    'assay usage --focus --month 2026-11 > focus.csv',
  ],
  load: async () => (await import('../account/usage.ts')).reportUsage,
};

export const LEDGER: CommandGroup = {
  name: 'ledger',
  summary: 'Check, back up, migrate and read the ledger.',
  commands: [
    {
      name: 'ledger check',
      summary: 'Check every invariant in one read transaction. Exit code 1 if one fails.',
      examples: ['assay ledger check'],
      load: async () => (await import('../account/ledger.ts')).checkLedger,
    },
    {
      name: 'ledger backup',
      summary: 'Copy the whole ledger while a gateway runs.',
      words: ['FILE'],
      notes: `FILE must not exist yet. The backup is a consistent copy. To restore it, stop the gateway, remove the old file with its -wal and -shm, put the backup in its place, and run "assay ledger check". A plain copy of a file in use is not a backup.`,
      examples: ['assay ledger backup /var/backups/assay-2026-11-22.db'],
      load: async () => (await import('../account/ledger.ts')).backUpLedger,
    },
    {
      name: 'ledger migrate',
      summary: 'Upgrade the tables of a ledger from an earlier version.',
      notes: `Stop every gateway and back up the ledger first: only the backup leads back. All steps are one transaction. Nothing changes if the ledger has this version already, or while a gateway uses an SQLite ledger. Gateways of the earlier version that still run on PostgreSQL are refused from then on.`,
      examples: ['assay ledger migrate'],
      load: async () => (await import('../account/ledger.ts')).migrate,
    },
    {
      name: 'ledger history',
      summary: "List an account's entries, the newest first.",
      words: ['ACCOUNT'],
      options: {
        limit: { integer: { min: 1, max: 10_000, fallback: 50 }, help: 'Maximum number of entries.' },
      },
      notes: `Corrections are negative. The balance is the sum of grants and corrections less every charge. An entry of kind absorbed is what calls cost beyond their charge: you pay it, and the balance does not change.`,
      isWide: true,
      examples: ['assay ledger history acme --limit 20'],
      load: async () => (await import('../account/ledger.ts')).listEntries,
    },
  ],
};

export const AUDIT: Command = {
  name: 'audit',
  summary: 'List what operators changed, who did it, when and from where, the newest first.',
  options: {
    account: { value: 'NAME', help: 'Only changes of this account and its keys.' },
    actor: { value: 'NAME', help: 'Only by this user or admin token.' },
    action: {
      value: 'ACTION',
      help: 'Only this action, such as account.credit, or all of a kind, such as key.',
    },
    from: { value: 'DATE', help: 'From this day in UTC on, or this moment as ISO 8601.' },
    to: { value: 'DATE', help: 'Before this day or moment.' },
    limit: { integer: { min: 1, max: 10_000, fallback: 100 }, help: 'Maximum number of entries.' },
  },
  notes: `The log has every change by a command or the administration API, written in the same transaction as the change. Entries are never changed or deleted, and none contains a key, a token or a secret. Amounts in JSON are in micro-credits, which are millionths of a credit.

Actions: account.create, account.credit, account.correct, account.set, account.suspend, account.resume, account.erase, key.create, key.set, key.rotate, key.revoke, webhook.set, webhook.remove, webhook.retry, prompts.prune, admin-token.create, admin-token.revoke, reload.`,
  isWide: true,
  examples: ['assay audit --account acme --from 2026-11-01'],
  load: async () => (await import('../account/audit.ts')).listChanges,
};

export const WEBHOOKS: CommandGroup = {
  name: 'webhooks',
  summary: 'List events that webhooks have not accepted, and send them again.',
  notes: `An event is sent again with growing pauses for a day and is then a dead letter. So is one whose receiver answers 410. A delivered event is gone. "assay account set NAME --webhook URL" sets an account's webhook, and "assay prompt prune" deletes old dead letters.`,
  commands: [
    {
      name: 'webhooks list',
      summary: 'List dead letters, then the latest events that wait.',
      options: {
        limit: { integer: { min: 1, max: 10_000, fallback: 100 }, help: 'Maximum number of events.' },
      },
      isWide: true,
      examples: ['assay webhooks list'],
      load: async () => (await import('../account/webhooks.ts')).listEvents,
    },
    {
      name: 'webhooks retry',
      summary: "Send an event again, for up to another day. The ID of a request's event is its promptLogId.",
      optional: ['ID'],
      options: { dead: { help: 'Send every dead letter instead.' } },
      examples: ['assay webhooks retry 019aa8f0-5c1e-7b3a-9d44-2f6c0f0a7e11', 'assay webhooks retry --dead'],
      load: async () => (await import('../account/webhooks.ts')).retryEvents,
    },
  ],
};
