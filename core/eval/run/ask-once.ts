import type { Suite } from '../suite/suite.ts';
import { quoteRows } from './quote-rows.ts';
import type { RowAsking } from './row-asking.ts';
import { rowBody } from './row-body.ts';
import { idempotencyKeyOf, sendRow } from './send-row.ts';

/** One request has every model answer and the judges compare. */
export function askOnce(suite: Suite): RowAsking {
  return {
    quote: (rows, quoting) => quoteRows(suite, rows, quoting),
    async ask(row, { sending, budget, file }) {
      const body = rowBody(suite, row);
      const promptLogId = file.sent.get(row.id);
      const isAllowed = await budget.take(row.id, { body, isSent: promptLogId !== undefined, ...sending });
      if (!isAllowed) return undefined;
      const end = await sendRow({
        ...sending,
        body,
        ownFields: Object.keys(row.more ?? {}),
        idempotencyKey: idempotencyKeyOf(file.head.run, row.id),
        promptLogId,
        taken: (id) =>
          file.append({ type: 'sent', row: row.id, promptLogId: id, at: new Date().toISOString() }),
      });
      budget.spend(row.id, end.kind === 'answer' ? end.response.creditsUsed : end.creditsUsed);
      return end;
    },
  };
}
