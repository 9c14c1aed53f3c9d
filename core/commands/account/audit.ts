import { readMoment } from '../../ledger/check-operation.ts';
import { MAX_AUDIT_ENTRIES, type AuditEntry } from '../../ledger/administration/audit.ts';
import { plainJson } from '../../text/plain-json.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, readArguments, textOptions, type Command, type Row, type CommandTable } from '../command.ts';
import { withLedger } from './with-ledger.ts';

const DEFAULT_ENTRIES = 100;

const HELP = `assay audit: what operators changed, who did it, when and from where; the newest first.

  assay audit [settings]
      --from DATE    from this day in UTC on, or this moment as ISO 8601
      --to DATE      before this day or moment
      --limit N      default ${DEFAULT_ENTRIES}, at most ${MAX_AUDIT_ENTRIES}

Every change by a command or by the administration API is in it, written in the same transaction as the change. Entries
are never changed or deleted, and none has a key, a token or a secret. Amounts are in micro-credits, a millionth of a
credit.

  --json    print JSON

Example: assay audit --from 2026-11-01 --to 2026-12-01 --json
`;

const TABLE: CommandTable = {
  help: HELP,
  options: textOptions(['from', 'to', 'limit']),
  forms: [{}],
};

export const audit: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, TABLE);
    if (args === undefined) return 0;
    const query = {
      limit: limitOf(args.text('limit') ?? String(DEFAULT_ENTRIES)),
      fromMs: momentOf('--from', args.text('from')),
      toMs: momentOf('--to', args.text('to')),
    };
    const { entries } = await withLedger(environment, (ledger) => ledger.audit(query));
    print(entries, entries.map(entryRow), args.json);
    return 0;
  },
};

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
