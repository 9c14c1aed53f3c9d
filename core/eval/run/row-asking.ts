import type { Row } from '../suite/suite.ts';
import type { Budget } from './budget.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { Persistence } from './persist.ts';
import type { RowsQuote } from './quote-rows.ts';
import type { RunFile } from './run-file.ts';
import type { RowEnd, RowSending } from './send-row.ts';

export interface AskMeans {
  readonly sending: RowSending;
  readonly budget: Budget;
  readonly file: RunFile;
}

export interface RowsQuoting extends Persistence {
  readonly client: GatewayClient;
  /** Tells what was sent. */
  readonly file: Pick<RunFile, 'sentAs'>;
}

/** How a row gets its answers and verdicts. */
export interface RowAsking {
  /** What rows will cost, without what was sent. @throws GatewayProblem if the gateway refuses what all rows have; as `persist`. */
  quote(rows: readonly Row[], quoting: RowsQuoting): Promise<RowsQuote>;
  /**
   * Fetches what an earlier sitting sent for a row, and begins nothing. What it costs has been added to the budget.
   * @returns undefined if the row is not over with that. @throws as `sendRow`.
   */
  fetch(row: Row, means: AskMeans): Promise<RowEnd | undefined>;
  /**
   * Asks one row, or the rest of one that was fetched. What it costs has been taken from the budget.
   * @returns undefined if the budget does not allow it. @throws as `sendRow`.
   */
  ask(row: Row, means: AskMeans): Promise<RowEnd | undefined>;
}
