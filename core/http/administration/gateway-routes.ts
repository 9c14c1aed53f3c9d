import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FOCUS_GROUPS, focusCsv, focusJson, type FocusTerms } from '../../administration/focus.ts';
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
    { method: 'get', path: '/usage', handle: (asked) => usage(asked, services) },
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

const FORMATS = ['json', 'focus', 'focus-csv'] as const;
/** Far more than an installation has accounts, keys and models that it used in a month. */
const MAX_FOCUS_ROWS = 10_000;

async function usage(asked: AdminRequest, services: AdministrationServices): Promise<void> {
  const { ledger } = asked.office;
  const parameters = ['format', 'by', 'account', 'month', 'from', 'to'];
  const { format, by, period, accountName } = readQuery(asked, parameters, (query) => {
    const shape = oneOf(query, 'format', FORMATS, 'json');
    if (shape !== 'json' && query.text('by') !== undefined)
      query.wrong('by', 'excluded', 'FOCUS has a row for each day, account, key and model: leave it out');
    return {
      format: shape,
      by: oneOf(query, 'by', USAGE_GROUPS, 'account'),
      period: periodOf(query),
      accountName: query.text('account'),
    };
  });
  const account = accountName === undefined ? undefined : await ledger.findAccount(accountName);
  if (accountName !== undefined && account === undefined)
    throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
  const query = { accountId: account?.id, ...period };
  if (format === 'json') {
    const rows = await change('/from', ledger.usage({ by, ...query }));
    asked.response.json(describeUsage(rows, by, period));
    return;
  }
  const rows = await change('/from', ledger.usage({ ...FOCUS_GROUPS, maxRows: MAX_FOCUS_ROWS, ...query }));
  const publishers = new Map((await services.models()).models.map(({ id, provider }) => [id, provider]));
  const { creditsPerUsd } = services;
  const terms: FocusTerms = { creditsPerUsd, publisherOf: (modelId) => publishers.get(modelId) };
  const isCsv = format === 'focus-csv';
  asked.response.set('Content-Type', isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
  await pipeline(inPieces(isCsv ? focusCsv(rows, terms) : focusJson(rows, terms)), asked.response);
}

function oneOf<Known extends string>(
  query: Query,
  name: string,
  known: readonly Known[],
  fallback: Known,
): Known {
  const given = query.text(name);
  const found = given === undefined ? fallback : known.find((each) => each === given);
  if (found === undefined) query.wrong(name, 'enum', `must be one of: ${known.join(', ')}`);
  return found ?? fallback;
}

const LINES_IN_PIECE = 100;

/** A few lines in each turn of the event loop, so that prompts are answered in between. */
async function* inPieces(lines: Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    if (piece.push(line) < LINES_IN_PIECE) continue;
    yield piece.join('');
    piece = [];
    await nextTurn();
  }
  yield piece.join('');
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
  { response, office: { by } }: AdminRequest,
  services: AdministrationServices,
): Promise<void> {
  const answer = await services.reload(by);
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
