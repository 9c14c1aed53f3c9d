import type { Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';
import { quoteRows } from './quote-rows.ts';
import type { AskMeans, RowAsking } from './row-asking.ts';
import { rowBody } from './row-body.ts';
import { creditsOf, fetchRow, idempotencyKeyOf, sendRow, type SentRow } from './send-row.ts';

/** One request has every model answer and the judges compare. */
export function askOnce(suite: Suite): RowAsking {
  return {
    quote: (rows, { file, ...quoting }) =>
      quoteRows(
        suite,
        rows.filter(({ id }) => !file.sent.has(id)),
        quoting,
      ),
    async fetch(row, means) {
      const end = await fetchRow(requestOf(suite, row, means));
      if (end !== undefined) means.budget.add(creditsOf(end));
      return end;
    },
    async ask(row, means) {
      const { budget, sending } = means;
      const request = requestOf(suite, row, means);
      if (!(await budget.take(row.id, { body: request.body, ...sending }))) return undefined;
      const end = await sendRow(request);
      budget.spend(row.id, creditsOf(end));
      return end;
    },
  };
}

function requestOf(suite: Suite, row: Row, { sending, file }: AskMeans): SentRow {
  return {
    ...sending,
    body: rowBody(suite, row),
    ownFields: Object.keys(row.more ?? {}),
    idempotencyKey: idempotencyKeyOf(file.head.run, row.id),
    promptLogId: file.sent.get(row.id),
    taken: (id) => file.append({ type: 'sent', row: row.id, promptLogId: id, at: new Date().toISOString() }),
  };
}
