import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FOCUS_GROUPS, focusCsv, focusJson, type FocusOptions } from '../../administration/focus.ts';
import { describeUsage } from '../../administration/usage.ts';
import { periodIn } from '../read/read-query.ts';
import { AdminError } from './admin-error.ts';
import { translateRefusal, readCursor, writeCursor, type AdminHandlers } from './admin-request.ts';

/** Upper bound of the rows of a FOCUS report. The accounts, keys and models of a month have far fewer. */
const MAX_FOCUS_ROWS = 10_000;

/** Usage, models, the registry and the audit log. */
export const gatewayHandlers = {
  async usage(request) {
    const { services, response } = request;
    const { ledger } = request.context;
    const { format, by, period, accountName } = request.query((query, refuse, names) => {
      if (query.format !== 'json' && names.has('by'))
        refuse('by', 'excluded', 'FOCUS has a row for each day, account, key and model: leave it out');
      return { ...query, period: periodIn(query, refuse), accountName: query.account };
    });
    const account = accountName === undefined ? undefined : await ledger.findAccount(accountName);
    if (accountName !== undefined && account === undefined)
      throw new AdminError('unknown', 'There is no such account. GET /admin/v1/accounts names them all.');
    const query = { accountId: account?.id, ...period };
    if (format === 'json') {
      const rows = await translateRefusal('/from', ledger.usage({ by, ...query }));
      return describeUsage(rows, by, period);
    }
    const rows = await translateRefusal(
      '/from',
      ledger.usage({ ...FOCUS_GROUPS, maxRows: MAX_FOCUS_ROWS, ...query }),
    );
    const publishers = new Map((await services.models()).models.map(({ id, provider }) => [id, provider]));
    const { creditsPerUsd } = services;
    const options: FocusOptions = { creditsPerUsd, publisherOf: (modelId) => publishers.get(modelId) };
    const isCsv = format === 'focus-csv';
    response.set('Content-Type', isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
    return await pipeline(inPieces(isCsv ? focusCsv(rows, options) : focusJson(rows, options)), response);
  },
  models: ({ services }) => services.models(),
  async reload({ response, services, context: { by } }) {
    const answer = await services.reload(by);
    if (answer.outcome === 'refused') response.status(422);
    return answer;
  },
  async audit(request) {
    const query = request.query(({ limit, from, to, cursor }, refuse) => {
      const [atMs, id] = readCursor(cursor, 2, refuse) ?? [];
      const after = atMs === undefined || id === undefined ? undefined : { atMs, id };
      return { limit, fromMs: from, toMs: to, after };
    });
    const { entries, next } = await request.context.ledger.audit(query);
    return { entries, nextCursor: next === null ? null : writeCursor([next.atMs, next.id]) };
  },
  async openapi() {
    const { default: document } = await import('../../generated/admin-openapi.json', {
      with: { type: 'json' },
    });
    return document;
  },
} satisfies Partial<AdminHandlers>;

const LINES_PER_PIECE = 100;

/** A few lines in each turn of the event loop, so that prompts are answered in between. */
async function* inPieces(lines: Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    if (piece.push(line) < LINES_PER_PIECE) continue;
    yield piece.join('');
    piece = [];
    await nextTurn();
  }
  yield piece.join('');
}
