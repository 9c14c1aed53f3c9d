import { runWorkers } from './run-workers.ts';
import type { RunLine } from '../../console/board/read-run.js';
import type { Row, Suite } from '../suite/suite.ts';
import { Budget } from './budget.ts';
import { askOnce } from './ask-once.ts';
import type { GatewayClient } from './gateway-client.ts';
import { CLOCK, Pace, type Clock } from './pace.ts';
import type { RowAsking } from './row-asking.ts';
import type { RunFile } from './run-file.ts';
import { written, type RowEnd, type RowSending } from './send-row.ts';

export interface RowsRun {
  readonly suite: Suite;
  readonly rows: readonly Row[];
  readonly file: RunFile;
  readonly client: GatewayClient;
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  /** Credits that the whole run may cost; undefined for no limit. */
  readonly budget: number | undefined;
  readonly signal: AbortSignal;
  /** Called before the first row and after each. */
  readonly progress: (progress: RunProgress) => void;
  readonly clock?: Clock;
  /** One request a row where it is not given. */
  readonly asking?: RowAsking;
}

export interface RunProgress {
  readonly rows: number;
  readonly ended: number;
  readonly running: number;
  /** Models that gave no answer, over all rows of this sitting. */
  readonly failedAnswers: number;
  readonly creditsUsed: number;
}

export interface RunEnd {
  /** Rows that still have no answer because the budget ended the run. */
  readonly left: number;
  /** Credits of all rows that have ended. */
  readonly creditsUsed: number;
}

/**
 * Sends every row that has not ended, and writes down what comes of it. A row that an earlier sitting sent is followed,
 * not sent again.
 * @throws RunStopped if no row can be sent; the signal's reason once it is aborted. What was sent runs on at the gateway.
 */
export async function runRows(run: RowsRun): Promise<RunEnd> {
  const { suite, rows, file, client, concurrency, clock = CLOCK, asking = askOnce(suite) } = run;
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const sending: RowSending = { client, pace: new Pace(concurrency, clock), clock, signal };
  const budget = new Budget(run.budget, file.creditsUsed);
  const open = rows.filter(({ id }) => !file.ended.has(id));
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  // What is already paid for comes first.
  const queue = [
    ...open.filter(({ id }) => file.sent.has(id)),
    ...open.filter(({ id }) => !file.sent.has(id)),
  ];
  const tally = { ended: rows.length - open.length, running: 0, failedAnswers: 0 };
  const tell = (): void => run.progress({ rows: rows.length, ...tally, creditsUsed: budget.used });
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      tally.running += 1;
      tell();
      const end = await asking.ask(row, { sending, budget, file });
      if (end !== undefined) await written(file.append(lineOf(row, places.get(row.id), end)));
      tally.running -= 1;
      if (end === undefined) {
        queue.unshift(row);
        return;
      }
      tally.ended += 1;
      if (end.kind === 'answer')
        tally.failedAnswers += end.response.results.filter(({ status }) => status === 'failed').length;
      tell();
    }
  };
  tell();
  await runWorkers(Math.min(concurrency, queue.length), work, { failed, signal: run.signal });
  return { left: queue.length, creditsUsed: budget.used };
}

function lineOf(
  { id, prompt, system_prompt: system, tags }: Row,
  place: number | undefined,
  end: RowEnd,
): RunLine {
  const at = new Date().toISOString();
  const of = { row: id, ...(place !== undefined && { place }) };
  if (end.kind !== 'answer')
    return { type: end.kind, ...of, at, reason: end.reason, creditsUsed: end.creditsUsed };
  const { response } = end;
  return {
    type: 'answer',
    ...of,
    tags,
    prompt,
    ...(system !== undefined && { system_prompt: system }),
    at,
    response,
  };
}
