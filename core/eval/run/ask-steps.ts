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

/** One of the requests of a row. */
export interface StepRequest extends QuotedBody {
  /** Undefined for the first request. */
  readonly step?: SentLine['step'];
  /** Sends the request; by default the run's own client. */
  readonly client?: GatewayClient;
}

export interface RowSteps {
  /** The requests that a row will probably need, for the quote. */
  readonly expectedRequests: (row: Row) => readonly StepRequest[];
  /** @returns undefined once the row has all its answers. */
  readonly nextRequest: (row: Row, responses: readonly PromptResponse[]) => StepRequest | undefined;
  /** Joins all answers into one. `askInSteps` adds up their cost. */
  readonly joinResponses: (row: Row, responses: readonly PromptResponse[]) => RowAnswer;
}

/** Runs a row as one or more requests, one after another. A later sitting fetches what was sent, and it is paid once. */
export function askInSteps({ expectedRequests, nextRequest, joinResponses }: RowSteps): RowRunner {
  /** The responses to rows that have not ended. */
  const responsesByRow = new Map<string, readonly PromptResponse[]>();
  const runSteps = async (
    row: Row,
    services: RowServices,
    send: (request: RowRequest) => Promise<RowEnd | undefined>,
  ): Promise<RowEnd | undefined> => {
    const responses = [...(responsesByRow.get(row.id) ?? [])];
    const creditsUsedWith = (last = 0): number =>
      exactSum([...responses.map(({ creditsUsed }) => creditsUsed), last], CREDIT_PLACES);
    for (
      let request = nextRequest(row, responses);
      request !== undefined;
      request = nextRequest(row, responses)
    ) {
      const end = await send(rowRequest(request, row, services));
      if (end === undefined) {
        responsesByRow.set(row.id, responses);
        return undefined;
      }
      if (end.kind !== 'answer') return { ...end, creditsUsed: creditsUsedWith(end.creditsUsed) };
      responses.push(end.response);
    }
    responsesByRow.delete(row.id);
    const { response, ...rest } = joinResponses(row, responses);
    return { ...rest, response: { ...response, creditsUsed: creditsUsedWith() } };
  };
  return {
    quote: (rows, services) => quoteSteps(rows, expectedRequests, services),
    fetch: (row, services) =>
      runSteps(row, services, async (request) => {
        const end = await fetchRow(request);
        if (end !== undefined) services.budget.add(creditsOf(end));
        return end;
      }),
    ask: (row, services) =>
      runSteps(row, services, async (request) => {
        if (!(await services.budget.reserve(row.id, request))) return undefined;
        const end = await sendRow(request);
        services.budget.settle(row.id, creditsOf(end));
        return end;
      }),
  };
}

/** Adds the key and the ID by which a later sitting finds the request again. */
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
  expectedRequests: RowSteps['expectedRequests'],
  { client, file, ...persistence }: QuoteServices,
): Promise<RowsQuote> {
  const unsentRequests = rows.flatMap((row) =>
    expectedRequests(row).filter(({ step }) => !file.sentAs(step).has(row.id)),
  );
  const quotes = await Promise.all(
    [...Map.groupBy(unsentRequests, ({ step }) => step).values()].map((requests) =>
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
