import { rm } from 'node:fs/promises';
import { buildBoard } from '../../board/board.ts';
import { createGatewayClient, type GatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import type { Persistence } from '../../eval/run/persist.ts';
import type { RowsQuote } from '../../eval/run/quote-rows.ts';
import type { RowRunner } from '../../eval/run/row-runner.ts';
import type { RunFile } from '../../eval/run/run-file.ts';
import { runRows, type RunEnd } from '../../eval/run/run-rows.ts';
import { MIN_ROWS_FOR_MEAN } from '../../eval/run/run-tally.ts';
import type { AnswerLine, Suite } from '../../board/run-lines.ts';
import type { Row } from '../../eval/suite/suite.ts';
import { boardReport } from '../../terminal/board-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { createProgressLine, follow } from '../../terminal/progress-line.ts';
import { say } from '../../terminal/say.ts';
import type { SendOptions } from '../client/send-options.ts';
import { whileSending } from '../client/while-sending.ts';
import { isConfirmed } from '../client/is-confirmed.ts';
import { print } from '../print.ts';
import { loadRun } from './load-run.ts';
import { formatCount } from '../../client/figures.ts';

/** A run whose file is open. */
export interface OpenRun {
  readonly suite: Suite;
  readonly rows: readonly Row[];
  /** Printed first, for people. */
  readonly notes?: readonly string[];
  readonly file: RunFile;
  readonly runner: RowRunner;
  /** Called once rows may be sent, before the first. */
  readonly begin?: () => Promise<void>;
}

export interface RunOpening extends Persistence {
  readonly client: GatewayClient;
  readonly out: string;
}

export interface RunCommand extends SendOptions {
  /** Requests that may run at the same time. */
  readonly concurrency: number;
  /** Credits; undefined for no limit. */
  readonly budget: number | undefined;
  /** @throws Error for a person at the terminal. */
  readonly open: (opening: RunOpening) => Promise<OpenRun>;
  /** Prints what came of it, in place of the board's report. */
  readonly print?: (path: string) => Promise<void>;
}

const SOME_MISSING_OR_FAILED = 3;
const OVER_BUDGET = 4;
const STOPPED = 1;

/** Runs a suite as far as it goes, then reports. @returns the exit code. @throws Error for a person at the terminal. */
export async function conductRun(run: RunCommand): Promise<number> {
  return whileSending({
    command: 'assay eval',
    url: run.address.url,
    // With what it needs to find the run's file.
    resumeHint: `same command${run.isDefaultOut ? '' : ` with --out ${run.out}`} goes on where the run stood`,
    work: (signal, markSending) => conduct(run, signal, markSending),
  });
}

/** @param markSending is called before the first prompt is sent. */
async function conduct(run: RunCommand, signal: AbortSignal, markSending: () => void): Promise<number> {
  const { concurrency, out, budget, address } = run;
  const client = createGatewayClient({ ...address, signal });
  const persistence = { pace: new Pace(concurrency, CLOCK), clock: CLOCK, signal };
  const openRun = await run.open({ ...persistence, client, out });
  const { rows, file, runner } = openRun;
  let hasBegun = [file.ended, file.sent, file.sentAs('compare')].some(({ size }) => size > 0);
  try {
    for (const note of openRun.notes ?? []) say(note);
    const openRows = rows.filter(({ id }) => !file.ended.has(id));
    if (openRows.length === 0)
      say(`Every prompt in ${out} has ended. Nothing was sent; use another --out to run again.`);
    else {
      const unsentRows = openRows.filter(({ id }) => !file.sent.has(id));
      if (unsentRows.length < openRows.length)
        say(
          `${formatCount(openRows.length - unsentRows.length, 'prompt')} sent by an earlier run will be fetched, and charged once.`,
        );
      const quote = await runner.quote(openRows, { ...persistence, client, file });
      say(quoteText(openRun, { quote, unsentRows: unsentRows.length, budget }));
      if (run.mayAsk && !(await isConfirmed(signal))) {
        say('Nothing was sent.');
        return STOPPED;
      }
      await openRun.begin?.();
      markSending();
    }
    hasBegun = true;
    const end =
      openRows.length === 0
        ? { rowsLeft: 0, creditsUsed: file.creditsUsed, largestRefusal: 0 }
        : await follow(createProgressLine(run.output), (progress) =>
            runRows({ ...run, ...openRun, client, signal, progress }),
          );
    const { rowsLeft } = end;
    if (rowsLeft > 0) say(overBudgetText(budget ?? 0, end));
    await file.close();
    await (run.print ?? ((path) => printBoard(path, run)))(out);
    const { answers, missing } = await loadRun(out);
    const failedText = failedAnswersText(answers);
    if (failedText !== undefined) say(failedText);
    if (rowsLeft > 0) return OVER_BUDGET;
    return missing.length > 0 || failedText !== undefined ? SOME_MISSING_OR_FAILED : 0;
  } finally {
    await file.close().catch(() => {});
    // A file with nothing but its head would refuse another suite of its name.
    if (!hasBegun) await rm(out, { force: true });
  }
}

async function printBoard(path: string, { json }: SendOptions): Promise<void> {
  const board = buildBoard(await loadRun(path));
  print({ json }, board, `${boardReport(board, paintFor(process.stdout))}\n${reportHint(path)}`);
}

/** @returns undefined if no answer failed. */
function failedAnswersText(lines: readonly AnswerLine[]): string | undefined {
  const results = lines.flatMap(({ response }) => response.results);
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return undefined;
  return `${failed} of ${formatCount(results.length, 'answer')} failed; the report says why. This run does not ask for them again: use another --out to send all prompts again.`;
}

/** The next step with the file of a run. */
function reportHint(path: string): string {
  return `The run is in ${path}. "assay eval report ${path} --html report.html" makes a page of it.\n`;
}

interface QuotedRun {
  readonly quote: RowsQuote;
  readonly unsentRows: number;
  readonly budget: number | undefined;
}

function quoteText({ suite, file }: OpenRun, { quote, unsentRows, budget }: QuotedRun): string {
  const { answers, judgeRuns } = quote;
  const spentCredits = file.creditsUsed;
  const ended = file.ended.size;
  // The run's own prompts predict its cost better than answers of usual length.
  const usesOwnCosts = ended >= MIN_ROWS_FOR_MEAN && spentCredits > 0;
  const expectedCredits = usesOwnCosts ? (spentCredits / ended) * unsentRows : quote.expectedCredits;
  const heldCredits = Math.max(expectedCredits, quote.heldCredits);
  const basis = usesOwnCosts ? ` by the ${formatCount(ended, 'prompt')} that ended` : '';
  const judgingText = judgeRuns === 0 ? '' : ` and ${formatCount(judgeRuns, 'judge run')}`;
  const spentText =
    spentCredits === 0
      ? ''
      : ` ${spentCredits.toFixed(2)} credits are already spent${file.sent.size === 0 ? '' : ' on prompts that have ended'}.`;
  const budgetText = budget === undefined ? '' : ` The budget is ${formatCount(budget, 'credit')}.`;
  return (
    `${suite.name}: ${formatCount(unsentRows, 'prompt')} to send, ${formatCount(answers, 'answer')}${judgingText}. ` +
    `Expected${basis}: ${expectedCredits.toFixed(2)} credits; rarely more than ${heldCredits.toFixed(2)}.${spentText}${budgetText}`
  );
}

function overBudgetText(budget: number, { rowsLeft, creditsUsed, largestRefusal }: RunEnd): string {
  const enough = hundredthsAbove(creditsUsed + largestRefusal);
  return (
    `The budget of ${formatCount(budget, 'credit')} leaves ${formatCount(rowsLeft, 'prompt')} open; ${creditsUsed.toFixed(2)} are spent. ` +
    `The next prompt holds up to ${hundredthsAbove(largestRefusal).toFixed(2)} credits: the same command with --budget ${enough} or more goes on.`
  );
}

/** The next whole hundredth of a credit, without errors of rounding. */
function hundredthsAbove(credits: number): number {
  return Math.ceil(credits * 100 - 1e-4) / 100;
}
