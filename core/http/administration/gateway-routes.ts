import { describeUsage } from '../../administration/usage.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { USAGE_GROUPS } from '../../ledger/usage/usage.ts';
import { readPeriod } from '../../ledger/usage/usage-period.ts';
import { AdminError } from './admin-error.ts';
import type { AdministrationServices } from './administration-services.ts';
import {
  change,
  readPlace,
  readQuery,
  writePlace,
  type AdminRequest,
  type AdminRoute,
  type Query,
} from './admin-route.ts';

export function gatewayRoutes(services: AdministrationServices): readonly AdminRoute[] {
  return [
    { method: 'get', path: '/usage', handle: usage },
    {
      method: 'get',
      path: '/models',
      async handle({ response }) {
        response.json(await services.models());
      },
    },
    { method: 'post', path: '/reload', handle: (asked) => reload(asked, services) },
    { method: 'get', path: '/audit', handle: audit },
    { method: 'get', path: '/openapi.json', handle: openapi },
  ];
}

async function usage(asked: AdminRequest): Promise<void> {
  const { ledger } = asked.office;
  const { by, period, accountName } = readQuery(asked, ['by', 'account', 'month', 'from', 'to'], (query) => {
    const wanted = query.text('by') ?? 'account';
    const group = USAGE_GROUPS.find((known) => known === wanted);
    if (group === undefined) query.wrong('by', 'enum', `must be one of: ${USAGE_GROUPS.join(', ')}`);
    return { by: group ?? 'account', period: periodOf(query), accountName: query.text('account') };
  });
  const account = accountName === undefined ? undefined : await ledger.findAccount(accountName);
  if (accountName !== undefined && account === undefined)
    throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
  const rows = await change('/from', ledger.usage({ by, accountId: account?.id, ...period }));
  asked.response.json(describeUsage(rows, by, period));
}

function periodOf(query: Query): { readonly fromMs: number; readonly toMs: number } {
  const [month, from, to] = [query.text('month'), query.text('from'), query.text('to')];
  try {
    return readPeriod({ month, from, to }, Date.now());
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    query.wrong(month === undefined ? 'from' : 'month', 'format', error.message);
    return { fromMs: 0, toMs: 0 };
  }
}

async function reload(
  { response, office: { ledger, by } }: AdminRequest,
  services: AdministrationServices,
): Promise<void> {
  const answer = await services.reload();
  await ledger.record({ action: 'reload', detail: { outcome: answer.outcome } }, by);
  response.status(answer.outcome === 'refused' ? 422 : 200).json(answer);
}

async function audit(asked: AdminRequest): Promise<void> {
  const query = readQuery(asked, ['from', 'to', 'limit', 'cursor'], (parameters) => {
    const [atMs, id] = readPlace(parameters, 2) ?? [];
    return {
      limit: parameters.count('limit', 1_000, 100),
      fromMs: parameters.moment('from'),
      toMs: parameters.moment('to'),
      after: atMs === undefined || id === undefined ? undefined : { atMs, id },
    };
  });
  const { entries, next } = await asked.office.ledger.audit(query);
  asked.response.json({ entries, nextCursor: next === null ? null : writePlace([next.atMs, next.id]) });
}

async function openapi({ response }: AdminRequest): Promise<void> {
  const { default: document } = await import('../../generated/admin-openapi.json', {
    with: { type: 'json' },
  });
  response.json(document);
}
