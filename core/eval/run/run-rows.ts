import { runWorkers } from './run-workers.ts';
import type { RunLine, Suite } from '../../board/run-lines.ts';
import type { Row } from '../suite/suite.ts';
import { Budget } from './budget.ts';
import { askOnce } from './ask-once.ts';
import type { GatewayClient } from './gateway-client.ts';
import { CLOCK, Pace, type Clock } from './pace.ts';
import type { RowRunner } from './row-runner.ts';
import type { RunFile } from './run-file.ts';
import type { RunProgress } from '../../client/run-progress.ts';
import { RunTally, type EndedRow } from './run-tally.ts';
import { creditsOf, stopUnlessWritten, type RowEnd, type SendOptions } from './send-row.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

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
  /** By default one request a row. */
  readonly runner?: RowRunner;
}

export interface RunEnd {
  /** Rows that still have no answer because the budget ended the run. */
  readonly rowsLeft: number;
  /** Credits of all rows that have ended. */
  readonly creditsUsed: number;
  /** Credits of the largest hold that the budget refused; 0 if it refused none. */
  readonly largestRefusal: number;
}

/**
 * Sends every row that has not ended, and writes down what comes of it. A row that an earlier sitting sent is followed,
 * not sent again.
 * @throws RunStopped if no row can be sent; the signal's reason once it is aborted. What was sent runs on at the gateway.
 */
export async function runRows(run: RowsRun): Promise<RunEnd> {
  const { suite, rows, file, client, concurrency, clock = CLOCK, runner = askOnce(suite) } = run;
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const sendOptions: SendOptions = { client, pace: new Pace(concurrency, clock), clock, signal };
  const budget = new Budget(run.budget, file.creditsUsed);
  const open = rows.filter(({ id }) => !file.ended.has(id));
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const sent = open.filter(({ id }) => file.sent.has(id));
  const queue = open.filter(({ id }) => !file.sent.has(id));
  const earlier = {
    rows: rows.length,
    ended: rows.length - open.length,
    creditsUsed: file.creditsUsed,
    hasOnlyEndedRows: true,
  };
  const tally = new RunTally(earlier, run.progress);
  const services = { sendOptions, budget, file };
  /** @returns whether the row is over. */
  const isOver = async (row: Row, end: RowEnd | undefined): Promise<boolean> => {
    if (end === undefined) {
      tally.putBack();
      queue.unshift(row);
      return false;
    }
    await stopUnlessWritten(file.append(lineOf(row, places.get(row.id), end)));
    tally.end(endedRow(end));
    return true;
  };
  const fetchSent = async (): Promise<void> => {
    for (let row = sent.shift(); row !== undefined; row = sent.shift()) {
      tally.begin();
      await isOver(row, await runner.fetch(row, services));
    }
  };
  const askOpen = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      tally.begin();
      if (!(await isOver(row, await runner.ask(row, services)))) return;
    }
  };
  // The budget counts nothing that runs on from earlier sittings, so all of that ends before anything begins.
  await runWorkers(Math.min(concurrency, sent.length), fetchSent, { failed, signal: run.signal });
  await runWorkers(Math.min(concurrency, queue.length), askOpen, { failed, signal: run.signal });
  return { rowsLeft: queue.length, creditsUsed: budget.used, largestRefusal: budget.largestRefusal };
}

function endedRow(end: RowEnd): EndedRow {
  const results = end.kind === 'answer' ? end.response.results : [];
  return {
    creditsUsed: creditsOf(end),
    failedAnswers: results.filter(({ status }) => status === 'failed').length,
  };
}

function lineOf(
  { id, prompt, system_prompt: system, tags }: Row,
  place: number | undefined,
  end: RowEnd,
): RunLine {
  const at = new Date().toISOString();
  if (end.kind !== 'answer')
    return omitUndefined({
      type: end.kind,
      row: id,
      place,
      at,
      reason: end.reason,
      creditsUsed: end.creditsUsed,
    });
  const { response, arms } = end;
  return omitUndefined({
    type: 'answer',
    row: id,
    place,
    tags,
    prompt,
    system_prompt: system,
    at,
    response,
    arms,
  });
}
