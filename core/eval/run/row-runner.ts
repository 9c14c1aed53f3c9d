import type { Row } from '../suite/suite.ts';
import type { Budget } from './budget.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { Persistence } from './persist.ts';
import type { RowsQuote } from './quote-rows.ts';
import type { RunFile } from './run-file.ts';
import type { RowEnd, SendOptions } from './send-row.ts';

export interface RowServices {
  readonly sendOptions: SendOptions;
  readonly budget: Budget;
  readonly file: RunFile;
}

export interface QuoteServices extends Persistence {
  readonly client: GatewayClient;
  readonly file: Pick<RunFile, 'sentAs'>;
}

/** Gets the answers and verdicts of rows. */
export interface RowRunner {
  /** Estimates the cost of the requests that were not sent. @throws GatewayProblem if the gateway refuses fields of every row; as `persist`. */
  quote(rows: readonly Row[], services: QuoteServices): Promise<RowsQuote>;
  /**
   * Fetches the answers that earlier sittings requested for a row, sends nothing, and adds their cost to the budget.
   * @returns undefined if the row needs further requests. @throws as `sendRow`.
   */
  fetch(row: Row, services: RowServices): Promise<RowEnd | undefined>;
  /**
   * Sends the requests of a row that are not answered yet, and takes their cost from the budget.
   * @returns undefined if the budget does not allow it. @throws as `sendRow`.
   */
  ask(row: Row, services: RowServices): Promise<RowEnd | undefined>;
}
