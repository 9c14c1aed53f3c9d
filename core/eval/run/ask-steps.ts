import { CREDIT_PLACES, exactSum } from '../../board/exact-sum.ts';
import type { SentLine } from '../../board/run-lines.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import type { Row } from '../suite/suite.ts';
import type { GatewayClient } from './gateway-client.ts';
import { quoteBodies, type QuotedBody, type RowsQuote } from './quote-rows.ts';
import type { RowServices, RowRunner, QuoteServices } from './row-runner.ts';
import {
  creditsOf,
  fetchRow,
  idempotencyKeyOf,
  sendRow,
  type RowAnswer,
  type RowEnd,
  type RowRequest,
} from './send-row.ts';

/** One of the requests that a row takes. */
export interface StepRequest extends QuotedBody {
  /** Which one it is; the first where it is not given. */
  readonly step?: SentLine['step'];
  /** What sends it; the run's own client where it is not given. */
  readonly client?: GatewayClient;
}

export interface RowSteps {
  /** The requests of a row as far as they are known before any answer, for the quote. */
  readonly likely: (row: Row) => readonly StepRequest[];
  /** @returns the request after those that are answered; undefined once the row has all its answers. */
  readonly next: (row: Row, done: readonly PromptResponse[]) => StepRequest | undefined;
  /** All answers as one; what they cost is added up elsewhere. */
  readonly joined: (row: Row, done: readonly PromptResponse[]) => RowAnswer;
}

/** Asks a row in one or more requests, one after another. What was sent is fetched by a later sitting and paid once. */
export function askInSteps({ likely, next, joined }: RowSteps): RowRunner {
  /** What the gateway has answered to rows that are not over. */
  const answered = new Map<string, readonly PromptResponse[]>();
  const go = async (
    row: Row,
    services: RowServices,
    send: (request: RowRequest) => Promise<RowEnd | undefined>,
  ): Promise<RowEnd | undefined> => {
    const done = [...(answered.get(row.id) ?? [])];
    const used = (last = 0): number =>
      exactSum([...done.map(({ creditsUsed }) => creditsUsed), last], CREDIT_PLACES);
    for (let request = next(row, done); request !== undefined; request = next(row, done)) {
      const end = await send(rowRequest(request, row, services));
      if (end === undefined) {
        answered.set(row.id, done);
        return undefined;
      }
      if (end.kind !== 'answer') return { ...end, creditsUsed: used(end.creditsUsed) };
      done.push(end.response);
    }
    answered.delete(row.id);
    const { response, ...rest } = joined(row, done);
    return { ...rest, response: { ...response, creditsUsed: used() } };
  };
  return {
    quote: (rows, services) => quoteSteps(rows, likely, services),
    fetch: (row, services) =>
      go(row, services, async (request) => {
        const end = await fetchRow(request);
        if (end !== undefined) services.budget.add(creditsOf(end));
        return end;
      }),
    ask: (row, services) =>
      go(row, services, async (request) => {
        if (!(await services.budget.reserve(row.id, request))) return undefined;
        const end = await sendRow(request);
        services.budget.settle(row.id, creditsOf(end));
        return end;
      }),
  };
}

/** The request as it is sent. Its key and the run's file find it again. */
function rowRequest(
  { step, client, ...request }: StepRequest,
  { id: row }: Row,
  { sendOptions, file }: RowServices,
): RowRequest {
  return {
    ...sendOptions,
    ...(client !== undefined && { client }),
    ...request,
    idempotencyKey: idempotencyKeyOf(file.head.run, row, step),
    promptLogId: file.sentAs(step).get(row),
    onAccepted: (promptLogId) =>
      file.append({
        type: 'sent',
        row,
        promptLogId,
        ...(step !== undefined && { step }),
        at: new Date().toISOString(),
      }),
  };
}

async function quoteSteps(
  rows: readonly Row[],
  likely: RowSteps['likely'],
  { client, file, ...persistence }: QuoteServices,
): Promise<RowsQuote> {
  const open = rows.flatMap((row) => likely(row).filter(({ step }) => !file.sentAs(step).has(row.id)));
  const quotes = await Promise.all(
    [...Map.groupBy(open, ({ step }) => step).values()].map((requests) =>
      quoteBodies(requests, { client: requests[0]?.client ?? client, ...persistence }),
    ),
  );
  const sum = (of: (quote: RowsQuote) => number): number =>
    quotes.reduce((total, quote) => total + of(quote), 0);
  return {
    expectedCredits: sum(({ expectedCredits }) => expectedCredits),
    heldCredits: sum(({ heldCredits }) => heldCredits),
    answers: sum(({ answers }) => answers),
    judgeRuns: sum(({ judgeRuns }) => judgeRuns),
  };
}
