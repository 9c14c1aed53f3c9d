import type { AdminUsage, AdminUsageTotal } from '../generated/admin-answers.ts';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../billing/amounts.ts';
import type { Period } from '../ledger/usage/usage-period.ts';
import type { UsageGroup, UsageRow } from '../ledger/usage/usage.ts';

/** What a row stands for, under the name of the group; of a key also its own name and its account's. */
export type UsageLabels = Readonly<Partial<Record<UsageGroup | 'keyName', string | null>>>;

export function describeUsage(
  rows: readonly UsageRow[],
  by: UsageGroup,
  { fromMs, toMs }: Period,
): AdminUsage {
  return {
    by,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    rows: rows.map((row) => ({ ...usageLabels(row, by), ...figures(row) })),
    total: figures(sumOf(rows)),
  };
}

/** With the same members for each row of a report. */
export function usageLabels({ group, key }: UsageRow, by: UsageGroup): UsageLabels {
  return {
    [by]: group,
    ...(by === 'key' && { keyName: key?.name ?? null, account: key?.accountName ?? null }),
  };
}

/** The sums stay exact: each is at most what the ledger can hold. */
function sumOf(rows: readonly UsageRow[]): UsageRow {
  const sum = (of: (row: UsageRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    group: 'total',
    calls: sum(({ calls }) => calls),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    costNanoUsd: sum(({ costNanoUsd }) => costNanoUsd),
    billedMicroCredits: sum(({ billedMicroCredits }) => billedMicroCredits),
    absorbedMicroCredits: sum(({ absorbedMicroCredits }) => absorbedMicroCredits),
  };
}

function figures(row: UsageRow): AdminUsageTotal {
  return {
    calls: row.calls,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    costUsd: usdFromNanoUsd(row.costNanoUsd),
    billedCredits: creditsFromMicroCredits(row.billedMicroCredits),
    absorbedCredits: creditsFromMicroCredits(row.absorbedMicroCredits),
  };
}
