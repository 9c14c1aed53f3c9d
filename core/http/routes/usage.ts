import { sumOf } from '../../administration/usage.ts';
import { OPERATIONS } from '../../api/operations.ts';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { UsageResponse } from '../../generated/usage-response.ts';
import type { Period } from '../../ledger/usage/usage-period.ts';
import type { UsageRow } from '../../ledger/usage/usage.ts';
import type { AdmitServices, HandlerOf } from '../admit/admit.ts';
import { periodIn, readQuery } from '../read/read-query.ts';
import { askLedger } from './ask-ledger.ts';

/** Upper bound of the period of one answer. A longer one needs several requests. */
const MAX_PERIOD_MS = 366 * 24 * 60 * 60 * 1_000;

/** GET /api/v1/usage: the usage and the charges of the key's own account. */
export function usageRoute(services: AdmitServices): HandlerOf['rate'] {
  return async ({ request, response, caller: { account } }) => {
    const { by, period } = readQuery(request, OPERATIONS.usage.query, (query, refuse) => {
      const { fromMs, toMs } = periodIn(query, refuse);
      if (toMs - fromMs > MAX_PERIOD_MS) refuse('from', 'range', 'the period may have at most 366 days');
      return { by: query.by, period: { fromMs, toMs } };
    });
    const rows = await askLedger(services.ledger.usage({ by, accountId: account.id, ...period }));
    response.set('Cache-Control', 'no-store').json(describe(rows, by, period));
  };
}

function describe(
  rows: readonly UsageRow[],
  by: UsageResponse['by'],
  { fromMs, toMs }: Period,
): UsageResponse {
  return {
    by,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    rows: rows.map((row) => ({
      group: row.group,
      ...(by === 'key' && { keyName: row.key?.name ?? null }),
      ...figures(row),
    })),
    total: figures(sumOf(rows)),
  };
}

function figures(row: UsageRow): UsageResponse['total'] {
  return {
    calls: row.calls,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    providerCost: usdFromNanoUsd(row.costNanoUsd),
    creditsUsed: creditsFromMicroCredits(row.billedMicroCredits),
  };
}
