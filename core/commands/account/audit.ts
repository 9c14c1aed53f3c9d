import { formatCredits } from '../../client/figures.ts';
import type { Environment } from '../../config.ts';
import type { AdminAuditEntry } from '../../generated/admin-answers.ts';
import { MAX_AUDIT_ENTRIES, type AuditPlace } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { plainJson } from '../../text/plain-json.ts';
import type { CommandArguments } from '../command-table.ts';
import { headingOf, printRows } from '../print.ts';
import { readTime } from '../read-argument.ts';
import { withAccount, withLedger } from './with-ledger.ts';

export async function listChanges(args: CommandArguments, environment: Environment): Promise<void> {
  const times = { fromMs: readTime('--from', args.text('from')), toMs: readTime('--to', args.text('to')) };
  const account = args.text('account');
  const readMatches = async (
    ledger: LedgerAdmin,
    names?: ReadonlySet<string>,
  ): Promise<readonly AdminAuditEntry[]> => {
    const isMatch = (entry: AdminAuditEntry): boolean => {
      const { actor, action, subject } = entry;
      const [actorFilter = actor, actionFilter = action] = [args.text('actor'), args.text('action')];
      const isOfAccount =
        names === undefined || (names.has(subject ?? '') && !action.startsWith('admin-token.'));
      const isOfAction = action === actionFilter || action.startsWith(`${actionFilter}.`);
      return (
        isOfAccount && isOfAction && actor === actorFilter && Date.parse(entry.at) >= (times.fromMs ?? 0)
      );
    };
    return await readChanges(ledger, { ...times, isMatch, limit: args.integer('limit') ?? 0 });
  };
  const changes =
    account === undefined
      ? await withLedger(environment, (ledger) => readMatches(ledger))
      : await withAccount(environment, account, async ({ ledger }) => {
          const keys = await ledger.listKeys(account);
          return await readMatches(ledger, new Set([account, ...keys.map(({ prefix }) => prefix)]));
        });
  const rows = changes.map((entry) => {
    const { at, actor, action, subject, via, origin } = entry;
    return { at: { at }, actor, action, subject, change: { sentence: changeText(entry) }, via, origin };
  });
  printRows(args, changes, rows, 'No such change was found. "assay audit --help" lists the actions.');
}

interface ChangesQuery {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly isMatch: (entry: AdminAuditEntry) => boolean;
  readonly limit: number;
}

/** The newest first. Reads until there are enough, or the log or the period ends. */
async function readChanges(
  ledger: LedgerAdmin,
  { fromMs = 0, toMs, isMatch, limit }: ChangesQuery,
): Promise<readonly AdminAuditEntry[]> {
  const matches: AdminAuditEntry[] = [];
  let after: AuditPlace | undefined;
  do {
    // Each page begins where the one before ends.
    const { entries, next } = await ledger.audit({ limit: MAX_AUDIT_ENTRIES, toMs, after });
    matches.push(...entries.filter(isMatch));
    after = next !== null && next.atMs >= fromMs && matches.length < limit ? next : undefined;
  } while (after !== undefined);
  return matches.slice(0, limit);
}

/** Such as `markup 1.5; budget day 80.00`. A setting that was lifted is `none`. */
function changeText({ action, detail }: AdminAuditEntry): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null || action.endsWith('.set'))
    .map(([field, value]) => {
      const name = field.replace(/microCredits$|MicroCredits$|Milli$/, '');
      return `${headingOf(name || 'credits')} ${valueText(field, value)}`;
    })
    .join('; ');
}

function valueText(field: string, value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && /microCredits$/i.test(field)) return formatCredits(value / 1e6);
  if (typeof value === 'number' && field.endsWith('Milli')) return String(value / 1e3);
  return Array.isArray(value) ? value.join(', ') : plainJson(value).replace(/^"(.*)"$/, '$1');
}
