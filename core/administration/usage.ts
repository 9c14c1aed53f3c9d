import type { AdminUsage, AdminUsageTotal } from '../generated/admin-answers.ts';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../billing/amounts.ts';
import type { Period } from '../ledger/usage/usage-period.ts';
import type { UsageGroup, UsageRow } from '../ledger/usage/usage.ts';

/** The group of a row, under the kind of the group. A key also has its name and its account's. */
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

/** Each row of a report has the same members. */
export function usageLabels({ group, key }: UsageRow, by: UsageGroup): UsageLabels {
  return {
    [by]: group,
    ...(by === 'key' && { keyName: key?.name ?? null, account: key?.accountName ?? null }),
  };
}

/** The sums are exact, because none exceeds the amounts of the ledger. */
export function sumOf(rows: readonly UsageRow[]): UsageRow {
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
