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

/** How a row gets its answers and verdicts. */
export interface RowAsking {
  /** What rows will cost. @throws GatewayProblem if the gateway refuses what all rows have; as `persist`. */
  quote(rows: readonly Row[], quoting: Persistence & { readonly client: GatewayClient }): Promise<RowsQuote>;
  /**
   * Asks one row, or goes on with what an earlier sitting sent. What it costs has been taken from the budget.
   * @returns undefined if the budget does not allow it. @throws as `sendRow`.
   */
  ask(row: Row, means: AskMeans): Promise<RowEnd | undefined>;
}
