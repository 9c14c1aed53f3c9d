import type { Request, RequestHandler } from 'express';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import { GatewayError, type FieldError } from '../../errors.ts';
import type { UsageResponse } from '../../generated/usage-response.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { UsageRow } from '../../ledger/usage/usage.ts';
import { readPeriod, type Period } from '../../ledger/usage/usage-period.ts';
import { admit, type AdmitServices } from '../admit/admit.ts';
import { parameterError, readParameters } from '../read/read-parameters.ts';
import { askLedger } from './ask-ledger.ts';

const GROUPS = ['day', 'model', 'key'] as const;
const PARAMETERS = ['by', 'month', 'from', 'to'];
/** Longest period of one answer; a longer one is asked for in parts. */
const MAX_PERIOD_MS = 366 * 24 * 60 * 60 * 1_000;

/** GET /api/v1/usage: what the key's own account used and was billed. */
export function usageRoute(services: AdmitServices): RequestHandler {
  return admit(services, async ({ request, response, caller: { account } }) => {
    const { by, period } = readQuery(request);
    const rows = await askLedger(services.ledger.usage({ by, accountId: account.id, ...period }));
    response.set('Cache-Control', 'no-store').json(describe(rows, by, period));
  });
}

interface Query {
  readonly by: (typeof GROUPS)[number];
  readonly period: Period;
}

/** @throws GatewayError 400 naming the parameter. */
function readQuery(request: Request): Query {
  const errors: FieldError[] = [];
  const parameters = readParameters(request, PARAMETERS, errors);
  const by = GROUPS.find((group) => group === (parameters.get('by') ?? 'day'));
  if (by === undefined) errors.push(parameterError('by', 'enum', `must be one of: ${GROUPS.join(', ')}`));
  const period = readPeriodOf(parameters, errors);
  if (errors.length > 0 || by === undefined || period === undefined) {
    throw new GatewayError('validation-failed', { errors });
  }
  return { by, period };
}

function readPeriodOf(parameters: URLSearchParams, errors: FieldError[]): Period | undefined {
  const word = (name: string): string | undefined => parameters.get(name) ?? undefined;
  try {
    const period = readPeriod({ month: word('month'), from: word('from'), to: word('to') }, Date.now());
    if (period.toMs - period.fromMs <= MAX_PERIOD_MS) return period;
    errors.push(parameterError('from', 'range', 'the period may have at most 366 days'));
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    errors.push(parameterError(parameters.has('month') ? 'month' : 'from', 'format', error.message));
  }
  return undefined;
}

function describe(rows: readonly UsageRow[], by: Query['by'], { fromMs, toMs }: Period): UsageResponse {
  return {
    by,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    rows: rows.map((row) => ({
      group: row.group,
      ...(by === 'key' && { keyName: row.key?.name ?? null }),
      ...figures(row),
    })),
    total: figures({
      calls: sum(rows, 'calls'),
      tokensIn: sum(rows, 'tokensIn'),
      tokensOut: sum(rows, 'tokensOut'),
      costNanoUsd: sum(rows, 'costNanoUsd'),
      billedMicroCredits: sum(rows, 'billedMicroCredits'),
    }),
  };
}

type Summed = Exclude<keyof UsageRow, 'group' | 'others' | 'key' | 'absorbedMicroCredits'>;

function sum(rows: readonly UsageRow[], figure: Summed): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}

function figures(row: Pick<UsageRow, Summed>): UsageResponse['total'] {
  return {
    calls: row.calls,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    providerCost: usdFromNanoUsd(row.costNanoUsd),
    creditsUsed: creditsFromMicroCredits(row.billedMicroCredits),
  };
}
