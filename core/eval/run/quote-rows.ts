import { GatewayProblem } from '../../client/gateway-problem.ts';
import type { JsonObject } from '../../contract.ts';
import type { QuoteResponse } from '../../generated/quote-response.ts';
import type { GatewayClient } from './gateway-client.ts';
import { persist, type Persistence } from './persist.ts';
import { refusesRow } from './send-row.ts';

/** The estimated cost of rows, from a sample. */
export interface RowsQuote {
  /** Credits, in the mean of such runs. */
  readonly expectedCredits: number;
  /** Credits that are held; hardly a run costs more. */
  readonly heldCredits: number;
  /** Calls to models. */
  readonly answers: number;
  readonly judgeRuns: number;
}

/** Quotes count against the key's rate. */
const SAMPLE = 20;

type Quoting = Persistence & { readonly client: GatewayClient };

/** The request of a row, and which of its fields only that row has beside its texts. */
export interface QuotedBody {
  readonly body: JsonObject;
  readonly ownFields?: readonly string[];
}

/** @throws GatewayProblem if the gateway refuses what all rows have; as `persist`. */
export async function quoteBodies(
  bodies: readonly QuotedBody[],
  { client, ...persistence }: Quoting,
): Promise<RowsQuote> {
  const step = Math.max(1, bodies.length / SAMPLE);
  const sample = Array.from({ length: Math.min(SAMPLE, bodies.length) }, (_none, place) => {
    const at = Math.floor(place * step);
    return bodies.slice(at, at + 1);
  }).flat();
  const quoteOf = async ({ body, ownFields }: QuotedBody): Promise<QuoteResponse | undefined> => {
    try {
      return await persist(() => client.quote(body), persistence);
    } catch (error) {
      // It will be refused, and cost nothing.
      if (error instanceof GatewayProblem && refusesRow(error, ownFields)) return undefined;
      throw error;
    }
  };
  const quotes = await Promise.all(sample.map(quoteOf));
  const scale = quotes.length === 0 ? 0 : bodies.length / quotes.length;
  const sum = (of: (quote: QuoteResponse) => number): number =>
    scale * quotes.reduce((total, quote) => total + (quote === undefined ? 0 : of(quote)), 0);
  return {
    expectedCredits: sum(({ creditsExpected }) => creditsExpected),
    heldCredits: sum(({ creditsRequired }) => creditsRequired),
    answers: Math.round(sum(({ calls }) => calls.models)),
    judgeRuns: Math.round(sum(({ calls }) => calls.judges)),
  };
}
