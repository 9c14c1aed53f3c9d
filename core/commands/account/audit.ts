import { readMoment } from '../../ledger/check-operation.ts';
import { MAX_AUDIT_ENTRIES, type AuditEntry } from '../../ledger/administration/audit.ts';
import { plainJson } from '../../text/plain-json.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, defineCommand, type Command, type Row } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { withLedger } from './with-ledger.ts';

const DEFAULT_ENTRIES = 100;

const TABLE: CommandTable = {
  command: 'assay audit',
  purpose: 'what operators changed, who did it, when and from where; the newest first.',
  forms: [
    {
      inline: '[settings]',
      options: {
        from: { value: 'DATE', says: 'from this day in UTC on, or this moment as ISO 8601' },
        to: { value: 'DATE', says: 'before this day or moment' },
        limit: { value: 'N', says: `default ${DEFAULT_ENTRIES}, at most ${MAX_AUDIT_ENTRIES}` },
      },
    },
  ],
  notes: `Every change by a command or by the administration API is in it, written in the same transaction as the change. Entries
are never changed or deleted, and none has a key, a token or a secret. Amounts are in micro-credits, a millionth of a
credit.`,
  examples: ['assay audit --from 2026-11-01 --to 2026-12-01 --json'],
};

export const audit: Command = defineCommand(TABLE, async (args, environment) => {
  const query = {
    limit: limitOf(args.text('limit') ?? String(DEFAULT_ENTRIES)),
    fromMs: momentOf('--from', args.text('from')),
    toMs: momentOf('--to', args.text('to')),
  };
  const { entries } = await withLedger(environment, (ledger) => ledger.audit(query));
  print(entries, entries.map(entryRow), args.json);
  return 0;
});

function limitOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > MAX_AUDIT_ENTRIES)
    throw new ArgumentError(`--limit takes a whole number from 1 to ${MAX_AUDIT_ENTRIES}`);
  return Number(text);
}

function momentOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return readMoment(text);
  } catch (cause) {
    throw new ArgumentError(`${option} takes a date such as 2026-11-01, or an ISO 8601 time with its zone`, {
      cause,
    });
  }
}

function entryRow({ at, via, actor, origin, action, subject, detail }: AuditEntry): Row {
  return { at, via, actor, origin, action, subject, detail: plainJson(detail) };
}
