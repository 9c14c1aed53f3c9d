import { creditsFromMicroCredits, usdFromNanoUsd } from '../billing/amounts.ts';
import type { UsageGroup, UsageRow } from '../ledger/usage/usage.ts';
import type { Period } from '../ledger/usage/usage-period.ts';

/** What was used, as operators see it: beside what was billed, what the operator bore. */
export interface UsageFigures {
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
  readonly billedCredits: number;
  readonly absorbedCredits: number;
}

type FiguresOfGroup = UsageFigures & Readonly<Partial<Record<UsageGroup, string | null>>>;

export interface UsageReport {
  readonly by: UsageGroup;
  /** ISO 8601, UTC. */
  readonly from: string;
  readonly to: string;
  /** Each with its group under the name of `by`. */
  readonly rows: readonly FiguresOfGroup[];
  readonly total: UsageFigures;
}

export function describeUsage(
  rows: readonly UsageRow[],
  by: UsageGroup,
  { fromMs, toMs }: Period,
): UsageReport {
  return {
    by,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    rows: rows.map((row) => ({ [by]: row.group, ...figures(row) })),
    total: figures(sumOf(rows)),
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

function figures(row: UsageRow): UsageFigures {
  return {
    calls: row.calls,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    costUsd: usdFromNanoUsd(row.costNanoUsd),
    billedCredits: creditsFromMicroCredits(row.billedMicroCredits),
    absorbedCredits: creditsFromMicroCredits(row.absorbedMicroCredits),
  };
}
